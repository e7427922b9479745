// core/inspect/verify/verifier_lists_test.cc -- the clauses of lists that are seldom wrong: what is
// to be shaded soon, what no list had room for, freed objects in a list, and a cluster's books.
//
// Each test damages one thing and mends it; then nothing is found again.

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <string>

#include "core/inspect/verify/verifier.h"
#include "core/testing/clusters.h"
#include "core/testing/damage.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

std::string SentenceOn(const Heap& heap) {
  Verifier verifier;
  const std::optional<Failure> breach = verifier.Verify(heap);
  return breach ? std::string(EntryOf(breach->rule).name) + ": " + breach->sentence : "nothing";
}

class ListVerifier : public testing::Test, protected MidTrace {
 protected:
  ListVerifier() { EXPECT_EQ(SentenceOn(heap), "nothing"); }
  ~ListVerifier() override { EXPECT_EQ(SentenceOn(heap), "nothing"); }
  void Finish() {
    while (heap.phase() != Phase::kIdle) heap.Tick(1);
  }
  Wavefront& wavefront() { return heap.collector().wavefront; }
  StoreBuffer& stored() { return Damaged(wavefront().stored()); }
  Heap elsewhere;  // its objects stand for freed memory
  Node* const freed = elsewhere.New<Node>('f');
};

TEST_F(ListVerifier, LeftOverOutsideOfATrace) {
  Finish();
  wavefront().LeaveOver(*black);
  EXPECT_EQ(SentenceOn(heap),
            "end-needs-empty: an object that no list had room for was not scanned, and no trace is "
            "pending");
  Object* scanned[4];
  while (wavefront().HasLeftOver()) wavefront().TakeLeftOver(scanned, 4);
}

TEST_F(ListVerifier, ToBeShadedSoonOutsideOfATrace) {
  Finish();
  stored().Open(4);
  EXPECT_TRUE(stored().TryPut(*black));
  EXPECT_EQ(SentenceOn(heap),
            "end-needs-empty: an object is to be shaded soon, and no trace is pending");
  stored().Close();
}

TEST_F(ListVerifier, ToBeShadedSoonAndFreed) {
  stored().Open(4);
  EXPECT_TRUE(stored().TryPut(*freed));
  EXPECT_EQ(SentenceOn(heap), "grey-is-queued: a freed object is to be shaded soon");
  stored().Close();
}

TEST_F(ListVerifier, WaitingToBeScannedAndFreed) {
  Damaged(wavefront().barrier()).push_back(freed);
  EXPECT_EQ(SentenceOn(heap), "grey-is-queued: a freed object waits to be scanned");
  Damaged(wavefront().barrier()).pop_back();
}

TEST_F(ListVerifier, DoomedAndAnothersEntry) {
  Finish();
  Node* const doomed = heap.New<Node>('d');
  heap.Start();
  Finish();
  ASSERT_EQ(heap.collector().purger.batch().size(), 1u);
  Object*& listed = Damaged(heap.collector().purger.batch()[0]).object;
  listed = freed;
  EXPECT_EQ(SentenceOn(heap),
            "index-after-free: the entry of a doomed object is empty or another object's");
  listed = doomed;
}

class ClusterListVerifier : public ClusterTest {
 protected:
  ClusterListVerifier() {
    for (Hub*& hub : hubs) {
      hub = Chained(5);
      heap.AddRoot(hub);
      EXPECT_EQ(heap.MakeCluster(hub), 6u);
    }
    EXPECT_EQ(SentenceOn(heap), "nothing");
  }
  ~ClusterListVerifier() override { EXPECT_EQ(SentenceOn(heap), "nothing"); }
  const Cluster& Of(const Object& root) {
    const ClusterRecords& records = heap.collector().clusters.records();
    return records[records.ClusterOf(root.header().index)];
  }
  Hub* hubs[2] = {};
};

TEST_F(ClusterListVerifier, CountAllClusters) {
  heap.collector().population.colours.AddCluster();
  EXPECT_EQ(SentenceOn(heap), "cluster-is-one: there are not as many clusters as are counted");
  heap.collector().population.colours.RemoveCluster();
}

TEST_F(ClusterListVerifier, AreKnownOnBothSides) {
  const ClusterId other = heap.collector().clusters.records().ClusterOf(hubs[1]->header().index);
  auto& refers_to = Damaged(Of(*hubs[0]).refers_to);
  refers_to.push_back(other);
  EXPECT_EQ(SentenceOn(heap),
            "cluster-is-one: a cluster refers to another, which does not know it");
  refers_to.pop_back();
}

TEST_F(ClusterListVerifier, HaveNoIndexWithoutAnObject) {
  const Index free = heap.New<Piece>()->header().index;
  heap.Collect();
  std::atomic<ClusterLink>& link = heap.collector().population.table.Cluster(free);
  link = heap.collector().population.table.LinkOf(Nth(hubs[0], 3)->header().index);
  EXPECT_EQ(SentenceOn(heap), "index-after-free: an index without an object is in a cluster");
  link = 0;
}

// S2.13
TEST_F(ClusterListVerifier, AreReachedThroughObjectsOfTheirOwnOnly) {
  auto& flags = heap.collector().population.table[heap.New<Loner>()->header().index].flags;
  flags.Set(flag::kReachableInCluster);
  EXPECT_EQ(SentenceOn(heap),
            "cluster-is-one: an object in no cluster is marked as one through which a cluster was "
            "reached");
  flags.Clear(flag::kReachableInCluster);
}

}  // namespace
}  // namespace gc
