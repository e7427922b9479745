// core/inspect/verify/verifier_garbage_test.cc -- what the verifier says of objects that are marked
// garbage, and of references to them.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"
#include "core/testing/raw_store.h"

namespace gc {
namespace {

std::string SaidOfGarbage(const Heap& heap) {
  Verifier verifier;
  const std::optional<Failure> breach = verifier.Verify(heap);
  return breach ? std::string(EntryOf(breach->rule).name) + ": " + breach->sentence : "nothing";
}

// S2.11
TEST(VerifierOfGarbage, FindsAMarkThatIsInOnePlaceOnly) {
  Heap heap;
  Node* const node = heap.New<Node>('n');
  auto& mirrored = Population::FlagsOf(*node);
  mirrored.SetAlone(object_flag::kMirroredGarbage);
  EXPECT_EQ(SaidOfGarbage(heap),
            "garbage-is-nulled: an object is marked garbage in its entry or in itself, and not in "
            "both");
  mirrored.Clear(object_flag::kMirroredGarbage);
  EXPECT_EQ(SaidOfGarbage(heap), "nothing");
  heap.MarkGarbage(node);
  EXPECT_EQ(SaidOfGarbage(heap), "nothing");
  mirrored.Clear(object_flag::kMirroredGarbage);
  EXPECT_EQ(SaidOfGarbage(heap),
            "garbage-is-nulled: an object is marked garbage in its entry or in itself, and not in "
            "both");
}

// B5
TEST(VerifierOfGarbage, FindsAMarkOfWhatIsNeverCollected) {
  Heap heap({.max_disregarded = 1});
  Node* const permanent = heap.New<Node>('p');
  heap.CloseDisregardWindow();
  EXPECT_EQ(SaidOfGarbage(heap), "nothing");
  heap.collector().population.EntryOf(*permanent).flags.Set(flag::kGarbage);
  Population::HeaderMark(*permanent).Set(mark::kGarbage);
  Population::FlagsOf(*permanent).SetAlone(object_flag::kMirroredGarbage);
  EXPECT_EQ(SaidOfGarbage(heap), "garbage-is-nulled: an object that is never collected is garbage");
}

struct TwoKinds : Object {
  explicit TwoKinds(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> plain;
  ObjectPtr<Node> fixed;
  static const Class kClass;
};
const Reference kTwoKindsReferences[] = {Reference::To(&TwoKinds::plain, "plain"),
                                         Reference::To(&TwoKinds::fixed, "fixed").Immutable()};
const Class TwoKinds::kClass = Describe<TwoKinds>("TwoKinds", kTwoKindsReferences);

// S9.7: marking clears a slot that holds garbage, and follows it if it is immutable. So a black
// object with a reference to a white or a doomed one tells which of both was left out.
TEST(VerifierOfGarbage, SaysWhetherASlotWasToBeClearedOrFollowed) {
  for (const bool garbage : {false, true}) {
    for (const bool fixed : {false, true}) {
      Heap heap;
      TwoKinds* const holder = heap.New<TwoKinds>();
      Node* const target = heap.New<Node>('t');
      heap.AddRoot(heap.New<Node>('l'));  // so that the gather is not over with the target
      if (garbage) heap.MarkGarbage(target);
      heap.AddRoot(holder);
      heap.Start();
      heap.Tick(3);  // the initial references, and both roots
      const std::string rule = !garbage ? "insertion-barrier"
                               : fixed  ? "immutable-is-followed"
                                        : "garbage-is-nulled";
      ObjectPtr<Node>& slot = fixed ? holder->fixed : holder->plain;
      EXPECT_EQ(SaidOfGarbage(heap), "nothing");
      StoreRaw(slot, target);
      EXPECT_EQ(SaidOfGarbage(heap), rule + ": a black object refers to a white one");
      StoreRaw(slot, nullptr);
      for (const Phase phase : {Phase::kGathering, Phase::kIdle}) {
        while (heap.phase() != phase || !heap.collector().population.IsDoomed(*target) ||
               heap.collector().gatherer.gathered().empty() != (phase == Phase::kIdle)) {
          heap.Tick(1);
        }
        EXPECT_EQ(SaidOfGarbage(heap), "nothing");
        StoreRaw(slot, target);
        EXPECT_EQ(SaidOfGarbage(heap), rule + ": a live object refers to a doomed one");
        StoreRaw(slot, nullptr);
      }
    }
  }
}

TEST(OccupantsOfATable, AreThoseOfItsIndicesAlone) {
  Heap heap;
  Node* const node = heap.New<Node>('n');
  Node* const freed = heap.New<Node>('f');
  const Index free = freed->header().index;
  heap.AddRoot(node);
  heap.Collect();
  EXPECT_EQ(OccupantOf(heap, node->header().index), node);
  EXPECT_EQ(OccupantOf(heap, free), nullptr);
  EXPECT_EQ(OccupantOf(heap, kNoIndex), nullptr);
  EXPECT_EQ(OccupantOf(heap, heap.collector().population.table.End()), nullptr);
  EXPECT_EQ(OccupantOf(heap, ~Index{0}), nullptr);
}

}  // namespace
}  // namespace gc
