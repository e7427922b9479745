// core/memory/each_block_test.cc -- a walk over blocks sees each of them once, in use or not.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "core/memory/blocks.h"

namespace gc {
namespace {

// S17.2: full ones, one with room, and those that are kept empty.
TEST(EachBlock, IsSeenOnce) {
  BlockSource source;
  Blocks blocks(source);
  const auto take = [&blocks](std::size_t bytes, std::size_t count) {
    std::vector<void*> slots;
    for (std::size_t i = 0; i < count; ++i) slots.push_back(blocks.Allocate(bytes));
    return slots;
  };
  const std::size_t fill = Blocks::kSlotsPerBlock[3];
  std::vector<void*> slots = take(64, 2 * fill + 1);
  std::vector<void*> others = take(1024, 1);
  for (void* const slot : take(2048, 1)) blocks.Free(slot);
  for (const bool all : {true, false}) {
    std::multiset<std::uintptr_t> seen;
    blocks.ForEachBlock([&](const void* block) {
      seen.insert(reinterpret_cast<std::uintptr_t>(block) / kBlockBytes);
    });
    EXPECT_EQ(seen.size(), blocks.blocks()) << all;
    EXPECT_EQ(std::set<std::uintptr_t>(seen.begin(), seen.end()).size(), seen.size());
    std::vector<void*> used = others;
    if (all) used.insert(used.end(), slots.begin(), slots.end());
    for (void* const slot : used) {
      ASSERT_EQ(seen.count(reinterpret_cast<std::uintptr_t>(slot) / kBlockBytes), 1u);
    }
    if (!all) continue;
    ASSERT_GE(seen.size(), 4u);
    for (void* const slot : slots) blocks.Free(slot);
  }
  for (void* const slot : others) blocks.Free(slot);
  blocks.Recycle();
}

}  // namespace
}  // namespace gc
