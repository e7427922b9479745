// core/inspect/verify/fingerprint_test.cc -- heaps with the same future have the same fingerprint,
// and others have different ones.

#include "core/inspect/verify/fingerprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "core/population/stall.h"
#include "core/testing/clusters.h"
#include "core/testing/damage.h"
#include "core/testing/fingerprints.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

std::uint64_t Of(const Heap& heap) { return FingerprintOf(heap); }

std::uint64_t Of(const Heap& heap, const WeakReference& weak) {
  Hasher hasher;
  AddWeak(heap, weak, hasher);
  return hasher.Value();
}

// The values were computed apart from this code, in Python.
TEST(Hashers, MixEachWordByTheMultiplicationThatTheyName) {
  Hasher hasher;
  hasher.Add(1);
  EXPECT_EQ(hasher.Value(), 0x9a7164499061674bu);
  hasher.Add(2);
  EXPECT_EQ(hasher.Value(), 0x3c6f369dbd81a88au);
}

TEST(Fingerprint, IsTheSameForHeapsMadeTheSameWay) {
  MidTrace first;
  MidTrace second;
  EXPECT_EQ(Of(first.heap), Of(second.heap));
}

TEST(Fingerprint, SeesAnEdgeARootACountAndAColour) {
  MidTrace reference;
  MidTrace other;
  const std::uint64_t before = Of(reference.heap);
  other.black->right = other.black;
  EXPECT_NE(Of(other.heap), before);
  other.black->right = nullptr;
  EXPECT_EQ(Of(other.heap), before);
  other.heap.RemoveRoot(other.black);
  EXPECT_NE(Of(other.heap), before);
  other.heap.AddRoot(other.black);
  EXPECT_EQ(Of(other.heap), before);
  {
    const StrongPtr<Node> strong(other.black);
    EXPECT_NE(Of(other.heap), before);
  }
  other.heap.Tick(1);
  EXPECT_NE(Of(other.heap), before);
}

// What is left to do differs, though the same objects are there: a marking takes its initial
// references, scans, runs dry, and ends.
TEST(Fingerprint, OfEachPointOfACycleIsAnother) {
  Heap heap;
  Node* const root = heap.New<Node>('a');
  heap.AddRoot(root);
  for (int i = 0; i < 3; ++i) heap.New<Node>('d');
  std::set<std::uint64_t> seen{Of(heap)};
  heap.Start();
  do {
    EXPECT_TRUE(seen.insert(Of(heap)).second) << "point " << seen.size();
    heap.Tick(1);
  } while (heap.phase() != Phase::kIdle || heap.PurgePending());
  EXPECT_GT(seen.size(), 8u);
}

// An object under construction keeps the marking from its end, which is decided by what ran dry.
TEST(Fingerprint, SeesThatAMarkingRanDry) {
  Heap heap;
  Factory make(heap);
  const Reserved<Thing> reserved = make.Reserve<Thing>();
  heap.Start();
  std::uint64_t before = 0;
  while (!heap.collector().marker.RanDry()) {
    before = Of(heap);
    heap.Tick(1);
  }
  ASSERT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_NE(Of(heap), before);
}

TEST(Fingerprint, DoesNotSeeWhichBitMeansReachable) {
  Heap heap;
  heap.AddRoot(heap.New<Node>('a'));
  heap.Collect();
  const std::uint64_t after_one = Of(heap);
  heap.Collect();
  EXPECT_EQ(Of(heap), after_one);
}

TEST(Fingerprint, SeesTheOrderInWhichObjectsWait) {
  MidTrace first({.deferred_stores = 0});
  MidTrace second({.deferred_stores = 0});
  Node* const a = first.heap.New<Node>('a');
  Node* const b = second.heap.New<Node>('a');
  first.black->left = first.white;
  first.black->right = a;
  second.black->left = second.white;
  second.black->right = b;
  ASSERT_EQ(Of(first.heap), Of(second.heap));
  std::swap(Damaged(second.heap.collector().wavefront.work())[0],
            Damaged(second.heap.collector().wavefront.barrier())[0]);
  EXPECT_NE(Of(first.heap), Of(second.heap));
}

TEST(Fingerprint, SeesTheOrderOfFreeIndices) {
  std::uint64_t of[2];
  for (int i = 0; i < 2; ++i) {
    Heap heap;
    Node* const a = heap.New<Node>('a');
    Node* const b = heap.New<Node>('b');
    heap.AddRoot(i == 0 ? a : b);
    heap.Collect();
    heap.RemoveRoot(i == 0 ? a : b);
    heap.Collect();
    ASSERT_EQ(heap.ObjectCount(), 0u);
    of[i] = Of(heap);
  }
  EXPECT_NE(of[0], of[1]);
}

