// core/memory/rounds_test.cc -- what a heap takes and gives back a thousand times is no more than
// what it takes once.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/memory/blocks.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// S17.3: three classes by turns. A list that drops a block, or a count that goes the wrong way,
// shows after a few rounds.
TEST(Rounds, AThousandOfBlocksTakenAndGivenBackNeedNoMoreThanThree) {
  BlockSource source;
  Blocks blocks(source);
  constexpr std::size_t kSizes[] = {48, 512, 160};
  std::size_t most_blocks = 0;
  std::size_t most_bytes = 0;
  std::size_t kept = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::size_t bytes = kSizes[round % 3];
    std::vector<void*> slots(20 * kBlockBytes / bytes);
    for (void*& slot : slots) ASSERT_NE(slot = blocks.Allocate(bytes), nullptr);
    if (round < 3) {
      most_blocks = std::max(most_blocks, blocks.blocks());
      most_bytes = std::max(most_bytes, source.bytes());
    }
    ASSERT_LE(blocks.blocks(), most_blocks) << "round " << round;
    ASSERT_LE(source.bytes(), most_bytes) << "round " << round;
    // In two directions, as a block is emptied from either end.
    if (round % 2 == 0) std::reverse(slots.begin(), slots.end());
    for (void* const slot : slots) blocks.Free(slot);
    if (round == 0) kept = blocks.blocks();
    ASSERT_GE(blocks.blocks(), kept) << "round " << round << ": as many are spare as at first";
  }
  blocks.Trim();
  EXPECT_EQ(blocks.blocks(), 0u);
}

// S17.3, S14.3: the same of a whole heap, where objects die by cycles.
TEST(Rounds, AHundredOfAHeapNeedNoMoreThanThree) {
  Heap heap;
  std::size_t most_blocks = 0;
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 4000; ++i) heap.New<Node>('n');
    const std::size_t blocks = heap.collector().memory.blocks().blocks();
    if (round < 3) most_blocks = std::max(most_blocks, blocks);
    ASSERT_LE(blocks, most_blocks) << "round " << round;
    ASSERT_EQ(heap.ObjectCount(), 4000u);
    heap.Collect();
    ASSERT_EQ(heap.ObjectCount(), 0u);
    ASSERT_EQ(heap.collector().memory.bytes(), 0u);
    ASSERT_EQ(heap.collector().population.table.End(), 4001u);
  }
}

}  // namespace
}  // namespace gc
