// core/pointer/builds/checked/many_scans_test.cc -- a marking that has no memory scans again and
// again, and the bound on the units of a cycle allows for that.

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/collect/collector.h"
#include "core/testing/failing_operators.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// S9.26: what is scanned again goes from the first index on. So where the way leads from a high
// index to a low one and back, with each low one below those before, all of these are scanned for
// each.
TEST(LeftOverWay, IsScannedAsOftenAsItTakes) {
  if (!FailingMemory::kWorks) return;
  constexpr std::size_t kPairs = 600;
  Heap heap;
  std::vector<Node*> low, high;
  for (std::size_t i = 0; i < kPairs; ++i) low.push_back(heap.New<Node>('l'));
  for (std::size_t i = 0; i < kPairs; ++i) high.push_back(heap.New<Node>('h'));
  for (std::size_t i = 0; i < kPairs; ++i) {
    Node* const down = low[kPairs - 1 - i];
    high[i]->left = down;
    if (i + 1 < kPairs) down->left = high[i + 1];
  }
  heap.AddRoot(high[0]);
  heap.Trim();
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    heap.Collect();
  }
  EXPECT_EQ(heap.failure(), nullptr);
  EXPECT_GT(heap.collector().marker.scanner().again(), 150 * heap.ObjectCount());
  EXPECT_EQ(heap.ObjectCount(), 2 * kPairs);
}

}  // namespace
}  // namespace gc
