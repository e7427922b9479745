// core/schedule/cycle_notices_test.cc -- each way to collect tells its notices in one order, and
// with the lock in the right state.

#include "core/schedule/cycle_notices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

using testing::ElementsAre;

// The parameter is the number of doomed objects. With none, every stage is empty, and the order
// must be the same.
class Order : public testing::TestWithParam<int> {
 protected:
  Diary HeardOf(ScheduledHeap& world) {
    world.MakeChain(7);
    world.MakeGarbage(GetParam());
    world.scheduler.RequestCollection(false);
    Diary heard;
    do {
      world.Frame();
      for (std::string& words : world.Heard()) heard.push_back(std::move(words));
    } while (world.scheduler.MarkingPending() || world.scheduler.PurgePending());
    return heard;
  }
};
INSTANTIATE_TEST_SUITE_P(S14, Order, testing::Values(0, 1, 9));

// S14.1, S14.2, S14.3, A36
TEST_P(Order, OfAFullCollection) {
  ScheduledHeap world;
  world.MakeGarbage(GetParam());
  world.scheduler.Collect();
  EXPECT_THAT(world.Heard(),
              ElementsAre("pre-collect open", "started locked", "marking-done locked",
                          "begin-starts locked", "begin-done locked", "purge-done locked",
                          "post-collect open", "complete open"));
}

// S14.2, S14.3, S12.2: each notice is told once in a cycle, not once in a slice.
TEST_P(Order, OfACycleInSlices) {
  ScheduledHeap world(Sliced());
  EXPECT_THAT(HeardOf(world),
              ElementsAre("pre-collect open", "started locked", "clean-up open",
                          "marking-done locked", "post-collect open", "begin-starts locked",
                          "begin-done locked", "purge-done locked", "complete open"));
}

// S14.2, S12.2
TEST_P(Order, OfACycleThatBeginsItsDoomedAtOnce) {
  Settings settings = Sliced();
  settings.begin_incremental = false;
  ScheduledHeap world(settings);
  EXPECT_THAT(HeardOf(world),
              ElementsAre("pre-collect open", "started locked", "clean-up open",
                          "marking-done locked", "begin-starts locked", "begin-done locked",
                          "post-collect open", "purge-done locked", "complete open"));
}

// S14.2: by default marking and gather run at once, and the purge in slices.
TEST_P(Order, OfACycleWhosePurgeAloneIsSliced) {
  ScheduledHeap world;
  const Diary heard = HeardOf(world);
  ASSERT_GE(heard.size(), 4u);
  EXPECT_THAT(Diary(heard.begin(), heard.begin() + 4),
              ElementsAre("pre-collect open", "started locked", "marking-done locked",
                          "post-collect open"));
  EXPECT_EQ(heard.back(), GetParam() == 0 ? "clean-up open" : "complete open");
}

// S14.3: for each way to collect, the test records at each notice which stage a doomed object is
// in.
TEST(Collect, TellsEachNoticeBetweenTheStagesThatItNames) {
  for (const bool full : {false, true}) {
    for (const bool sliced : {false, true}) {
      Settings settings;
      settings.begin_incremental = sliced;
      ScheduledHeap world(settings);
      Diary diary;
      world.heap.New<Node>('a', &diary);
      world.heap.New<Node>('b', &diary);
      world.on_notice = [&](const Notification& one) {
        if (one.notice >= Notice::kMarkingDone && one.notice <= Notice::kPurgeDone) {
          diary.push_back(std::string(NameOf(one.notice)));
        }
      };
      world.scheduler.Collect(full);
      while (world.scheduler.PurgePending()) world.Frame();
      EXPECT_THAT(diary, ElementsAre("marking-done", "begin-starts", "began a", "began b",
                                     "begin-done", "finished a", "finished b", "destroyed a",
                                     "destroyed b", "purge-done"))
          << (full ? "full" : "") << (sliced ? " sliced" : "");
    }
  }
}

// S14.3: an empty heap tells the same notices.
TEST(Collect, OfAnEmptyHeapInSlicesTellsTheSame) {
  ScheduledHeap world(Sliced());
  world.scheduler.RequestCollection(false);
  world.Frame();
  world.Frame();
  EXPECT_THAT(world.Heard(),
              ElementsAre("pre-collect open", "started locked", "marking-done locked",
                          "post-collect open", "begin-starts locked", "begin-done locked",
                          "purge-done locked", "complete open", "clean-up open"));
}

// S14.2: nor does what begins at once come after "after" where there is nothing to gather.
TEST(Collect, OfAnEmptyHeapThatBeginsAtOnceKeepsTheOrder) {
  Settings settings = Sliced();
  settings.begin_incremental = false;
  ScheduledHeap world(settings);
  world.scheduler.RequestCollection(false);
  world.Frame();
  world.Frame();
  EXPECT_THAT(world.Heard(),
              ElementsAre("pre-collect open", "started locked", "marking-done locked",
                          "begin-starts locked", "begin-done locked", "post-collect open",
                          "purge-done locked", "complete open", "clean-up open"));
}

// S14.2
TEST(Collect, TellsWhetherItIsFullAndWhichCycleItIs) {
  ScheduledHeap world;
  std::vector<std::pair<bool, std::uint64_t>> told;
  world.on_notice = [&](const Notification& one) {
    if (one.notice == Notice::kPreCollect) told.emplace_back(one.full, one.cycle);
  };
  world.scheduler.Collect(true);
  world.scheduler.Collect(false);
  EXPECT_THAT(told, ElementsAre(std::pair(true, 1u), std::pair(false, 2u)));
}

// S14.2, S7.7: a full collection that is demanded in the middle of a cycle purges all of that at
// once, and says so from then on; it is another cycle that it begins afterwards.
TEST(Collect, TellsThatTheCycleWhichItFinishesIsFullNow) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.MakeGarbage(5);
  Diary told;
  world.on_notice = [&](const Notification& one) {
    told.push_back(std::string(NameOf(one.notice)) + ' ' + std::to_string(one.cycle) +
                   (one.full ? " full" : ""));
  };
  world.scheduler.RequestCollection(false);
  world.Frame();
  EXPECT_THAT(std::exchange(told, {}), ElementsAre("pre-collect 1", "started 1", "clean-up 1"));
  world.scheduler.Collect(true);
  ASSERT_EQ(told.size(), 14u);
  EXPECT_THAT(Diary(told.begin(), told.begin() + 6),
              ElementsAre("marking-done 1 full", "begin-starts 1 full", "begin-done 1 full",
                          "purge-done 1 full", "post-collect 1 full", "complete 1 full"));
  EXPECT_EQ(told[6], "pre-collect 2 full");
  EXPECT_EQ(told.back(), "complete 2 full");
}

}  // namespace
}  // namespace gc
