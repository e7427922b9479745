// core/collect/neighbours_test.cc -- several threads root and count objects whose indices lie side
// by side.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kNeighbours = 4;

// S5.14, S6.1: the objects have neighbouring indices, whose bits in the set of kept ones stand in
// one word; a change without the lock loses a neighbour's. A later change may repair that, so each
// change is looked at.
TEST(Neighbours, CountsAndRootsOfSeveralThreadsDoNotUndoOneAnother) {
  Lock lock;
  Heap heap({.lock = &lock});
  std::vector<Node*> nodes;
  for (int i = 0; i < 8 * kNeighbours; ++i) nodes.push_back(heap.New<Node>('n'));
  std::vector<StrongPtr<Node>> held(nodes.size());
  std::atomic<int> lost{0};
  const auto expect = [&](const Node* node, bool kept) {
    const TableLock table(heap.collector().population.sharing);
    lost += heap.collector().roots.Has(node->header().index) != kept;
  };
  InSections(lock, kNeighbours, [&](int thread) {
    for (int round = 0; round < 10'000; ++round) {
      for (std::size_t i = static_cast<std::size_t>(thread); i < nodes.size(); i += kNeighbours) {
        const bool counted = i / kNeighbours % 2 == 0;
        if (counted) held[i] = StrongPtr<Node>(nodes[i]);
        if (!counted) heap.AddRoot(nodes[i]);
        expect(nodes[i], true);
        if (round % 2 != 0) continue;
        if (counted) held[i] = nullptr;
        if (!counted) heap.RemoveRoot(nodes[i]);
        expect(nodes[i], false);
      }
    }
  });
  EXPECT_EQ(lost, 0);
  const Slice slice(lock);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), nodes.size());
  held.clear();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), nodes.size() / 2);
}

}  // namespace
}  // namespace gc
