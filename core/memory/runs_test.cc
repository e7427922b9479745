// core/memory/runs_test.cc -- the slots that are lent to a thread come from their block and go back
// to it.

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/memory/blocks.h"

namespace gc {
namespace {

class LentRuns : public testing::Test {
 protected:
  std::vector<void*> Many(std::size_t count, std::size_t bytes) {
    std::vector<void*> slots;
    for (std::size_t i = 0; i < count; ++i) slots.push_back(blocks.Allocate(bytes));
    return slots;
  }
  BlockSource source;
  Blocks blocks{source};
};

// S17.2: what a run lends is given out by nobody else, in the order of memory, and counts as used
// until it is taken back.
TEST_F(LentRuns, AreWordsOfFreeSlots) {
  constexpr std::size_t kBytes = 96;
  const std::size_t size_class = Blocks::ClassOf(kBytes);
  std::set<void*> seen;
  for (void* slot : Many(10, kBytes)) seen.insert(slot);
  Blocks::Run run;
  ASSERT_TRUE(blocks.Lend(size_class, run));
  EXPECT_EQ(blocks.StatisticsOf(size_class).used, 10u + 64u);
  void* before = nullptr;
  for (int i = 0; i < 40; ++i) {
    void* const slot = Blocks::TakeFrom(run, size_class);
    EXPECT_LT(before, slot);
    EXPECT_TRUE(seen.insert(slot).second);
    before = slot;
  }
  for (void* slot : Many(Blocks::kSlotsPerBlock[size_class] * 2, kBytes)) {
    EXPECT_TRUE(seen.insert(slot).second);
  }
  blocks.TakeBack(run);
  EXPECT_EQ(run.free, 0u);
  EXPECT_EQ(blocks.StatisticsOf(size_class).used, seen.size());
  blocks.TakeBack(run);
  EXPECT_EQ(blocks.StatisticsOf(size_class).used, seen.size()) << "nothing was left of it";
}

// S17.2: the class's own run goes back to the word that it came from, although a word behind it was
// lent meanwhile; so does the lent one, although a slot of it was freed meanwhile.
TEST_F(LentRuns, GoBackToTheirOwnWords) {
  constexpr std::size_t kBytes = 96;
  const std::size_t size_class = Blocks::ClassOf(kBytes);
  const std::size_t all = Blocks::kSlotsPerBlock[size_class];
  std::vector<void*> slots = Many(10, kBytes);
  Blocks::Run first, second;
  ASSERT_TRUE(blocks.Lend(size_class, first));
  ASSERT_TRUE(blocks.Lend(size_class, second));
  void* const lent = Blocks::TakeFrom(first, size_class);
  blocks.Free(slots[3]);  // gives the class's own run back
  blocks.Free(lent);
  blocks.TakeBack(first);
  blocks.TakeBack(second);
  EXPECT_EQ(blocks.StatisticsOf(size_class).used, 9u);
  slots.erase(slots.begin() + 3);
  std::set<void*> seen(slots.begin(), slots.end());
  for (void* slot : Many(all - 9, kBytes)) EXPECT_TRUE(seen.insert(slot).second);
  EXPECT_EQ(blocks.blocks(), 1u) << "every slot of the block was found again";
}

// S17.2: a block of which all slots were lent is full, and an open one again when some come back; a
// block of which nothing is in use goes back.
TEST_F(LentRuns, FillTheirBlockUntilTheyAreTakenBack) {
  constexpr std::size_t kBytes = 8 * 1024;
  const std::size_t size_class = Blocks::ClassOf(kBytes);
  const std::size_t all = Blocks::kSlotsPerBlock[size_class];
  Blocks::Run run, other;
  ASSERT_TRUE(blocks.Lend(size_class, run));
  void* const slot = Blocks::TakeFrom(run, size_class);
  ASSERT_TRUE(blocks.Lend(size_class, other));
  EXPECT_EQ(blocks.blocks(), 2u);
  blocks.TakeBack(run);
  EXPECT_EQ(Many(all - 1, kBytes).size(), all - 1);
  EXPECT_EQ(blocks.blocks(), 2u);
  blocks.TakeBack(other);
  blocks.Trim();
  EXPECT_EQ(blocks.blocks(), 1u);
  blocks.Free(slot);
  EXPECT_EQ(blocks.StatisticsOf(size_class).used, all - 1);
}

}  // namespace
}  // namespace gc
