// core/cluster/gate_test.cc -- which stores reach a heap with clusters. S5.5, S10.12

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/testing/clusters.h"

namespace gc {
namespace {

// S10.12: whatever a cluster has, the store into it is heard of, and nothing of it stays behind.
TEST(ClusterGate, LetsThroughStoresIntoPagesWithClusteredObjects) {
  Heap heap;
  std::vector<Hub*> hubs;
  for (int i = 0; i < 300; ++i) {
    hubs.push_back(heap.New<Hub>());
    heap.AddRoot(hubs.back());
    for (auto& slot : hubs.back()->to) slot = heap.New<Piece>();
  }
  for (std::size_t i = 0; i < hubs.size(); i += 2) ASSERT_EQ(heap.MakeCluster(hubs[i]), 5u);
  for (std::size_t i = 0; i < hubs.size(); i += 2) {
    for (const auto& slot : hubs[i]->to) EXPECT_TRUE(ClusteredGranules::MayHold(&slot));
    auto& inner = static_cast<Piece*>(hubs[i]->to[3].Get())->to[3];
    EXPECT_TRUE(ClusteredGranules::MayHold(&inner));
    inner = hubs[1];  // not listed
    EXPECT_EQ(heap.ClusterRootOf(hubs[i]), nullptr);
  }
  for (Hub* const hub : hubs) {
    for (const auto& slot : hub->to) EXPECT_FALSE(ClusteredGranules::MayHold(&slot));
  }
}

// A dropped heap leaves no page behind.
TEST(ClusterGate, ForgetsThePagesOfADroppedHeap) {
  const void* slot = nullptr;
  {
    Heap heap;
    Hub* const hub = heap.New<Hub>();
    for (auto& part : hub->to) part = heap.New<Piece>();
    heap.MakeCluster(hub);
    slot = &hub->to[0];
    EXPECT_TRUE(ClusteredGranules::MayHold(slot));
  }
  EXPECT_FALSE(ClusteredGranules::MayHold(slot));
}

// S5.5: the barrier's gate is open while there are clusters. Without clusters it is closed while no
// cycle runs.
TEST(ClusterGate, IsOpenWhileThereAreClusters) {
  const std::uint32_t before = heaps_listening.load();
  EXPECT_FALSE(std::make_unique<Collector>()->clusters.maker().IsWalking())
      << "none was used before";
  {
    Heap heap;
    Hub* const hub = heap.New<Hub>();
    heap.DissolveClusterOf(hub);  // it is in none, and there was none yet
    EXPECT_EQ(heaps_listening.load(), before);
    heap.AllocateCluster(hub);
    EXPECT_EQ(heaps_listening.load(), before + kHeapWithClusters);
    heap.AllocateCluster(heap.New<Hub>());
    heap.Start();
    heap.DissolveClusterOf(hub);
    EXPECT_EQ(heaps_listening.load(), before + kHeapWithClusters + kHeapThatMarks);
    heap.Collect();  // the other one dies
    EXPECT_EQ(heaps_listening.load(), before);
    Hub* const last = heap.New<Hub>();
    heap.AllocateCluster(last);
    heap.DissolveClusterOf(last);
    EXPECT_EQ(heaps_listening.load(), before) << "also where no cycle tells that anew";
    heap.AllocateCluster(heap.New<Hub>());
  }
  EXPECT_EQ(heaps_listening.load(), before) << "a heap with clusters was dropped";
}

}  // namespace
}  // namespace gc
