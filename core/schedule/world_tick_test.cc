// core/schedule/world_tick_test.cc -- frames collect as the decision table says: each row with a
// real heap, timers and requests.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

using testing::Contains;
using testing::Not;

// S13.3
TEST(WorldTick, DoesNothingBeforeAWorldPlaysAndItsTimerStands) {
  ScheduledHeap world;
  Scheduler early(world.heap, world.lock, world.environment);
  early.RequestCollection(false);
  for (std::uint64_t frame = 1; frame < 100; ++frame) early.WorldTick({.frame = frame, .delta = 1});
  EXPECT_EQ(early.frame_report().row, "S13.3");
  EXPECT_EQ(early.Elapsed(), 0);
  EXPECT_EQ(early.cycle(), 0u);
  early.WorldBeganPlay();
  early.WorldTick({.frame = 100, .delta = 1});
  EXPECT_EQ(early.cycle(), 1u) << "the request was kept";
}

// S13.3, S13.5(0)
TEST(WorldTick, CollectsFullyOnRequestEvenBeforeAWorldPlays) {
  ScheduledHeap world;
  Scheduler early(world.heap, world.lock, world.environment);
  world.MakeGarbage(3);
  early.RequestCollection(true);
  early.WorldTick({.frame = 1, .delta = 1});
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
}

// S13.4, S13.5(3), S13.7
TEST(WorldTick, CollectsWhenMoreThanTheIntervalOfGameTimeIsOver) {
  ScheduledHeap world;
  for (int second = 1; second <= 60; ++second) {
    EXPECT_FALSE(world.Frame().started) << second;
    EXPECT_EQ(world.scheduler.Elapsed(), second);
  }
  EXPECT_TRUE(world.Frame().started);
  EXPECT_EQ(world.scheduler.Elapsed(), 0) << "S13.6";
}

// S13.6: a collection on demand starts the time anew too, and a try that fails does not.
TEST(WorldTick, TheTimeBeginsAnewWithEachCollectionThatStarts) {
  for (const bool full : {false, true}) {
    ScheduledHeap world;
    world.Frame(50);
    world.scheduler.SetTimeUntilNext(100);
    {
      const Elsewhere elsewhere(world.lock);
      EXPECT_FALSE(world.scheduler.TryCollect(full));
    }
    EXPECT_EQ(world.scheduler.Elapsed(), 50);
    EXPECT_TRUE(world.scheduler.TryCollect(full));
    EXPECT_EQ(world.scheduler.Elapsed(), 0);
    EXPECT_FALSE(world.Frame(60).started);
    EXPECT_TRUE(world.Frame(1).started) << "and the time that was set once is forgotten";
    EXPECT_EQ(world.scheduler.Elapsed(), 0);
  }
}

// S13.9: levels that wait shorten the interval of low memory, and nothing else.
TEST(WorldTick, LevelsThatWaitShortenTheIntervalWhenMemoryIsLow) {
  Settings settings;
  settings.low_memory_threshold = 100;
  ScheduledHeap world(settings);
  world.environment.levels_wait = true;
  EXPECT_EQ(world.scheduler.CurrentInterval(), 60) << "memory is not low";
  world.environment.free_megabytes = 50;
  EXPECT_EQ(world.scheduler.CurrentInterval(), 15);
  EXPECT_FALSE(world.Frame(15).started);
  EXPECT_TRUE(world.Frame(0.5).started);
  world.environment.levels_wait = false;
  EXPECT_EQ(world.scheduler.CurrentInterval(), 30);
}

// S12.13: when the time of a purge slice is over, no further stage begins in it; and a slice has
// the limit of low memory when memory is low.
TEST(WorldTick, APurgeSliceEndsWithItsTimeWhereverAStageEnds) {
  for (const bool low : {false, true}) {
    Settings settings = Sliced();
    settings.purge_slice = (low ? 50 : 6) * kMillisecond;
    settings.low_memory_purge_slice = 6 * kMillisecond;
    settings.low_memory_threshold = 100;
    ScheduledHeap world(settings);
    world.environment.free_megabytes = low ? 50 : 500;
    world.MakeGarbage(6);
    world.scheduler.Collect(false);
    ASSERT_TRUE(world.heap.PurgePending());
    for (const Doing stage : {Doing::kFinishing, Doing::kFreeing, Doing::kNothing}) {
      EXPECT_EQ(world.Frame().units, 6u);
      EXPECT_EQ(WhatIsNext(world.heap), stage);
    }
  }
}

// S12.1: the clock is read after as many begin-destroys as the setting says, once they are fast.
TEST(WorldTick, ReadsTheClockAfterAsManyBeginDestroysAsTheSettingSays) {
  const auto looks = [](std::uint32_t poll) {
    Settings settings = Sliced();
    settings.begin_poll = poll;
    settings.purge_slice = 1;
    ScheduledHeap world(settings);
    world.unit_takes = 1000;
    world.MakeGarbage(400);
    world.scheduler.Collect(false);
    world.environment.readings = 0;
    world.Frame();
    return world.environment.readings.load();
  };
  EXPECT_GT(looks(1), looks(10) + 300);
  EXPECT_GT(looks(10), looks(40) + 20);
}

