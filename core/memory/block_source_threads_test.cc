// core/memory/block_source_threads_test.cc -- several heaps, each on a thread of its own, have
// their blocks of one source.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <vector>

#include "core/memory/block_source.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// S17.10: no block is given to two, and none is lost, whatever is given back to the system.
TEST(BlockSourceOfThreads, GivesEachBlockToOneAtATime) {
  constexpr int kThreadsOfIt = 3, kRounds = 50'000;
  BlockSource source;
  std::atomic<int> mistakes{0};
  std::latch begun(kThreadsOfIt);
  OnThreads(kThreadsOfIt, [&](int thread) {
    std::vector<std::atomic<int>*> blocks;
    const int owner = thread + 1;
    begun.arrive_and_wait();
    for (int round = 0; round < kRounds; ++round) {
      const int count = round % 200 == 0 ? 40 : 1 + round % 3;  // now and then, more than a region
      for (int i = 0; i < count; ++i) {
        blocks.push_back(static_cast<std::atomic<int>*>(source.Take()));
        if (blocks.back()->exchange(owner) != 0) mistakes += 1;
      }
      for (std::atomic<int>* const block : blocks) {
        if (block->exchange(0) != owner) mistakes += 1;
        source.Give(block);
      }
      blocks.clear();
      if (round % 50 == 0) source.Age();
      if (round % 50 == 10) source.KeepOne();
      if (round % 50 == 20) source.Trim();
    }
  });
  EXPECT_EQ(mistakes, 0);
  source.KeepOne();
  EXPECT_EQ(source.bytes(), BlockSource::kRegionBytes) << "all came back";
  source.Trim();
  EXPECT_EQ(source.bytes(), 0u);
}

}  // namespace
}  // namespace gc
