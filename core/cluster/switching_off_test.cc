// core/cluster/switching_off_test.cc -- clusters are switched off while there are some.

#include <gtest/gtest.h>

#include "core/testing/clusters.h"

namespace gc {
namespace {

struct ClustersSwitchedOff : ClusterTest {};

// S10.15: at each moment of a cycle, and nothing is lost or kept by it.
TEST_F(ClustersSwitchedOff, DissolvesAllAtAnyMoment) {
  for (int ticks = -1; ticks < 30; ++ticks) {
    Hub* const kept = Clustered(5);
    heap.AddRoot(kept);
    Hub* const other = Chained(4);
    Nth(other, 2)->to[1] = kept;
    heap.SetClusterOptions({});
    ASSERT_EQ(heap.MakeCluster(other), 5u);
    Clustered(4);  // dies in this cycle, as a cluster or one by one
    if (ticks >= 0) heap.Start();
    for (int i = 0; i < ticks && heap.phase() != Phase::kIdle; ++i) heap.Tick(1);
    const bool gathering = heap.phase() == Phase::kGathering;
    heap.SetClusterOptions({.create = false});
    EXPECT_EQ(heap.ClusterRootOf(Nth(kept, 3)), gathering ? kept : nullptr);
    EXPECT_EQ(Wrong(), "");
    FinishCycle();
    EXPECT_EQ(heap.ClusterRootOf(Nth(kept, 3)), nullptr);
    EXPECT_FALSE(heap.collector().population.colours.HasClusters());
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 6u) << "after " << ticks << " ticks";
    EXPECT_EQ(Wrong(), "");
    heap.SetClusterOptions({});
    EXPECT_EQ(heap.MakeCluster(kept), 6u) << "switched on, they can be made again";
    heap.RemoveRoot(kept);
    heap.Collect();
  }
}

}  // namespace
}  // namespace gc
