// core/object/chunks_test.cc -- an index is given out only if the table has its chunk.
//
// A table that claims an index and cannot have the memory for it, or for one before it, would write
// through null a moment later, or when a gather comes by.

#include <gtest/gtest.h>

#include <array>

#include "core/object/table.h"
#include "core/testing/failing_memory.h"

#if defined(__linux__) && GC_COUNTS_ALLOCATIONS
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#define GC_LIMITS_MEMORY 1
#else
#define GC_LIMITS_MEMORY 0
#endif

namespace gc {
namespace {

#if GC_LIMITS_MEMORY

// From here on the process gets `more` bytes of addresses at most.
void LimitTo(std::size_t more) {
  unsigned long pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%lu", &pages) != 1) std::exit(2);
  std::fclose(file);
  const rlim_t bytes = pages * 4096 + more;
  const rlimit limit{.rlim_cur = bytes, .rlim_max = bytes};
  if (setrlimit(RLIMIT_AS, &limit) != 0) std::exit(2);
}

constexpr std::uint32_t kChunks = 64;

// Exits with 0 if `check` is true of a table for which there is memory for a few chunks only.
template <class Check>
void ExitAfter(const Check& check) {
  Table table;
  table.Open(kChunks * kChunkEntries);
  LimitTo(5 * sizeof(Chunk));
  std::exit(check(table) ? 0 : 1);
}

// S1.31: one by one, until there is no chunk for the next one.
TEST(ChunksDeathTest, ThatCannotBeHadEndTheIndices) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(ExitAfter([](Table& table) {
                Index last = kNoIndex;
                while (const Index index = table.Acquire()) {
                  table[index].flags.Initialise(0);
                  last = index;
                }
                return last >= kChunkEntries - 1 && last < 8 * kChunkEntries &&
                       table.End() == last + 1 && !table.IsFull();
              }),
              testing::ExitedWithCode(0), "");
}

// S1.31: an index that is asked for is given out with all chunks up to its own, or not at
// all; then none of the indices before it was given out either.
TEST(ChunksDeathTest, ThatCannotBeHadLeaveAChosenIndexToNobody) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const Index chosen : {40 * kChunkEntries + 7, 41 * kChunkEntries}) {
    EXPECT_EXIT(ExitAfter([chosen](Table& table) {
                  const bool claimed = table.Claim(chosen);
                  return !claimed && table.End() == 1 && table.Free().empty() &&
                         table.Acquire() == 1;
                }),
                testing::ExitedWithCode(0), "");
  }
}

// The last chunk that is needed is the one that cannot be had.
TEST(ChunksDeathTest, ThatCannotBeHadMayBeTheLastOnes) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(ExitAfter([](Table& table) {
                Index chunk = 0;
                while (table.Claim(chunk * kChunkEntries + (chunk == 0))) {
                  table[chunk * kChunkEntries + (chunk == 0)].flags.Initialise(0);
                  ++chunk;
                }
                return chunk > 1 && chunk < 8 && table.End() == (chunk - 1) * kChunkEntries + 1;
              }),
              testing::ExitedWithCode(0), "");
}

// Chunks are made on demand: a table of which no index is used has none.
TEST(ChunksDeathTest, AreNotMadeBeforeAnIndexNeedsThem) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(ExitAfter([](Table& table) {
                std::array<Table, 20> idle;
                for (Table& each : idle) each.Open(100);
                return table.Claim(kChunkEntries + 1);
              }),
              testing::ExitedWithCode(0), "");
}

// Tables that come and go one after the other need the memory of one.
TEST(ChunksDeathTest, GoBackWithTheirTableOrWhenItIsRecycled) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  for (const bool recycled : {false, true}) {
    EXPECT_EXIT(ExitAfter([recycled](Table& table) {
                  for (int i = 0; i < 20; ++i) {
                    Table other;
                    Table& used = recycled ? table : other;
                    used.Open(3 * kChunkEntries);
                    if (!used.Claim(kChunkEntries + 1)) return false;
                    used.Recycle();
                    if (!recycled) used.Open(1);
                  }
                  return true;
                }),
                testing::ExitedWithCode(0), "");
  }
}

// What a claim made in vain is given back when the table is recycled for a smaller heap.
TEST(ChunksDeathTest, OfAFailedClaimGoBackWhenTheTableIsRecycled) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(ExitAfter([](Table& table) {
                if (table.Claim(40 * kChunkEntries)) return false;
                table.Recycle();
                table.Open(1);
                Table other;
                other.Open(3 * kChunkEntries);
                return other.Claim(kChunkEntries);
              }),
              testing::ExitedWithCode(0), "");
}

#endif

// S1.31: an index that the list of released ones has no room for is spilled, and reused like
// the others.
TEST(SpilledIndices, AreReusedAndCanBeChosen) {
  if (!FailingMemory::kWorks) return;
  Table table;
  table.Open(1);
  for (int i = 0; i < 5; ++i) table.Acquire();
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    for (Index index = 1; index <= 5; ++index) table.Release(index);
  }
  EXPECT_TRUE(table.Free().empty());
  EXPECT_EQ(table.Acquire(), 5u) << "the last one first, and the table does not grow";
  EXPECT_EQ(table.Acquire(), 4u);
  EXPECT_TRUE(table.Claim(2)) << "which lists those that are left";
  EXPECT_EQ(table.Free().size(), 2u);
  EXPECT_FALSE(table.Claim(2));
  EXPECT_FALSE(table.Claim(4));
  const Index next = table.Acquire();
  EXPECT_EQ(next + table.Acquire(), 1u + 3u);
  EXPECT_EQ(table.Acquire(), 6u);
}

// As long as one is spilled, the table has an index to give, if it reuses any.
TEST(SpilledIndices, LeaveATableThatIsNotFull) {
  if (!FailingMemory::kWorks) return;
  Table table;
  table.Open(1);
  while (table.Acquire() != kNoIndex) {
  }
  ASSERT_TRUE(table.IsFull());
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    table.Release(7);
  }
  ASSERT_TRUE(table.Free().empty());
  EXPECT_FALSE(table.IsFull());
  EXPECT_FALSE(table.HasReleased()) << "none of those that are listed";
  table.SetReuse(false);
  EXPECT_TRUE(table.IsFull());
  table.SetReuse(true);
  EXPECT_EQ(table.Acquire(), 7u);
  EXPECT_TRUE(table.IsFull());
}

TEST(SpilledIndices, AreListedByATrim) {
  if (!FailingMemory::kWorks) return;
  Table table;
  table.Open(1);
  for (int i = 0; i < 3; ++i) table.Acquire();
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    for (Index index = 1; index <= 3; ++index) table.Release(index);
    table.Trim();
    EXPECT_TRUE(table.Free().empty());
  }
  table.Trim();
  EXPECT_EQ(table.Free().size(), 3u);
}

}  // namespace
}  // namespace gc