// S13.8, S13.9
TEST(WorldTick, GoesByTheIntervalOfTheLoad) {
  Settings settings;
  settings.low_memory_threshold = 100;
  ScheduledHeap world(settings);
  world.environment.dedicated_server = true;
  world.environment.players = false;
  EXPECT_EQ(world.scheduler.CurrentInterval(), 600);
  EXPECT_FALSE(world.Frame(599).started);
  world.environment.free_megabytes = 50;
  EXPECT_EQ(world.scheduler.CurrentInterval(), 30);
  world.environment.levels_wait = true;
  EXPECT_EQ(world.scheduler.CurrentInterval(), 15);
  EXPECT_TRUE(world.Frame(1).started);
}

// S13.5
TEST(WorldTick, CollectsOnRequestOnlyIfTheIntervalIsOff) {
  Settings settings;
  settings.interval = 0;
  ScheduledHeap world(settings);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(world.Frame(1000).started);
  world.scheduler.RequestCollection(false);
  EXPECT_TRUE(world.Frame().started);
}

// S13.1: the scheduler decides once in a frame, at the frame's first tick.
TEST(WorldTick, DecidesOnceInAFrameHoweverManyWorldsThereAre) {
  ScheduledHeap world;
  world.Frame();
  world.scheduler.RequestCollection(true);
  EXPECT_EQ(world.Again().row, "S13.1");
  EXPECT_EQ(world.scheduler.Elapsed(), 1) << "and the time of one frame passes";
  EXPECT_FALSE(world.scheduler.frame_report().started);
  EXPECT_TRUE(world.Frame().started);
}

// S13.2: two worlds, two slices, and the report says so.
TEST(WorldTick, GivesMarkingASliceForEachWorld) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  world.Frame();
  EXPECT_EQ(world.Frame().slices, 1u);
  EXPECT_EQ(world.scheduler.frame_report().units, 5u);
  EXPECT_EQ(world.Again().slices, 2u);
  EXPECT_EQ(world.scheduler.frame_report().units, 10u);
  EXPECT_EQ(world.scheduler.frame_report().pause, 10'000'000u);
}

// S13.2
TEST(WorldTick, DoesNotGoOnWithASlicedGatherForASecondWorld) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  while (world.heap.phase() != Phase::kGathering) world.Frame();
  EXPECT_EQ(world.Again().row, "S13.1");
  EXPECT_EQ(world.Frame().units, 10u) << "S13.5(4)";
}

// S13.5(2)
TEST(WorldTick, GoesOnWithMarkingBeforeAnythingStarts) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  world.Frame();
  world.scheduler.RequestCollection(false);
  EXPECT_EQ(world.Frame(1000).row, "S13.5(2)");
  EXPECT_EQ(world.scheduler.cycle(), 1u);
}

// S13.5(3), (4): a request waits until the purge is over, and is served then.
TEST(WorldTick, FinishesAPurgeInSlicesBeforeTheNextStart) {
  ScheduledHeap world(Sliced());
  world.MakeGarbage(20);
  world.scheduler.RequestCollection(false);
  while (!world.heap.PurgePending()) world.Frame();
  world.scheduler.RequestCollection(false);
  while (world.scheduler.PurgePending()) EXPECT_EQ(world.Frame().row, "S13.5(4)");
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
  EXPECT_TRUE(world.Frame().started);
}

// S13.5: a sliced gather counts as a purge that is pending, so the start waits for it.
TEST(WorldTick, FinishesASlicedGatherBeforeTheNextStart) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  while (world.heap.phase() != Phase::kGathering) world.Frame();
  world.scheduler.RequestCollection(false);
  while (world.heap.phase() == Phase::kGathering) EXPECT_EQ(world.Frame().row, "S13.5(4)");
  EXPECT_EQ(world.scheduler.cycle(), 1u);
}

// S13.10
TEST(WorldTick, ServesARequestInTheNextFrameAndOnce) {
  ScheduledHeap world;
  world.Frame();
  world.scheduler.RequestCollection(false);
  EXPECT_EQ(world.scheduler.cycle(), 0u) << "not at once";
  EXPECT_TRUE(world.Frame().started);
  EXPECT_FALSE(world.Frame().started);
}

// S13.10, S2.7
TEST(WorldTick, KeepsWhatTheMaskOfScheduledCollectionsNames) {
  ScheduledHeap world;
  world.heap.SetFlags(world.heap.New<Node>('a'), object_flag::kStandalone);
  world.scheduler.Keep(object_flag::kStandalone);
  for (const bool full : {false, true}) {
    world.scheduler.RequestCollection(full);
    EXPECT_TRUE(world.Frame().started);
    world.Frame();
    EXPECT_EQ(world.heap.ObjectCount(), 1u);
  }
  world.scheduler.Keep(object_flag::kNone);
  world.scheduler.RequestCollection(true);
  world.Frame();
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
}