TEST(Fingerprint, OfAWeakReferenceSaysOnlyWhatCanBeNoticed) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  heap.AddRoot(b);
  const WeakPtr<Node> to_a(a);
  const WeakPtr<Node> to_b(b);
  const WeakPtr<Node> null;
  const std::uint64_t before = Of(heap, to_a);
  EXPECT_NE(before, Of(heap, to_b));
  EXPECT_NE(before, Of(heap, null));
  heap.Collect();
  EXPECT_NE(Of(heap, to_a), before);
  EXPECT_NE(Of(heap, to_a), Of(heap, null));
  const Node* const c = heap.New<Node>('c');
  ASSERT_EQ(c->header().index, to_a.index());
  EXPECT_NE(Of(heap, to_a), Of(heap, WeakPtr<Node>(c)));
  EXPECT_EQ(Of(heap, WeakPtr<Node>(c)), before) << "the serial itself cannot be noticed";
}

TEST(Fingerprint, MayBeTakenInEveryStageOfAPurge) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  a->left = heap.New<Node>('b');
  a->left->left = a;
  heap.Start();
  std::vector<std::uint64_t> seen;
  while (heap.Tick(1) != 0) seen.push_back(Of(heap));
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

// What marking does next depends on the colours alone here: no list has either object.
TEST(Fingerprint, TellsAWhiteObjectFromABlackOne) {
  MidTrace reference, other;
  Collector& collector = other.heap.collector();
  const std::uint64_t before = Of(reference.heap);
  for (Node* const object : {other.white, other.black}) {
    const MarkBits was = collector.population.MarkOf(*object).Load();
    std::vector<std::uint64_t> seen;
    for (const MarkBits mark : {collector.population.marks().White(),
                                collector.population.marks().Reachable(), mark::kUnreachable}) {
      collector.population.Give(*object, mark);
      seen.push_back(Of(other.heap));
    }
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::unique(seen).begin(), seen.end()) << "two colours look alike";
    collector.population.Give(*object, was);
    EXPECT_EQ(Of(other.heap), before);
  }
}

// Each of these decides which unit is next.
TEST(Fingerprint, SeesHowFarTheEndOfMarkingHasCome) {
  Heap heap;
  heap.AddRoot(heap.New<Node>('a'));
  heap.Start();
  std::vector<std::uint64_t> seen;
  while (heap.phase() == Phase::kMarking) {
    seen.push_back(Of(heap));
    heap.Tick(1);
  }
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::unique(seen).begin(), seen.end());
}

struct ClusterFingerprint : ClusterTest {};

TEST_F(ClusterFingerprint, SeesThatThereIsACluster) {
  Hub* const hub = Chained(5);
  heap.AddRoot(hub);
  const std::uint64_t before = Of(heap);
  heap.MakeCluster(hub);
  EXPECT_NE(Of(heap), before);
}

// Each of them alone. Who the members are is seen by their links.
TEST_F(ClusterFingerprint, SeesEachPartOfARecord) {
  Hub* const other = Clustered(5);
  Hub* const hub = Chained(5);
  Nth(hub, 1)->to[1] = heap.New<Loner>();
  Nth(hub, 2)->to[1] = other;
  ASSERT_EQ(heap.MakeCluster(hub), 6u);
  const Cluster& shown = RecordOfRoot(hub);
  ASSERT_EQ(shown.mutables.size(), 1u);
  ASSERT_EQ(shown.refers_to.size(), 1u);
  Cluster& record = Damaged(shown);
  const Cluster was = record;
  const std::uint64_t before = Of(heap);
  const std::uint32_t cycle = heap.collector().clusters.cycle();
  std::set<std::uint64_t> seen = {before};
  const std::function<void(Cluster&)> changes[] = {
      [](Cluster& one) { one.mutables.clear(); },
      [](Cluster& one) { one.refers_to.clear(); },
      [](Cluster& one) { one.needs_dissolving = true; },
      [cycle](Cluster& one) { one.activated_in = one.IsActivated(cycle) ? 0 : cycle; },
  };
  for (const auto& change : changes) {
    change(record);
    EXPECT_TRUE(seen.insert(Of(heap)).second) << "change " << seen.size();
    record = was;
    EXPECT_EQ(Of(heap), before);
  }
}

