// core/heap/checked_store_test.cc -- a store that knows its holder refuses what would dangle.

#include <gtest/gtest.h>

#include <optional>

#include "core/inspect/verify/disregard_check.h"
#include "core/inspect/verify/verifier.h"
#include "core/population/use.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class CheckedStore : public testing::Test {
 protected:
  explicit CheckedStore() : heap({.max_disregarded = 2}) {
    early = heap.New<Node>('e');
    heap.CloseDisregardWindow();
  }
  Heap heap;
  Node* early = nullptr;
  Verifier verifier;
};

TEST_F(CheckedStore, IntoAManagedObjectIsAStore) {
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  EXPECT_EQ(heap.Store(a, a->left, b), std::nullopt);
  EXPECT_EQ(a->left.Get(), b);
  EXPECT_EQ(heap.Store(a, a->left, nullptr), std::nullopt);
  EXPECT_EQ(a->left.Get(), nullptr);
}

TEST_F(CheckedStore, IntoADisregardedObjectOfWhatNothingKeepsIsRefusedWithRuleAndHolder) {
  Node* const managed = heap.New<Node>('m');
  const std::optional<Failure> refused = heap.Store(early, early->left, managed);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->rule, Rule::kDisregardedIsDeep);
  EXPECT_EQ(refused->index, early->header().index);
  EXPECT_EQ(early->left.Get(), nullptr) << "the slot stays as it was";
  EXPECT_TRUE(DisregardOffences(heap).empty());
}

TEST_F(CheckedStore, IntoADisregardedObjectOfWhatIsKeptIsAStore) {
  Node* const kept = heap.New<Node>('k');
  heap.SetKeepFlags(kept, flag::kNative);
  EXPECT_EQ(heap.Store(early, early->left, kept), std::nullopt);
  EXPECT_EQ(heap.Store(early, early->right, early), std::nullopt);
  heap.Collect();
  EXPECT_EQ(early->left.Get(), kept);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
}

// An object that, in a destroy callback, stores itself into its heir: by the checked store, or by a
// plain store that goes past the check.
struct Leaver : Object {
  explicit Leaver(const Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept {
    if (heir == nullptr) return;
    if (in == nullptr) {
      heir->last = this;
    } else {
      refused = in->Store(heir, heir->last, this);
    }
  }
  static const Class kClass;
  ObjectPtr<Leaver> last;
  Leaver* heir = nullptr;
  Heap* in = nullptr;
  static inline std::optional<Failure> refused;
};
const Reference kLeaverReferences[] = {Reference::To(&Leaver::last, "last")};
const Class Leaver::kClass = Describe<Leaver>("Leaver", kLeaverReferences);

class LastWords : public testing::Test {
 protected:
  LastWords() {
    Leaver::refused.reset();
    heap.AddRoot(heir);
    leaver->heir = heir;
  }
  // The first failure that the verifier finds while the leaver is collected a unit at a time.
  std::optional<Failure> CollectBySteps() {
    heap.Start();
    Verifier verifier;
    while (heap.Tick(1) != 0) {
      if (const std::optional<Failure> found = verifier.Verify(heap)) return found;
    }
    return std::nullopt;
  }
  Heap heap;
  Leaver* const heir = heap.New<Leaver>();
  Leaver* const leaver = heap.New<Leaver>();
};

TEST_F(LastWords, OfTheDoomedToTheLiveAreRefusedWithRuleAndHolder) {
  leaver->in = &heap;
  EXPECT_EQ(CollectBySteps(), std::nullopt);
  ASSERT_TRUE(Leaver::refused);
  EXPECT_EQ(Leaver::refused->rule, Rule::kDestroyLeaksNothing);
  EXPECT_EQ(Leaver::refused->index, heir->header().index);
  EXPECT_EQ(heir->last.Get(), nullptr);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// If the heir is doomed too, it may still outlive the leaver: it may be in another batch, or wait
// until it is ready.
TEST_F(LastWords, OfTheDoomedToTheDoomedAreRefusedToo) {
  heap.RemoveRoot(heir);
  leaver->in = &heap;
  EXPECT_EQ(CollectBySteps(), std::nullopt);
  EXPECT_TRUE(Leaver::refused);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST_F(LastWords, PastTheCheckedStoreAreFoundByTheVerifierInTheirHolder) {
  if (kUseChecked) return;  // there the store ends the program (CheckedAssumptionsDeathTest)
  const std::optional<Failure> found = CollectBySteps();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rule, Rule::kDestroyLeaksNothing);
  EXPECT_EQ(found->index, heir->header().index);
  heir->last = nullptr;
}

TEST_F(CheckedStore, DeathByStoringAnObjectOfAnotherHeap) {
  Heap other;
  Node* const stranger = other.New<Node>('s');
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(heap.Store(early, early->left, stranger), "must be objects of this heap");
}

}  // namespace
}  // namespace gc