// S13.11
TEST(WorldTick, ADelaySkipsOneFrameWhileTimeGoesOn) {
  ScheduledHeap world;
  world.scheduler.RequestCollection(false);
  world.scheduler.DelayCollection();
  EXPECT_EQ(world.Frame().act, Act::kSkipFrame);
  EXPECT_EQ(world.scheduler.Elapsed(), 1);
  EXPECT_TRUE(world.Frame().started);
}

// S13.11
TEST(WorldTick, AnotherWorldsSliceRunsInADelayedFrame) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  world.Frame();
  world.scheduler.DelayCollection();
  EXPECT_EQ(world.Frame().slices, 0u);
  EXPECT_EQ(world.Again().slices, 1u);
}

// S13.12
TEST(WorldTick, TheTimeUntilTheNextCanBeSetOnce) {
  ScheduledHeap world;
  world.Frame(50);
  world.scheduler.SetTimeUntilNext(100);
  EXPECT_FALSE(world.Frame(100).started);
  world.scheduler.SetTimeUntilNext(2);
  EXPECT_FALSE(world.Frame(2).started);
  EXPECT_TRUE(world.Frame(1).started);
  EXPECT_FALSE(world.Frame(60).started);
  EXPECT_TRUE(world.Frame(1).started) << "the interval again";
  world.scheduler.SetTimeUntilNext(1000);
  world.scheduler.RequestCollection(false);
  EXPECT_TRUE(world.Frame().started) << "requests are served all the same";
}

// S13.15
TEST(WorldTick, AnUnloadedLevelRequestsAFullCollectionIfAskedToAndManyRequestOne) {
  ScheduledHeap world;
  world.scheduler.LevelUnloaded();
  EXPECT_FALSE(world.Frame().started);
  Settings settings;
  settings.collect_on_level_unload = true;
  world.scheduler.Configure(settings);
  for (int i = 0; i < 3; ++i) world.scheduler.LevelUnloaded();
  EXPECT_EQ(world.Frame().act, Act::kCollectFully);
  EXPECT_FALSE(world.Frame().started);
}

// S13.19: between two maps all that the old one left goes, also what died while marking was
// suspended, and its memory goes back before the cycle is told to be complete.
TEST(WorldTick, AChangeOfMapCollectsFullyAndGivesMemoryBack) {
  ScheduledHeap world(Sliced());
  Node* const map = world.MakeChain(20'000);
  world.scheduler.RequestCollection(false);
  world.Frame();
  ASSERT_TRUE(world.scheduler.MarkingPending());
  world.heap.RemoveRoot(map);
  const Blocks& blocks = world.heap.collector().memory.blocks();
  std::vector<std::size_t> blocks_at;
  world.on_notice = [&](const Notification& one) {
    if (one.notice == Notice::kComplete) blocks_at.push_back(blocks.blocks());
  };
  world.scheduler.MapChanged();
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
  EXPECT_FALSE(world.scheduler.PurgePending());
  ASSERT_EQ(blocks_at.size(), 2u) << "the suspended cycle, and one for what died since";
  EXPECT_EQ(blocks_at[1], 0u);
  world.MakeGarbage(100);
  world.scheduler.Collect();
  EXPECT_EQ(world.heap.ObjectCount(), 0u) << "the heap goes on";
}

// S13.19: not inside a collection, as Collect.
TEST(WorldTickDeathTest, AMapDoesNotChangeInsideACollection) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        ScheduledHeap world;
        world.on_notice = [&](const Notification&) { world.scheduler.MapChanged(); };
        world.scheduler.Collect();
      },
      "must not be demanded inside a collection: MapChanged");
}
TEST(WorldTickDeathTest, AWorldDoesNotTickInsideACollection) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        ScheduledHeap world;
        world.on_notice = [&](const Notification&) { world.scheduler.WorldTick({}); };
        world.scheduler.Collect();
      },
      "must not be demanded inside a collection: WorldTick");
}

// S13.6, S18.1: worlds are told after a scheduled collection has started, not after a failed try.
TEST(WorldTick, TellsTheWorldsToCleanUpAfterEachStart) {
  ScheduledHeap world;
  world.scheduler.RequestCollection(false);
  {
    const Elsewhere elsewhere(world.lock);
    world.Frame();
    EXPECT_THAT(world.Heard(), testing::IsEmpty());
  }
  world.Frame();
  EXPECT_THAT(world.Heard(), Contains("clean-up open"));
  world.scheduler.Collect();
  EXPECT_THAT(world.Heard(), Not(Contains("clean-up open")))
      << "a collection on demand is not a scheduled one";
}

}  // namespace
}  // namespace gc
