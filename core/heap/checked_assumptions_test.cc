// core/heap/checked_assumptions_test.cc -- a checked build ends a program that does what the proof
// assumes of no program, and names holder, field and target.
//
// The assumptions stand in model/README.md. In builds without checks such a program is left with a
// reference to freed memory, which the verification modes find (S20.1, S20.2); so there is nothing
// to test in them.

#include <gtest/gtest.h>

#include "core/population/use.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class WithDisregarded : public testing::Test {
 protected:
  WithDisregarded() {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    heap.CloseDisregardWindow();
    kept = heap.New<Node>('k');
    heap.AddRoot(kept);
  }
  Heap heap{HeapOptions{.max_disregarded = 2}};
  Node* const early = heap.New<Node>('e');
  Node* kept = nullptr;
};

// In every build: what is right is not refused, whichever way it is written.
using CheckedAssumptions = WithDisregarded;

TEST_F(CheckedAssumptions, ADisregardedObjectThatHoldsWhatIsKeptIsSilent) {
  early->left = kept;
  early->right = early;
  heap.Collect();
  heap.SetKeepFlags(kept, flag::kNative);
  heap.RemoveRoot(kept);
  heap.Collect();
  EXPECT_EQ(early->left.Get(), kept);
  early->left = nullptr;
  heap.ClearKeepFlags(kept, flag::kNative);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// Doomed objects may refer to one another until they are freed.
struct Pair : Object {
  explicit Pair(const Birth& birth) : Object(birth) {}
  void BeginDestroy() noexcept {
    if (heir != nullptr) heir->last = this;
  }
  static const Class kClass;
  ObjectPtr<Pair> last;
  Pair* heir = nullptr;
};
const Reference kPairReferences[] = {Reference::To(&Pair::last, "last")};
const Class Pair::kClass = Describe<Pair>("Pair", kPairReferences);

TEST(CheckedCallbacks, ADoomedObjectThatIsStoredInADoomedOneIsSilent) {
  Heap heap;
  Pair* const heir = heap.New<Pair>();
  heap.New<Pair>()->heir = heir;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

#if TRICOLOUR_CHECKED && !TRICOLOUR_FAULTY

using CheckedAssumptionsDeathTest = WithDisregarded;

TEST_F(CheckedAssumptionsDeathTest, ADisregardedObjectThatIsGivenWhatNothingKeepsIsNamed) {
  early->left = heap.New<Node>('m');
  EXPECT_DEATH(heap.Start(),
               "store with Heap::Store, and keep the target a root: Node 1 .left refers to Node "
               "[0-9]+\n.*rule disregarded-is-deep");
  early->left = nullptr;
}

TEST_F(CheckedAssumptionsDeathTest, WhatADisregardedObjectRefersToStaysKept) {
  early->right = kept;
  heap.Collect();
  heap.RemoveRoot(kept);
  EXPECT_DEATH(heap.Collect(), "Node 1 .right refers to Node [0-9]+\n.*rule disregarded-is-deep");
  heap.AddRoot(kept);
  heap.Collect();
}

TEST_F(CheckedAssumptionsDeathTest, ADoomedObjectThatIsStoredInALiveOneIsNamedWithItsHolder) {
  Pair* const heir = heap.New<Pair>();
  heap.AddRoot(heir);
  heap.New<Pair>()->heir = heir;
  EXPECT_DEATH(heap.Collect(),
               "stored in no live object, which outlives it: Pair [0-9]+ was given Pair "
               "[0-9]+\n.*rule destroy-leaks-nothing");
}

#endif

}  // namespace
}  // namespace gc
