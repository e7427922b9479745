// core/object/table_test.cc -- freed indices are reused in the right order, and entries stay where
// they are.

#include "core/object/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/testing/failing_memory.h"

namespace gc {
namespace {

class TableTest : public testing::Test {
 protected:
  TableTest() { table.Open(3 * kChunkEntries); }
  Table table;
};

TEST_F(TableTest, IndexZeroIsReserved) {
  EXPECT_EQ(table.Acquire(), 1u);
  EXPECT_EQ(table.End(), 2u);
}

TEST_F(TableTest, ReleasedIndicesAreReusedLastOneFirstBeforeTheTableGrows) {
  for (int i = 0; i < 5; ++i) table.Acquire();
  table.Release(2);
  table.Release(4);
  EXPECT_EQ(table.Acquire(), 4u);
  EXPECT_EQ(table.Acquire(), 2u);
  EXPECT_EQ(table.Acquire(), 6u);
}

TEST_F(TableTest, ReusingLeavesTheHighWaterMark) {
  for (int i = 0; i < 100; ++i) table.Acquire();
  for (Index index = 10; index < 60; ++index) table.Release(index);
  for (int i = 0; i < 50; ++i) table.Acquire();
  EXPECT_EQ(table.End(), 101u);
}

TEST_F(TableTest, EntriesStayWhereTheyAreWhileChunksAreAdded) {
  const Index first = table.Acquire();
  const Entry* const entry = &table[first];
  while (table.Acquire() != 3 * kChunkEntries + 1) {
  }
  EXPECT_EQ(&table[first], entry);
  EXPECT_NE(&table[kChunkEntries], &table[kChunkEntries - 1] + 1) << "another chunk";
}

TEST_F(TableTest, CapacityIsWholeChunksAndOneMore) {
  Table defaults;
  defaults.Open(2 * 1024 * 1024);
  EXPECT_EQ(defaults.Capacity(), 2162688u);
  EXPECT_EQ(table.Capacity(), 4 * kChunkEntries);
  Table odd;
  odd.Open(kChunkEntries + 1);
  EXPECT_EQ(odd.Capacity(), 2 * kChunkEntries) << "rounded down, and one chunk more";
}

// S1.17
TEST_F(TableTest, APreallocatedTableIsOneBlockAndGrowsWithoutAnAllocation) {
  Table whole;
  whole.Open(2 * kChunkEntries, {.preallocate = true});
  const auto address = [&whole](Index index) {
    return reinterpret_cast<std::uintptr_t>(&whole[index]);
  };
  // Every chunk exists before any of its indices is given out.
  EXPECT_EQ(address(kChunkEntries) - address(0), sizeof(Chunk));
  EXPECT_EQ(address(2 * kChunkEntries) - address(kChunkEntries), sizeof(Chunk));
  const Entry* const last = &whole[2 * kChunkEntries];
  while (whole.Acquire() != 2 * kChunkEntries) {
  }
  EXPECT_EQ(&whole[2 * kChunkEntries], last);
  whole.Recycle();
  whole.Open(10);
  EXPECT_EQ(whole.Acquire(), 1u);
  EXPECT_EQ(whole.Capacity(), kChunkEntries);
}

// S1.17: what was one block is none when the table is opened again, whatever of it was used.
TEST_F(TableTest, ARecycledTableMakesItsChunksOnDemandIfItIsToldNoOther) {
  Table whole;
  whole.Open(1, {.preallocate = true});
  whole.Acquire();
  whole.Recycle();
  whole.Open(2 * kChunkEntries);
  ASSERT_TRUE(whole.Claim(kChunkEntries));
  EXPECT_NE(reinterpret_cast<std::uintptr_t>(&whole[kChunkEntries]),
            reinterpret_cast<std::uintptr_t>(&whole[0]) + sizeof(Chunk));
}

// S1.7
TEST_F(TableTest, WithoutReuseTheTableGrowsAndTheOrderOfIndicesIsThatOfCreation) {
  table.SetReuse(false);
  for (int i = 0; i < 3; ++i) table.Acquire();
  table.Release(2);
  EXPECT_EQ(table.Acquire(), 4u);
  table.SetReuse(true);
  EXPECT_EQ(table.Acquire(), 2u);
}

// S1.7, S1.29: a birth that finds no memory has taken an index, and costs none.
TEST_F(TableTest, WithoutReuseAnIndexThatWasNotUsedIsGivenAgain) {
  table.SetReuse(false);
  for (int i = 0; i < 3; ++i) table.Acquire();
  table.GiveBack(3);
  EXPECT_EQ(table.Acquire(), 3u);
  EXPECT_EQ(table.Acquire(), 4u);
}

// S1.18: the low indices are reserved for objects that are never collected.
TEST_F(TableTest, LowIndicesAreGivenOnlyWhenTheyAreAskedFor) {
  Table divided;
  divided.Open(100, {.low = 2});
  EXPECT_EQ(divided.First(), 3u);
  EXPECT_EQ(divided.Acquire(), 3u);
  EXPECT_EQ(divided.AcquireLow(), 1u);
  EXPECT_EQ(divided.AcquireLow(), 2u);
  EXPECT_EQ(divided.AcquireLow(), kNoIndex) << "the region is full";
  EXPECT_EQ(divided.Acquire(), 4u);
  EXPECT_TRUE(divided.IsLow(2));
  EXPECT_FALSE(divided.IsLow(3));
  EXPECT_FALSE(divided.Claim(1));
}

TEST_F(TableTest, LowIndicesMayFillMoreThanAChunk) {
  Table divided;
  divided.Open(2 * kChunkEntries, {.low = kChunkEntries + 5});
  int empty = 0;
  for (const Index index : divided.Indices()) empty += divided[index].Occupant() == nullptr;
  EXPECT_EQ(empty, static_cast<int>(kChunkEntries) + 5);
  EXPECT_EQ(divided.Acquire(), kChunkEntries + 6);
}

// The last low index begins a chunk.
TEST_F(TableTest, LowIndicesMayEndWhereAChunkBegins) {
  Table divided;
  divided.Open(2 * kChunkEntries, {.low = kChunkEntries});
  for (Index index = 1; index <= kChunkEntries; ++index) ASSERT_EQ(divided.AcquireLow(), index);
  EXPECT_EQ(divided[kChunkEntries].Occupant(), nullptr);
  EXPECT_EQ(divided.Acquire(), kChunkEntries + 1);
}

// S1.8
TEST_F(TableTest, AFreeIndexCanBeChosenAndATakenOneCannot) {
  for (int i = 0; i < 5; ++i) table.Acquire();
  table.Release(2);
  table.Release(4);
  EXPECT_TRUE(table.Claim(2));
  EXPECT_FALSE(table.Claim(2));
  EXPECT_FALSE(table.Claim(kNoIndex));
  EXPECT_FALSE(table.Claim(table.Capacity()));
  EXPECT_EQ(table.Acquire(), 4u);
}

// S1.8: against a plain list, in which the last one stands at the end and others are taken from
// anywhere.
TEST(FreeIndices, AreNotedWhereTheyAreOnceAndNothingElseIs) {
  using Noted = std::vector<std::pair<Index, FreeIndices::Place>>;
  FreeIndices free;
  for (Index index = 1; index <= 6; ++index) free.Push(index);
  Noted noted;
  const auto note = [&noted](Index index, FreeIndices::Place place) {
    noted.emplace_back(index, place);
  };
  EXPECT_TRUE(free.Take(2, 1, note));
  EXPECT_TRUE(free.Take(3, 2, note));
  EXPECT_EQ(noted, Noted()) << "holes stay as long as most are none";
  free.Trim(note);
  EXPECT_EQ(noted, (Noted{{1, 0}, {4, 1}, {5, 2}, {6, 3}}));
}

// What is taken leaves a hole, and holes are filled before the list grows with them.
TEST(FreeIndices, ThatComeAndGoTakeNoMoreMemory) {
  if (!FailingMemory::kWorks) return;
  FreeIndices free;
  for (Index index = 1; index <= 6; ++index) free.Push(index);
  const auto circle = [&free](int times) {
    for (int i = 0; i < times; ++i) {
      EXPECT_TRUE(free.Take(7, free.Push(7), [](Index, FreeIndices::Place) {}));
    }
  };
  circle(100);
  const FailingMemory counted;
  circle(10'000);
  EXPECT_EQ(counted.count(), 0);
}

TEST(FreeIndices, AreAPlainListHoweverTheyAreTaken) {
  FreeIndices free;
  std::vector<Index> plain;
  std::map<Index, FreeIndices::Place> places;
  const auto note = [&places](Index index, FreeIndices::Place place) { places[index] = place; };
  unsigned random = 1;
  for (int step = 0; step < 20'000; ++step) {
    random = random * 1664525u + 1013904223u;
    const Index index = random >> 8;
    switch (random >> 30) {
      case 0:
      case 1: {
        const Index made = static_cast<Index>(step) + 1;
        note(made, free.Push(made));
        plain.push_back(made);
        break;
      }
      case 2:
        if (plain.empty()) break;
        EXPECT_EQ(free.Pop(), plain.back());
        plain.pop_back();
        break;
      default: {
        if (step < 5000 || plain.empty()) break;
        const auto at = plain.begin() + static_cast<std::ptrdiff_t>(index % plain.size());
        EXPECT_TRUE(free.Take(*at, places.at(*at), note));
        EXPECT_FALSE(free.Take(*at, places.at(*at), note)) << "it is there no more";
        plain.erase(at);
        if (step % 1000 == 0) free.Trim(note);
      }
    }
    ASSERT_EQ(free.size(), plain.size());
    ASSERT_EQ(free.empty(), plain.empty());
  }
  std::vector<Index> left;
  free.ForEach([&left](Index index) { left.push_back(index); });
  EXPECT_EQ(left, plain);
}

TEST_F(TableTest, AChosenIndexBeyondTheEndLeavesThoseInBetweenFree) {
  table.Acquire();
  EXPECT_TRUE(table.Claim(kChunkEntries + 2));
  EXPECT_EQ(table.End(), kChunkEntries + 3);
  EXPECT_EQ(table.Free().size(), kChunkEntries);
  EXPECT_EQ(table.Acquire(), 2u);
}

TEST_F(TableTest, AFullTableAnswersNoIndex) {
  Table small;
  small.Open(1);
  for (Index index = 1; index < kChunkEntries; ++index) ASSERT_EQ(small.Acquire(), index);
  EXPECT_EQ(small.Acquire(), kNoIndex);
  small.Release(7);
  EXPECT_EQ(small.Acquire(), 7u);
  EXPECT_EQ(small.Acquire(), kNoIndex);
}

TEST_F(TableTest, IsFullOnlyAsLongAsNoIndexThatMayBeGivenIsFree) {
  for (const bool reuse : {true, false}) {
    Table small;
    small.Open(1, {.reuse = reuse});
    Index last = kNoIndex;
    for (Index index = small.Acquire(); index != kNoIndex; index = small.Acquire()) last = index;
    EXPECT_TRUE(small.IsFull());
    small.Release(last);
    EXPECT_EQ(small.IsFull(), !reuse);
    EXPECT_EQ(small.Acquire() != kNoIndex, reuse);
  }
}

// Reuse may be turned on while there is one that was given back without it.
TEST_F(TableTest, IsNotFullAsLongAsAnIndexWasNotUsed) {
  Table small;
  small.Open(1, {.reuse = false});
  Index last = kNoIndex;
  while (small.End() < small.Capacity()) last = small.Acquire();
  small.GiveBack(last);
  for (const bool reuse : {false, true}) {
    small.SetReuse(reuse);
    EXPECT_FALSE(small.IsFull());
  }
  EXPECT_EQ(small.Acquire(), last);
  EXPECT_TRUE(small.IsFull());
}

TEST_F(TableTest, ARecycledTableIsEmptyAgain) {
  const Index index = table.Acquire();
  table[index].flags.Initialise(flag::kBegun | flag::kRoot);
  table[index].serial = 7;
  table.Mark(index).Store(mark::kA);
  table[index].strong = 3;
  table.Release(index);
  table.Recycle();
  table.Open(kChunkEntries);
  EXPECT_EQ(table.End(), 1u);
  EXPECT_TRUE(table.Free().empty());
  ASSERT_EQ(table.Acquire(), index);
  EXPECT_EQ(table[index].flags.Load(), 0u);
  EXPECT_EQ(table.Mark(index).Load(), 0u);
  EXPECT_EQ(table[index].serial, 0u);
  EXPECT_EQ(table[index].strong, 0u);
}

TEST_F(TableTest, ARecycledTableIsEmptyBeyondItsFirstChunkToo) {
  const Index far = 2 * kChunkEntries + 3;
  ASSERT_TRUE(table.Claim(far));
  table[far].flags.Initialise(flag::kRoot);
  table.Mark(far).Store(mark::kA);
  table.Recycle();
  table.Open(3 * kChunkEntries);
  ASSERT_TRUE(table.Claim(far));
  EXPECT_EQ(table[far].flags.Load(), 0u);
  EXPECT_EQ(table.Mark(far).Load(), 0u);
}

// Against a search that looks at one mark after the other, from everywhere to everywhere.
TEST_F(TableTest, FindsTheFirstMarkOfARange) {
  constexpr Index kEnd = 40;
  for (Index index = 1; index < kEnd; ++index) table.Acquire();
  for (unsigned seed = 0; seed < 200; ++seed) {
    for (Index index = 1; index < kEnd; ++index) {
      const unsigned draw = (seed * 7919 + index * 104729) % (seed % 40 + 3);
      table.Mark(index).Store(draw == 0 ? mark::kB : draw == 1 ? MarkBits{0} : mark::kA);
    }
    for (Index from = 1; from < kEnd; ++from) {
      for (const Index end : {from, from + 1, (from + kEnd) / 2, kEnd}) {
        for (const bool or_none : {false, true}) {
          Index expected = from;
          while (expected < end && !table.Mark(expected).Has(mark::kB) &&
                 !(or_none && table.Mark(expected).Load() == 0)) {
            ++expected;
          }
          ASSERT_EQ(table.FindMark(from, end, mark::kB, or_none), expected)
              << "seed " << seed << ", from " << from << " to " << end;
        }
      }
    }
  }
}

// Eight marks are read at once, but none across the end of a chunk: behind it is other memory.
TEST_F(TableTest, FindsTheFirstMarkOnBothSidesOfTheEndOfAChunk) {
  const Index end = kChunkEntries + 40;
  while (table.End() < end) table.Acquire();
  for (Index index = 1; index < end; ++index) table.Mark(index).Store(mark::kA);
  for (Index sought = kChunkEntries - 20; sought < end; ++sought) {
    table.Mark(sought).Store(mark::kB);
    for (Index from = 1; from <= 9; ++from) {
      ASSERT_EQ(table.FindMark(from, end, mark::kB, false), sought) << "from " << from;
      ASSERT_EQ(table.FindMark(kChunkEntries - 20 - from, end, mark::kB, false), sought);
    }
    table.Mark(sought).Store(mark::kA);
  }
  EXPECT_EQ(table.FindMark(3, end, mark::kB, false), end);
}

}  // namespace
}  // namespace gc
