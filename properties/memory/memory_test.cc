// properties/memory/memory_test.cc -- runs of an allocator agree with the table, and each kind of
// wrong answer is noticed and made small.
//
// Label: threads.

#include <gtest/gtest.h>

#include <string>

#include "properties/memory/core_lists.h"
#include "properties/memory/core_mapped.h"
#include "properties/memory/core_trim.h"
#include "properties/memory/memory_run.h"
#include "reference/memory/paper_blocks.h"

namespace properties::memory {
namespace {

TEST(Memories, AgreeWithTheTableInSomeHundredRuns) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const MemoryRun run = DrawMemoryRun(seed);
    ASSERT_EQ(JudgeMemory(run).difference, "") << TextOf(ShrunkMemory(run));
  }
}

TEST(Memories, NoticeEachKindOfWrongAnswerInAFewOperations) {
  for (const MemoryLie lie : {MemoryLie::kSameSlot, MemoryLie::kBytes, MemoryLie::kUsed,
                              MemoryLie::kBlocks, MemoryLie::kForgets, MemoryLie::kNoTrim,
                              MemoryLie::kNoDrop, MemoryLie::kLoses, MemoryLie::kTwice}) {
    MemoryRun run;
    for (std::uint64_t seed = 0; run.empty() && seed < 50; ++seed) {
      const MemoryRun drawn = DrawMemoryRun(seed);
      if (!JudgeMemory(drawn, lie).difference.empty()) run = ShrunkMemory(drawn, lie);
    }
    EXPECT_FALSE(JudgeMemory(run, lie).difference.empty()) << static_cast<int>(lie);
    EXPECT_LE(run.size(), 2u) << TextOf(run);
  }
}

TEST(Memories, EachKindOfListIsComparedAndAForgetfulOneIsNoticed) {
  for (std::size_t kind = 0; kind < kListKinds; ++kind) {
    PaperVerdict fine, forgetful;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      CompareLists(kind, seed, /*lies=*/false, fine);
      ASSERT_EQ(fine.difference, "") << kind << ' ' << seed;
    }
    EXPECT_GT(fine.compared, 5000u) << kind;
    CompareLists(kind, 1, /*lies=*/true, forgetful);
    EXPECT_NE(forgetful.difference, "") << kind;
  }
}

TEST(Memories, ATrimmedHeapKeepsWhatItNeedsHoweverManyWork) {
  if (!CanCompareTrimmed()) return;
  for (std::uint32_t workers = 1; workers < 5; ++workers) {
    PaperVerdict fine, wrong;
    CompareTrimmed(workers, /*lies=*/false, fine);
    EXPECT_EQ(fine.difference, "") << workers;
    CompareTrimmed(workers, /*lies=*/true, wrong);
    EXPECT_NE(wrong.difference, "") << workers;
  }
}

TEST(Memories, WhatASourceMapsGoesBackToTheSystem) {
  if (!CanCompareMapped()) return;
  PaperVerdict wrong;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    PaperVerdict fine;
    CompareMapped(seed, /*lies=*/false, fine);
    ASSERT_EQ(fine.difference, "") << seed;
    CompareMapped(seed, /*lies=*/true, wrong);
  }
  EXPECT_NE(wrong.difference, "");
}

TEST(Memories, TheTableKnowsWhichRegionsAreKept) {
  reference::memory::PaperSource source;
  EXPECT_FALSE(source.Next());
  const std::uintptr_t region = 8 * reference::memory::kRegionBytes;
  source.Taken(region);
  EXPECT_EQ(source.Next(), region + reference::memory::kBlockBytes);
  source.Taken(2 * region);
  source.Give(2 * region);
  source.Give(region);
  EXPECT_EQ(source.bytes(), 2 * reference::memory::kRegionBytes) << "both were needed";
  source.Age();
  source.Age();
  EXPECT_EQ(source.bytes(), 2 * reference::memory::kRegionBytes)
      << "by the last collection but one";
  source.Age();
  EXPECT_EQ(source.bytes(), reference::memory::kRegionBytes) << "one is always kept";
  EXPECT_EQ(source.Next(), region) << "the lowest";
  source.Trim();
  EXPECT_EQ(source.bytes(), 0u);
}

TEST(Memories, TheTableKnowsWhatOverlaps) {
  reference::memory::PaperSlots slots;
  EXPECT_TRUE(slots.Add(1000, 16));
  EXPECT_FALSE(slots.Add(1008, 16));
  EXPECT_FALSE(slots.Add(996, 5));
  EXPECT_TRUE(slots.Add(1016, 16));
  EXPECT_TRUE(slots.Add(3 * reference::memory::kBlockBytes, 16));
  EXPECT_EQ(slots.Blocks(), 2u);
}

}  // namespace
}  // namespace properties::memory
