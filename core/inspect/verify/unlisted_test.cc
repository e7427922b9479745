// core/inspect/verify/unlisted_test.cc -- a member that was forgotten in its class's list is found
// before its target is freed.

#include "core/inspect/verify/unlisted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/testing/nodes.h"
#include "core/testing/raw_store.h"

namespace gc {
namespace {

using testing::IsEmpty;

struct Forgetful : Object {
  explicit Forgetful(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> listed;
  ObjectPtr<Node> forgotten;  // a wrapper does not help if the class does not list it
  Node* plain = nullptr;
  WeakPtr<Node> weak;
  static const Class kClass;
};
const Reference kForgetfulReferences[] = {Reference::To(&Forgetful::listed, "listed")};
const Class Forgetful::kClass = Describe<Forgetful>("Forgetful", kForgetfulReferences);

class UnlistedHolders : public testing::Test {
 protected:
  UnlistedHolders() { heap.AddRoot(holder); }
  void EndMarking() {
    heap.Start();
    while (heap.phase() == Phase::kMarking) heap.Tick(1);
  }
  Heap heap;
  Forgetful* const holder = heap.New<Forgetful>();
  Node* const node = heap.New<Node>('n');
};

// Pain point C1.
TEST_F(UnlistedHolders, OfTheDoomedAreNamedWithTheirMember) {
  holder->forgotten = node;
  holder->plain = node;
  holder->weak = node;
  EndMarking();
  const std::vector<UnlistedHolder> found = FindUnlistedHolders(heap);
  ASSERT_EQ(found.size(), 2u) << "a weak reference holds no address";
  EXPECT_EQ(found[0].holder, 1u);
  EXPECT_EQ(found[0].target, 2u);
  EXPECT_EQ(found[0].text, "Forgetful 1 points to Node 2, which is doomed, at byte " +
                               std::to_string(reinterpret_cast<std::byte*>(&holder->forgotten) -
                                              reinterpret_cast<std::byte*>(holder)) +
                               ": no line of its class lists that member");
  EXPECT_EQ(found[1].offset, found[0].offset + sizeof(void*));
}

TEST_F(UnlistedHolders, OfTheLivingAreNone) {
  holder->listed = node;
  holder->plain = node;
  EndMarking();
  EXPECT_THAT(FindUnlistedHolders(heap), IsEmpty());
}

TEST_F(UnlistedHolders, AmongTheDoomedAreNotLookedFor) {
  Node* const other = heap.New<Node>('o');
  node->left = other;
  EndMarking();
  EXPECT_THAT(FindUnlistedHolders(heap), IsEmpty());
}

TEST_F(UnlistedHolders, AreFoundWhileThePurgeIsPendingToo) {
  holder->plain = node;
  EndMarking();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  EXPECT_EQ(FindUnlistedHolders(heap).size(), 1u);
  heap.Collect();
  EXPECT_THAT(FindUnlistedHolders(heap), IsEmpty()) << "it is too late: the target is freed";
}

TEST_F(UnlistedHolders, AmongTheDoomedAreNotNamedForAMemberThatIsInNoList) {
  Forgetful* const other = heap.New<Forgetful>();
  other->plain = node;
  other->listed = node;
  EndMarking();
  EXPECT_THAT(FindUnlistedHolders(heap), IsEmpty());
}

// An object of which the part with the header is not the first, and a pointer of any type.
struct InFront {
  virtual ~InFront() = default;
  std::uint64_t word = 0;
};
struct Rear : InFront, Object {
  explicit Rear(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Class Rear::kClass = Describe<Rear>("Rear");
struct Pointing : Object {
  explicit Pointing(const Birth& birth) : Object(birth) {}
  const void* at = nullptr;
  static const Class kClass;
};
const Class Pointing::kClass = Describe<Pointing>("Pointing");

TEST_F(UnlistedHolders, MayPointToTheHeaderOrToTheBeginning) {
  Rear* const rear = heap.New<Rear>();
  Pointing* const pointing = heap.New<Pointing>();
  heap.AddRoot(pointing);
  ASSERT_NE(static_cast<const void*>(static_cast<const Object*>(rear)),
            static_cast<const void*>(rear));
  EndMarking();
  pointing->at = static_cast<const Object*>(rear);
  EXPECT_EQ(FindUnlistedHolders(heap).size(), 1u);
  pointing->at = rear;
  EXPECT_EQ(FindUnlistedHolders(heap).size(), 1u);
}

// Such a reference is found by the verifier.
TEST_F(UnlistedHolders, AreNotNamedForAMemberThatTheirClassLists) {
  EndMarking();
  StoreRaw(holder->listed, node);
  holder->plain = node;
  const std::vector<UnlistedHolder> found = FindUnlistedHolders(heap);
  StoreRaw(holder->listed, nullptr);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].offset,
            reinterpret_cast<std::byte*>(&holder->listed) - reinterpret_cast<std::byte*>(holder));
}

}  // namespace
}  // namespace gc
