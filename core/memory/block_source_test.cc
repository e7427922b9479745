// core/memory/block_source_test.cc -- where memory runs out, a source of blocks says so, and what
// comes back to it needs none.

#include "core/memory/block_source.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <vector>

#if defined(__unix__)
#include <sys/resource.h>
#endif

#include "core/collect/collector.h"
#include "core/testing/failing_memory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// Bytes of addresses that the process has, 0 where the system does not say.
std::size_t MappedBytes() {
  constexpr std::size_t kPage = 4096;
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * kPage;
}

// S17.10: what cannot be noted would never be found again.
TEST(BlockSourceTest, ARegionThatThereIsNoRoomToNoteGoesBackToTheSystem) {
  if (!FailingMemory::kWorks) return;
  constexpr std::size_t kTimes = 200;
  BlockSource source;
  const std::size_t before = MappedBytes();
  for (std::size_t i = 0; i < kTimes; ++i) {
    const FailingMemory failing(0);
    EXPECT_EQ(source.Take(), nullptr);
    EXPECT_EQ(failing.failed(), 1);
  }
  EXPECT_LT(MappedBytes(), before + kTimes / 2 * BlockSource::kRegionBytes);
  EXPECT_EQ(source.bytes(), 0u);
  void* const block = source.Take();
  EXPECT_NE(block, nullptr);
  EXPECT_EQ(source.bytes(), BlockSource::kRegionBytes);
  source.Give(block);
}

#if defined(__unix__)
// The system gives the process no more addresses while one of these lives.
class NoMoreAddresses {
 public:
  NoMoreAddresses() {
    getrlimit(RLIMIT_AS, &before_);
    rlimit now = before_;
    now.rlim_cur = MappedBytes();
    setrlimit(RLIMIT_AS, &now);
  }
  ~NoMoreAddresses() { setrlimit(RLIMIT_AS, &before_); }
  NoMoreAddresses(const NoMoreAddresses&) = delete;
  NoMoreAddresses& operator=(const NoMoreAddresses&) = delete;

 private:
  rlimit before_{};
};

// S17.10
TEST(BlockSourceTest, ARegionThatTheSystemDoesNotGiveIsNone) {
  if (!FailingMemory::kWorks || MappedBytes() == 0) return;
  Heap heap;
  BlockSource source;
  constexpr std::size_t kEnough = 4 * BlockSource::kRegionBytes / sizeof(Node);
  std::size_t made = 0;
  {
    const NoMoreAddresses none;
    EXPECT_EQ(source.Take(), nullptr);
    while (made < kEnough && heap.TryNew<Node>('a') != nullptr) ++made;
  }
  EXPECT_LT(made, kEnough);
  EXPECT_EQ(source.bytes(), 0u);
  EXPECT_EQ(heap.ObjectCount(), made);
  EXPECT_NE(heap.TryNew<Node>('b'), nullptr);
}
#endif

// S17.10: what is freed in a purge must not fail, whichever region it was in.
TEST(BlockSourceTest, WhatComesBackNeedsNoMemory) {
  if (!FailingMemory::kWorks) return;
  BlockSource source;
  std::vector<void*> blocks;
  for (std::size_t i = 0; i < 3 * BlockSource::kRegionBlocks; ++i) blocks.push_back(source.Take());
  {
    const FailingMemory failing(0, FailingMemory::kForEver);
    for (void* const block : blocks) source.Give(block);
    source.KeepOne();
    EXPECT_EQ(failing.count(), 0);
  }
  EXPECT_EQ(source.bytes(), BlockSource::kRegionBytes);
}

// S17.10: a birth tries once more when all that was doomed is freed, so memory is out for good.
TEST(HeapMemory, ABirthThatFindsNoRegionIsRefusedAndCostsNoIndex) {
  if (!FailingMemory::kWorks) return;
  constexpr std::size_t kEnough = 4 * BlockSource::kRegionBytes / sizeof(Node);
  int refused = 0;
  bool failed = true;
  for (int number = 0; failed; ++number) {
    Heap heap;
    const Table& table = heap.collector().population.table;
    {
      const FailingMemory failing(number, FailingMemory::kForEver);
      std::size_t made = 0;
      while (made < kEnough && heap.TryNew<Node>('a') != nullptr) ++made;
      refused += made < kEnough;
      failed = failing.failed() != 0;
    }
    EXPECT_NE(heap.TryNew<Node>('b'), nullptr);
    EXPECT_EQ(table.End() - table.First(), heap.ObjectCount()) << "allocation " << number;
  }
  EXPECT_GT(refused, 0);
}

// S17.10: as many empty regions are kept as came into use since the last collection, or before it.
TEST(BlockSourceTest, KeepsAsManyEmptyRegionsAsCameIntoUse) {
  BlockSource source;
  std::vector<void*> blocks;
  const auto take = [&] { blocks.push_back(source.Take()); };
  for (std::size_t i = 0; i < BlockSource::kRegionBlocks; ++i) take();
  source.Age();
  take();
  ASSERT_EQ(source.bytes(), 2 * BlockSource::kRegionBytes);
  for (void* const block : blocks) source.Give(block);
  EXPECT_EQ(source.bytes(), BlockSource::kRegionBytes);
}

}  // namespace
}  // namespace gc
