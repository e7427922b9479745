// core/inspect/verify/cluster_fingerprint_test.cc -- what a heap keeps beside its objects is in the
// fingerprint: the records of clusters, and from where objects are scanned again.

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core/inspect/verify/fingerprint.h"
#include "core/testing/clusters.h"
#include "core/testing/damage.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

std::uint64_t FingerprintOf(const Heap& heap) {
  Hasher hasher;
  AddState(heap, hasher);
  return hasher.Value();
}

struct ClusterFingerprint : ClusterTest {};

TEST_F(ClusterFingerprint, SeesThatThereIsACluster) {
  Hub* const hub = Chained(5);
  heap.AddRoot(hub);
  const std::uint64_t before = FingerprintOf(heap);
  heap.MakeCluster(hub);
  EXPECT_NE(FingerprintOf(heap), before);
}

// Each of them alone.
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
  const std::uint64_t before = FingerprintOf(heap);
  const std::uint32_t cycle = heap.collector().clusters.cycle();
  std::set<std::uint64_t> seen = {before};
  const std::function<void(Cluster&)> changes[] = {
      [](Cluster& one) { one.members.pop_back(); },
      [](Cluster& one) { one.mutables.clear(); },
      [](Cluster& one) { one.refers_to.clear(); },
      [](Cluster& one) { one.needs_dissolving = true; },
      [cycle](Cluster& one) { one.activated_in = one.IsActivated(cycle) ? 0 : cycle; },
  };
  for (const auto& change : changes) {
    change(record);
    EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second) << "change " << seen.size();
    record = was;
    EXPECT_EQ(FingerprintOf(heap), before);
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
    EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second) << left_over;
  }
}

}  // namespace
}  // namespace gc
