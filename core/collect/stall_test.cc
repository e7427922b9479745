// core/collect/stall_test.cc -- heaps that are opened in a stall, one after the other, have the
// same machinery.

#include "core/population/stall.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// What is allocated between two heaps takes the place of machinery that was freed.
struct alignas(Collector) InItsPlace {
  std::byte bytes[sizeof(Collector)];
};

TEST(StallOfHeaps, GivesTheMachineryOfOneHeapToTheNext) {
  Stall stall;
  const Stall::Use use(stall);
  const Collector* machinery = nullptr;
  std::vector<std::unique_ptr<InItsPlace>> between;
  for (int i = 0; i < 3; ++i) {
    auto heap = std::make_unique<Heap>();
    if (machinery == nullptr) machinery = &heap->collector();
    EXPECT_EQ(&heap->collector(), machinery) << i;
    heap->New<Node>('n');
    EXPECT_EQ(heap->ObjectCount(), 1u);
    heap.reset();
    for (int more = 0; more < 8; ++more) between.push_back(std::make_unique<InItsPlace>());
  }
}

// A heap that is opened in the program's own way while a stall is not in use has other machinery.
TEST(StallOfHeaps, KeepsItsMachineryFromHeapsThatAreOpenedOutsideOfIt) {
  Stall stall;
  const Collector* machinery = nullptr;
  {
    const Stall::Use use(stall);
    const Heap heap;
    machinery = &heap.collector();
  }
  const Heap outside;
  EXPECT_NE(&outside.collector(), machinery);
  const Stall::Use use(stall);
  const Heap heap;
  EXPECT_EQ(&heap.collector(), machinery);
}

// Machinery that served no heap yet is as clean as one that did: nothing is pending, at any unit.
TEST(StallOfHeaps, WhoseMachineryIsNewAreSoundInTheirFirstCycle) {
  Stall stall;
  const Stall::Use use(stall);
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('l');
  heap.New<Node>('g');
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  heap.Start();
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
    ASSERT_EQ(Verifier().Verify(heap), std::nullopt);
    heap.Tick(1);
  }
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

// S10.8: markings are counted from 1 in each heap, whatever its machinery did before.
TEST(StallOfHeaps, CountTheirMarkingsFromOne) {
  Stall stall;
  const Stall::Use use(stall);
  for (int i = 0; i < 3; ++i) {
    Heap heap;
    EXPECT_EQ(heap.collector().clusters.cycle(), 1u) << i;
    heap.Collect();
    EXPECT_EQ(heap.collector().clusters.cycle(), 2u) << i;
  }
}

// S1.14: each heap has two thousand million serials at least, also the one after a heap that has
// given more than half of all there are.
TEST(StallOfHeaps, GivesAHeapFreshSerialsWhereTheLastOneHasUsedThemUp) {
  Stall stall;
  const Stall::Use use(stall);
  {
    Heap heap;
    heap.collector().serials.SkipTo(~Serial{0} - 1);
    EXPECT_TRUE(heap.collector().serials.IsUsedUp());
  }
  const Heap heap;
  EXPECT_FALSE(heap.collector().serials.IsUsedUp());
}

}  // namespace
}  // namespace gc
