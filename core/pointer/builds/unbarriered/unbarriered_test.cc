// core/pointer/builds/unbarriered/unbarriered_test.cc -- without the barrier, a reference is a
// plain pointer, and a heap can only be collected with the world stopped. S5.3

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>

#include "core/pointer/container.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct Holder : Object {
  explicit Holder(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> one;
  Vector<Node> many;
  static const Class kClass;
};
const Reference kHolderReferences[] = {Reference::To(&Holder::one, "one"),
                                       Reference::To(&Holder::many, "many")};
const Class Holder::kClass = Describe<Holder>("Holder", kHolderReferences);

TEST(Unbarriered, AReferenceIsAsTrivialAsAPlainPointer) {
  static_assert(!kBarriered);
  static_assert(std::is_trivially_copyable_v<ObjectPtr<Node>>);
  static_assert(std::is_trivially_move_assignable_v<ObjectPtr<Node>>);
  static_assert(sizeof(ObjectPtr<Node>) == sizeof(void*));
}

TEST(Unbarriered, ACollectionWithTheWorldStoppedKeepsWhatItShould) {
  Heap heap;
  Holder* const holder = heap.New<Holder>();
  heap.AddRoot(holder);
  holder->one = heap.New<Node>('a');
  holder->many.push_back(heap.New<Node>('b'));
  holder->many.push_back(holder->one);
  Vector<Node> moved = std::move(holder->many);
  swap(moved, holder->many);
  heap.New<Node>('c');
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u);
  EXPECT_EQ(holder->many.size(), 2u);
}

// S5.5: a cluster needs the barrier to notice a store into a member, so there are no clusters here.
TEST(Unbarriered, ThereAreNoClusters) {
  Heap heap;
  Holder* const holder = heap.New<Holder>();
  EXPECT_FALSE(heap.AllocateCluster(holder));
  EXPECT_EQ(heap.ClusterRootOf(holder), nullptr);
}

// S5.3: and a scheduler can collect, in one step of marking.
TEST(Unbarriered, ACycleThatIsMarkedAtOnceIsNotRefused) {
  Heap heap;
  heap.AddRoot(heap.New<Node>('a'));
  heap.New<Node>('b');
  ASSERT_TRUE(heap.Start(object_flag::kNone, Heap::Marking::kAtOnce));
  while (heap.Tick(kUnlimited) != 0) continue;
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

TEST(UnbarrieredDeathTest, ATraceInSlicesIsRefused) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  EXPECT_DEATH(heap.Start(),
               "needs the barrier, which this build does not have\n.*rule insertion-barrier");
}

}  // namespace
}  // namespace gc
