// core/cluster/refusal_test.cc -- which objects no cluster takes in, and that each reason is enough
// by itself.

#include <gtest/gtest.h>

#include "core/testing/clusters.h"

namespace gc {
namespace {

// S10.4, S3.8: each flag by itself keeps an object out, by the walk and by hand, as root and as
// member.
struct ClusterRefused : ClusterTest {};

class ClusterRefusal : public ClusterTest, public testing::WithParamInterface<FlagWord> {};
INSTANTIATE_TEST_SUITE_P(Flags, ClusterRefusal,
                         testing::Values(flag::kAsync, flag::kLoading, flag::kLoadingLate,
                                         flag::kLoaderImport));

TEST_P(ClusterRefusal, OfEachFlagOfTheLoaderAndOfOtherThreads) {
  Hub* const hub = Chained(5);
  Piece* const last = Nth(hub, 5);
  heap.SetKeepFlags(last, GetParam());
  EXPECT_EQ(heap.MakeCluster(hub), 5u);
  EXPECT_EQ(heap.ClusterRootOf(last), nullptr);
  EXPECT_EQ(RecordOfRoot(hub).mutables, IndicesOf({last}));
  EXPECT_FALSE(heap.AddToCluster(hub, last));
  Hub* const other = Chained(5);
  heap.SetKeepFlags(other, GetParam());
  EXPECT_EQ(heap.MakeCluster(other), 0u);
  EXPECT_FALSE(heap.AllocateCluster(other));
  heap.ClearKeepFlags(last, GetParam());
  EXPECT_TRUE(heap.AddToCluster(hub, last)) << "it was the flag alone";
  EXPECT_EQ(Wrong(), "");
}

// S10.4, S10.11
TEST_F(ClusterRefused, GarbageStaysOut) {
  Hub* const hub = Chained(5);
  Piece* const last = Nth(hub, 5);
  heap.MarkGarbage(last);
  EXPECT_EQ(heap.MakeCluster(hub), 5u);
  EXPECT_EQ(heap.ClusterRootOf(last), nullptr);
  EXPECT_FALSE(heap.AddToCluster(hub, last));
  Hub* const other = Chained(5);
  heap.MarkGarbage(other);
  EXPECT_EQ(heap.MakeCluster(other), 0u);
  EXPECT_FALSE(heap.AllocateCluster(other));
  heap.ClearGarbage(last);
  EXPECT_TRUE(heap.AddToCluster(hub, last));
  EXPECT_EQ(Wrong(), "");
}

// S10.4: the purge has its own list of them, in which no cluster is looked for. The phase is idle
// by then, so this is not the rule that a cycle forbids clusters.
TEST_F(ClusterRefused, TheDoomedStayOutWhileTheyArePurged) {
  Hub* const hub = heap.New<Hub>();
  heap.AddRoot(hub);
  Hub* const doomed_root = Chained(5);
  Piece* const doomed = heap.New<Piece>();
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  ASSERT_TRUE(heap.PurgePending());
  EXPECT_EQ(heap.MakeCluster(doomed_root), 0u);
  EXPECT_FALSE(heap.AllocateCluster(doomed_root));
  ASSERT_TRUE(heap.AllocateCluster(hub));
  EXPECT_FALSE(heap.AddToCluster(hub, doomed));
  EXPECT_EQ(heap.ClusterRootOf(doomed), nullptr);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(Wrong(), "");
}

}  // namespace
}  // namespace gc