// An object which is marked, and for which no list has room. A second heap has the same objects and
// colours, and no list of it has the object either; but marking is not to look for it again.
TEST(LeftOverFingerprint, SeesFromWhereObjectsAreScannedAgain) {
  std::set<std::uint64_t> seen;
  for (const int left_over : {0, 1, 2}) {
    Heap heap;
    Node* const a = heap.New<Node>('a');
    Node* const b = heap.New<Node>('b');
    heap.Start();
    const Marks& marks = heap.collector().population.marks();
    for (Node* const one : {a, b}) heap.collector().population.Give(*one, marks.Reachable());
    Wavefront& wavefront = Damaged(heap.collector().wavefront);
    if (left_over != 0) wavefront.LeaveOver(*(left_over == 1 ? a : b));
    EXPECT_EQ(wavefront.HasLeftOver(), left_over != 0);
    EXPECT_TRUE(wavefront.work().empty());
    EXPECT_TRUE(seen.insert(Of(heap)).second) << left_over;
  }
}

TEST(Fingerprint, SeesThatAWhiteObjectIsGarbage) {
  MidTrace sound, other;
  ASSERT_EQ(Of(sound.heap), Of(other.heap));
  other.heap.MarkGarbage(other.white);
  EXPECT_NE(Of(sound.heap), Of(other.heap));
}

TEST(Fingerprint, SeesTheOrderOfWhatIsDoomed) {
  Heap heap;
  for (int i = 0; i < 3; ++i) heap.New<Node>('d');
  heap.Start();
  for (int i = 0; i < 100 && !heap.PurgePending(); ++i) heap.Tick(1);
  const auto batch = heap.collector().purger.batch();
  ASSERT_EQ(batch.size(), 3u);
  const std::uint64_t before = Of(heap);
  const std::size_t at = batch[0].index % 2 == 0 ? 0 : 1;  // half of both indices is the same
  std::swap(Damaged(batch[at]), Damaged(batch[at + 1]));
  EXPECT_NE(Of(heap), before);
  std::swap(Damaged(batch[at]), Damaged(batch[at + 1]));
}

TEST(Fingerprint, SeesALocal) {
  Heap heap({.locals = Locals::kRescanned});
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  const std::uint64_t before = Of(heap);
  std::uint64_t of_a = 0;
  {
    const Local<Node> local(heap, a);
    of_a = Of(heap);
    EXPECT_NE(of_a, before);
  }
  EXPECT_EQ(Of(heap), before);
  const Local<Node> local(heap, b);
  EXPECT_NE(Of(heap), of_a);
}

// There is no object whose colour or place in a list would say that a marking has begun.
TEST(Fingerprint, SeesThatAHeapWithoutObjectsIsMarked) {
  Heap heap;
  std::set<std::uint64_t> seen{Of(heap)};
  heap.Start();
  ASSERT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_TRUE(seen.insert(Of(heap)).second);
  heap.Tick(1);
  EXPECT_TRUE(seen.insert(Of(heap)).second);
}

// How many serials were given cannot be noticed.
// A heap that never had an object has no table yet.
TEST(Fingerprint, OfAWeakReferenceToNothingAsksNoObject) {
  Stall stall;
  const Stall::Use use(stall);
  const Heap empty;
  Heap heap;
  heap.New<Node>('a');
  EXPECT_EQ(Of(empty, WeakPtr<Node>()), Of(heap, WeakPtr<Node>()));
}

TEST(Fingerprint, DoesNotSeeThatAWeakReferenceWasMade) {
  MidTrace trace;
  const std::uint64_t before = Of(trace.heap);
  const Serial last = trace.heap.collector().serials.Last();
  const WeakPtr<Node> weak(trace.black);
  ASSERT_NE(trace.heap.collector().serials.Last(), last);
  EXPECT_EQ(Of(trace.heap), before);
}

// S2.13: a member that reached its cluster in the last cycle is no longer known in the next.
TEST_F(ClusterFingerprint, DoesNotSeeThroughWhichMemberAnEarlierCycleReachedTheCluster) {
  Hub* const hub = Clustered(4);
  Piece* const root = heap.New<Piece>();
  heap.AddRoot(root);
  root->to[0] = Nth(hub, 3);
  root->to[1] = Nth(hub, 2);
  heap.Start();
  FinishCycle();
  std::swap(root->to[0], root->to[1]);
  heap.Start();
  ASSERT_TRUE(Has(Nth(hub, 3), flag::kReachableInCluster));
  const std::uint64_t behind_the_third = Of(heap);
  FinishCycle();
  const std::uint64_t through_the_second = Of(heap);
  heap.Start();
  ASSERT_TRUE(Has(Nth(hub, 2), flag::kReachableInCluster));
  EXPECT_EQ(Of(heap), behind_the_third);
  EXPECT_NE(Of(heap), through_the_second);
}

}  // namespace
}  // namespace gc
