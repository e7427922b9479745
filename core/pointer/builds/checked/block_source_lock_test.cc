// core/pointer/builds/checked/block_source_lock_test.cc -- whatever a source of blocks does, it
// does under its mutex: a build with faults aborts otherwise.

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/memory/block_source.h"

namespace gc {
namespace {

static_assert(kFaulty);

// S17.10: each call touches what is guarded, and asks whether the mutex is held.
TEST(BlockSourceLock, IsHeldInEachCall) {
  BlockSource source;
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < BlockSource::kRegionBlocks + 1; ++i) blocks.push_back(source.Take());
  EXPECT_EQ(source.bytes(), 2 * BlockSource::kRegionBytes);
  for (void* const block : blocks) source.Give(block);
  source.Age();
  source.KeepOne();
  EXPECT_EQ(source.bytes(), BlockSource::kRegionBytes);
  source.Trim();
  EXPECT_EQ(source.bytes(), 0u);
}

}  // namespace
}  // namespace gc
