// core/inspect/verify/verifier_test.cc -- every clause of the verifier finds its breach, and a
// healthy heap has none at any point of a cycle.
//
// Each test damages one thing in the state of an otherwise healthy heap.
//
// Label: threads.

#include "core/inspect/verify/verifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "core/testing/damage.h"
#include "core/testing/nodes.h"
#include "core/testing/raw_store.h"

namespace gc {
namespace {

std::string Broken(const Heap& heap) {
  Verifier verifier;
  const std::optional<Failure> breach = verifier.Verify(heap);
  return breach ? std::string(EntryOf(breach->rule).name) : "nothing";
}

// Each store shades at once, so that what is damaged has been shaded.
class VerifierTest : public testing::Test, protected MidTrace {
 protected:
  VerifierTest() : MidTrace({.deferred_stores = 0}) { EXPECT_EQ(Broken(heap), "nothing"); }
  Collector& collector = heap.collector();
  Entry& EntryAt(const Object* object) { return collector.population.EntryOf(*object); }
  void Give(Object* object, MarkBits colour) { collector.population.Give(*object, colour); }
  void Unmark(Object* object) { Give(object, collector.population.marks().White()); }
  void Doom(Object* object) { Give(object, mark::kUnreachable); }
  void TickUntilIdle() {
    while (heap.phase() != Phase::kIdle) heap.Tick(1);
  }
};

TEST_F(VerifierTest, AHealthyHeapHasNoBreachAtAnyPointOfItsLife) {
  class Two final : public Referencer {
   public:
    explicit Two(Heap& heap) : Referencer(heap, Kind::kWrapper, "two") {}
    void Report(Reporter& to) const override { to(slot); }
    ObjectPtr<Node> slot;
  } referencer(heap);
  referencer.Register();
  for (int step = 0; step < 600; ++step) {
    Node* const born = heap.New<Node>('n');
    born->ready = step % 5 != 0;
    born->left = step % 2 == 0 ? black->left : nullptr;
    if (step % 3 == 0) black->left = born;
    if (step % 7 == 0) referencer.slot = born;
    if (step % 11 == 0) black->left = nullptr;
    const WeakPtr<Node> weak(born);
    if (step % 13 == 0) heap.Start();
    heap.Tick(static_cast<Work>(step % 4));
    ASSERT_EQ(Broken(heap), "nothing") << "step " << step;
  }
}

TEST_F(VerifierTest, InsertionBarrierABlackObjectRefersToAWhiteOne) {
  black->left = white;
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  EXPECT_EQ(Broken(heap), "insertion-barrier");
}

TEST_F(VerifierTest, OfTwoBadReferencesOfAnObjectTheFirstIsNamed) {
  black->left = white;
  black->right = white;
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  Verifier verifier;
  ASSERT_TRUE(verifier.Verify(heap));
  EXPECT_STREQ(verifier.edge().name, "left");
}

TEST_F(VerifierTest, InsertionBarrierALiveObjectRefersToADoomedOne) {
  TickUntilIdle();
  Doom(white);
  Damaged(collector.gatherer.gathered())
      .push_back({.object = white, .index = white->header().index});
  EXPECT_EQ(Broken(heap), "insertion-barrier");
  Damaged(collector.gatherer.gathered()).clear();
}

TEST_F(VerifierTest, RootBarrierAWhiteRoot) {
  heap.AddRoot(white);
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  EXPECT_EQ(Broken(heap), "root-barrier");
}

TEST_F(VerifierTest, RootBarrierARootThatTheFlipWouldNotSee) {
  collector.roots.Forget(black->header().index);
  EXPECT_EQ(Broken(heap), "root-barrier");
}

TEST_F(VerifierTest, KeepFlagsAreRootsAWhiteObjectWithAFlag) {
  heap.SetKeepFlags(white, flag::kLoading);
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  EXPECT_EQ(Broken(heap), "keep-flags-are-roots");
}

TEST_F(VerifierTest, StrongBarrierAWhiteObjectWithACount) {
  const StrongPtr<Node> strong(white);
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  EXPECT_EQ(Broken(heap), "strong-barrier");
}

class One final : public Referencer {
 public:
  One(Heap& heap, Node* to, Kind kind = Kind::kWrapper) : Referencer(heap, kind, "one"), slot(to) {}
  void Report(Reporter& to) const override { to(slot); }
  ObjectPtr<Node> slot;
};

TEST_F(VerifierTest, ReferencerBarrierANewReferencerReportsAWhiteObject) {
  One one(heap, white);
  one.Register();
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  EXPECT_EQ(Broken(heap), "referencer-barrier");
}

TEST_F(VerifierTest, ReferencerBarrierARawOneMayUntilTheTraceEnds) {
  One one(heap, white, Referencer::Kind::kRaw);
  one.Register();
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  EXPECT_EQ(Broken(heap), "nothing");
  grey->left = nullptr;
  Damaged(collector.wavefront.work()).clear();
  collector.population.colours.Enter(Phase::kGathering);
  collector.gatherer.Begin();
  EXPECT_EQ(Broken(heap), "referencer-barrier");
}

TEST_F(VerifierTest, InitialReferencesAlwaysAnOldReferencerReportsAWhiteObject) {
  One one(heap, nullptr);
  TickUntilIdle();
  one.Register();
  heap.Start();
  heap.Tick(1);  // the initial references
  one.slot = white;
  Damaged(collector.wavefront.barrier()).clear();
  Unmark(white);
  EXPECT_EQ(Broken(heap), "initial-references-always");
}

// The marker reads the mark in the header, and the gather the one in the map.
TEST_F(VerifierTest, MarkOnceTheHeaderDoesNotSayWhatTheMapSays) {
  Population::HeaderMark(*white).Store(collector.population.marks().Reachable());
  EXPECT_EQ(Broken(heap), "mark-once");
  Population::HeaderMark(*white).Store(collector.population.marks().White());
  EXPECT_EQ(Broken(heap), "nothing");
  Population::HeaderMark(*white).Set(mark::kGarbage);
  EXPECT_EQ(Broken(heap), "garbage-is-nulled");
}

TEST_F(VerifierTest, BirthColourIdleBothBitsOrNone) {
  Give(white, mark::kA | mark::kB);
  EXPECT_EQ(Broken(heap), "birth-colour-idle");
  Give(white, 0);
  EXPECT_EQ(Broken(heap), "birth-colour-idle");
}

TEST_F(VerifierTest, BirthColourIdleAWhiteObjectThatNoGatherHasSeen) {
  TickUntilIdle();
  Unmark(heap.New<Node>('n'));
  EXPECT_EQ(Broken(heap), "birth-colour-idle");
}

TEST_F(VerifierTest, BirthColourGatheringAWhiteObjectBeyondTheRange) {
  while (heap.phase() != Phase::kGathering) heap.Tick(1);
  Unmark(heap.New<Node>('n'));
  EXPECT_EQ(Broken(heap), "birth-colour-gathering");
}

TEST_F(VerifierTest, GatherCoversRangeAWhiteObjectBehindTheGather) {
  while (heap.phase() != Phase::kGathering) heap.Tick(1);
  heap.Tick(2);
  grey->left = nullptr;
  heap.RemoveRoot(grey);
  Unmark(grey);
  EXPECT_EQ(Broken(heap), "gather-covers-range");
}

TEST_F(VerifierTest, GreyIsQueuedAnObjectWaitsTwice) {
  Damaged(collector.wavefront.barrier()).push_back(grey);
  EXPECT_EQ(Broken(heap), "grey-is-queued");
}

// Has no references, and calls a function when it is scanned.
struct Scanned : Object {
  explicit Scanned(const Birth& birth) : Object(birth) {}
  void VisitReferences(const SlotVisitor&) {
    if (when_scanned) std::exchange(when_scanned, nullptr)();
  }
  std::function<void()> when_scanned;
  static const Class kClass;
};
const Reference kScannedReferences[] = {Reference::Shown<Scanned>("nothing")};
const Class Scanned::kClass = Describe<Scanned>("Scanned", kScannedReferences);

TEST_F(VerifierTest, ScanIsAtomicAScanIsUnderWay) {
  TickUntilIdle();
  Scanned* const scanned = heap.New<Scanned>();
  heap.AddRoot(scanned);
  heap.Start();
  std::string broken;
  scanned->when_scanned = [&] { broken = Broken(heap); };
  TickUntilIdle();
  EXPECT_EQ(broken, "scan-is-atomic");
}

TEST_F(VerifierTest, EndNeedsEmptyAnObjectWaitsAfterTheEnd) {
  while (heap.phase() != Phase::kGathering) heap.Tick(1);
  Damaged(collector.wavefront.barrier()).push_back(black);
  EXPECT_EQ(Broken(heap), "end-needs-empty");
  Damaged(collector.wavefront.barrier()).clear();
}

TEST_F(VerifierTest, EndNeedsEmptyTheInitialReferencesWereNeverTaken) {
  while (heap.phase() != Phase::kGathering) heap.Tick(1);
  collector.marker.Recycle();
  EXPECT_EQ(Broken(heap), "end-needs-empty");
}

TEST_F(VerifierTest, FlipPreconditionAWaitingObjectIsWhite) {
  collector.population.colours.Flip();
  EXPECT_EQ(Broken(heap), "flip-precondition");
  collector.population.colours.Flip();
}

TEST_F(VerifierTest, FlipPreconditionAGatherIsPendingBesideTheTrace) {
  collector.gatherer.Begin();
  EXPECT_EQ(Broken(heap), "flip-precondition");
}

// A heap in which two objects were gathered, and whose purge has begun.
// The holder is white as well: marking may still come to it.
TEST(VerifierOfWaiting, DestroyLeaksNothingAWhiteObjectRefersToOneWhoseEndHasBegun) {
  Heap heap;
  Node* const waits = heap.New<Node>('w');
  Node* const holder = heap.New<Node>('h');
  waits->ready = false;
  heap.AddRoot(holder);
  heap.Collect();
  heap.RemoveRoot(holder);
  heap.Start();
  EXPECT_EQ(Broken(heap), "nothing");
  StoreRaw(holder->right, waits);
  EXPECT_EQ(Broken(heap), "destroy-leaks-nothing");
  StoreRaw(holder->right, nullptr);
  waits->ready = true;
}

class PurgeVerifierTest : public VerifierTest {
 protected:
  PurgeVerifierTest() {
    grey->left = nullptr;
    TickUntilIdle();
    heap.Tick(kUnlimited);
    x = heap.New<Node>('x');
    y = heap.New<Node>('y');
    x->left = y;
    heap.Start();
    TickUntilIdle();
    EXPECT_EQ(collector.purger.stage(), Stage::kBegin);
    EXPECT_EQ(Broken(heap), "nothing");
  }
  Node* x;
  Node* y;
};

TEST_F(PurgeVerifierTest, UnreachableIsFinalADoomedObjectIsMarked) {
  Give(x, collector.population.marks().Reachable());
  EXPECT_EQ(Broken(heap), "unreachable-is-final");
}

TEST_F(PurgeVerifierTest, FlipLeavesUnreachableADoomedObjectIsWhite) {
  Unmark(x);
  EXPECT_EQ(Broken(heap), "flip-leaves-unreachable");
}

TEST_F(PurgeVerifierTest, SerialMovesOnAnEmptyIndexHasASerial) {
  const WeakPtr<Node> weak(x);
  const Index index = x->header().index;
  heap.Tick(kUnlimited);
  ASSERT_EQ(Broken(heap), "nothing");
  collector.population.table[index].serial = weak.serial();
  EXPECT_EQ(Broken(heap), "serial-moves-on");
  collector.population.table[index].serial = 0;
}

TEST_F(PurgeVerifierTest, SerialMovesOnASerialWillBeGivenAgain) {
  const WeakPtr<Node> weak(grey);
  collector.serials.SkipTo(collector.serials.Last() - 1);
  EXPECT_EQ(Broken(heap), "serial-moves-on");
}

TEST_F(PurgeVerifierTest, IndexAfterFreeAFreeIndexHasAnObject) {
  collector.population.table.Release(x->header().index);
  EXPECT_EQ(Broken(heap), "index-after-free");
}

TEST_F(PurgeVerifierTest, BeginFinishFreeOneWasLeftOut) {
  heap.Tick(1);
  EntryAt(collector.purger.batch()[0].object).flags.Clear(flag::kBegun);
  EXPECT_EQ(Broken(heap), "begin-finish-free");
}

TEST_F(PurgeVerifierTest, BeginFinishFreeOneFinishedWhileOthersBegin) {
  heap.Tick(1);
  EntryAt(x).flags.Set(flag::kFinished);
  EXPECT_EQ(Broken(heap), "begin-finish-free");
}

TEST_F(PurgeVerifierTest, FinishBeforeFreeOneWasFreedWhileOthersAreAsked) {
  heap.Tick(3);
  ASSERT_EQ(collector.purger.stage(), Stage::kPoll);
  ASSERT_EQ(Broken(heap), "nothing");
  collector.purger.FreeSome(1);
  EXPECT_EQ(Broken(heap), "finish-before-free");
}

TEST_F(PurgeVerifierTest, WaitIsRevisitedOneIsInNoList) {
  x->ready = false;
  heap.Tick(kUnlimited);
  ASSERT_EQ(Broken(heap), "nothing");
  ASSERT_EQ(collector.purger.waiting().size(), 1u);
  Damaged(collector.purger.waiting()).clear();
  EXPECT_EQ(Broken(heap), "wait-is-revisited");
}

TEST_F(PurgeVerifierTest, WaitingLetsGoOneThatWaitsHasReferences) {
  x->ready = false;
  heap.Tick(kUnlimited);
  x->left = grey;
  EXPECT_EQ(Broken(heap), "waiting-lets-go");
}

TEST_F(PurgeVerifierTest, WaitingLetsGoADoomedObjectRefersToFreedMemory) {
  Heap elsewhere;
  x->left = elsewhere.New<Node>('z');  // an object of another heap stands for freed memory
  EXPECT_EQ(Broken(heap), "waiting-lets-go");
  x->left = nullptr;
}

}  // namespace
}  // namespace gc
