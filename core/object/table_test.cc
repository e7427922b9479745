// core/object/table_test.cc -- indices come back in the right order, and entries stay where they
// are.

#include "core/object/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  while (table.Acquire() != 2 * kChunkEntries + 1) {
  }
  EXPECT_EQ(&table[first], entry);
  EXPECT_NE(&table[kChunkEntries], &table[kChunkEntries - 1] + 1) << "another chunk";
}

TEST_F(TableTest, CapacityIsWholeChunksAndOneMore) {
  Table defaults;
  defaults.Open(2 * 1024 * 1024);
  EXPECT_EQ(defaults.Capacity(), 2162688u);
  EXPECT_EQ(table.Capacity(), 4 * kChunkEntries);
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

TEST_F(TableTest, ARecycledTableIsEmptyAgain) {
  const Index index = table.Acquire();
  table[index].flags.Initialise(flag::kMarkA | flag::kRoot);
  table[index].serial = 7;
  table[index].strong = 3;
  table.Release(index);
  table.Recycle();
  table.Open(kChunkEntries);
  EXPECT_EQ(table.End(), 1u);
  EXPECT_THAT(table.Free(), testing::IsEmpty());
  ASSERT_EQ(table.Acquire(), index);
  EXPECT_EQ(table[index].flags.Load(), 0u);
  EXPECT_EQ(table[index].serial, 0u);
  EXPECT_EQ(table[index].strong, 0u);
}

}  // namespace
}  // namespace gc
