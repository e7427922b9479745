// core/configure/schedule_settings_test.cc -- each setting of the scheduler, changed while the
// program runs: the behaviour before, and from the next frame on.
//
// A unit of work takes 1 ms, so that the length of a slice is a number of units.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/live_world.h"

namespace gc {
namespace {

// S9.1
TEST(SettingAtWork, TraceIncrementalMarksInSlices) {
  LiveWorld world("trace.slice = 0.001\ntrace.poll = 1");
  world.MakeRoots(30);
  world.Start();
  EXPECT_FALSE(world.scheduler.MarkingPending());
  world.Set("trace.incremental = on");
  world.Start();
  EXPECT_TRUE(world.scheduler.MarkingPending());
}

// S9.2
TEST(SettingAtWork, TraceSliceIsTheLengthOfASlice) {
  LiveWorld world("trace.incremental = on\ntrace.poll = 1");
  world.MakeRoots(60);
  world.Start();
  EXPECT_EQ(world.Frame().units, 5u);
  world.Set("trace.slice = 0.012");
  EXPECT_EQ(world.Frame().units, 12u);
  world.Set("trace.slice = 0");
  EXPECT_FALSE((world.Frame(), world.scheduler.MarkingPending())) << "no limit";
}

// How often the clock is read meanwhile, when a unit takes a microsecond.
template <class Work>
int LooksIn(LiveWorld& world, Work&& work) {
  world.unit_takes = 1000;
  const int before = world.environment.readings;
  work();
  return world.environment.readings - before;
}

// S9.2
TEST(SettingAtWork, TracePollIsTheNumberOfUnitsBetweenTwoLooksAtTheClock) {
  LiveWorld world("trace.incremental = on");
  world.MakeRoots(400);
  const int seldom = LooksIn(world, [&] { world.Start(); });
  world.Set("trace.poll = 1");
  EXPECT_GT(LooksIn(world, [&] { world.Start(); }), seldom + 300);
}

// S9.22
TEST(SettingAtWork, TraceDelayPutsOffTheNextSlice) {
  LiveWorld world("trace.incremental = on");
  world.MakeRoots(60);
  world.Start();
  EXPECT_NE(world.Frame().units, 0u);
  EXPECT_NE(world.Frame().units, 0u);
  world.Set("trace.delay = 2");
  EXPECT_NE(world.Frame().units, 0u);
  EXPECT_EQ(world.Frame().units, 0u);
  EXPECT_EQ(world.Frame().units, 0u);
  EXPECT_NE(world.Frame().units, 0u);
}

// S9.22
TEST(SettingAtWork, TraceContinuousBeginsTheNextCycleAtOnce) {
  LiveWorld world;
  EXPECT_FALSE(world.Frame().started);
  world.Set("trace.continuous = on");
  EXPECT_TRUE(world.Frame().started);
  EXPECT_TRUE(world.Frame().started);
  world.Set("trace.continuous = off");
  EXPECT_FALSE(world.Frame().started);
}

// S11.2
TEST(SettingAtWork, GatherIncrementalGathersInSlices) {
  LiveWorld world;
  world.MakeRoots(100);
  world.Start();
  EXPECT_EQ(world.heap.phase(), Phase::kIdle);
  world.Set("gather.incremental = on");
  world.Start();
  EXPECT_EQ(world.heap.phase(), Phase::kGathering);
}

// S11.2
TEST(SettingAtWork, GatherSliceIsTheLengthOfAGatherSliceOrThatOfMarking) {
  LiveWorld world("gather.incremental = on\ntrace.slice = 0.015");
  world.MakeRoots(100);
  world.Start();
  EXPECT_EQ(world.Frame().units, 20u) << "15 ms and not the purge's 2: 10 indices, and 10 more";
  world.Set("gather.slice = 0.025");
  EXPECT_EQ(world.Frame().units, 30u);
}

// S12.2
TEST(SettingAtWork, PurgeBeginIncrementalLeavesBeginDestroyToSlices) {
  LiveWorld world;
  world.MakeGarbage(20);
  world.Start();
  EXPECT_EQ(WhatIsNext(world.heap), Doing::kBeginning);
  world.scheduler.Collect();
  world.Set("purge.begin_incremental = off");
  world.MakeGarbage(20);
  world.Start();
  EXPECT_EQ(WhatIsNext(world.heap), Doing::kFinishing);
}

TEST(SettingAtWork, PurgeBeginPollIsTheNumberOfBeginDestroysBetweenTwoLooks) {
  LiveWorld world;
  const auto purge = [&] {
    world.MakeGarbage(400);
    world.Start();
    return LooksIn(world, [&] { world.Frame(); });
  };
  const int seldom = purge();
  world.Set("purge.begin_poll = 1");
  EXPECT_GT(purge(), seldom + 300);
}

// S12.13
TEST(SettingAtWork, PurgeSliceIsTheLengthOfAPurgeSlice) {
  LiveWorld world("purge.begin_poll = 1");
  world.MakeGarbage(60);
  world.Start();
  EXPECT_EQ(world.Frame().units, 2u);
  world.Set("purge.slice = 0.007");
  EXPECT_EQ(world.scheduler.PurgeLimit(), 0.007);
  EXPECT_EQ(world.Frame().units, 7u);
}

TEST(SettingAtWork, PurgePollIsTheNumberOfFinishesAndFreesBetweenTwoLooks) {
  LiveWorld world;
  const auto purge = [&] {
    world.MakeGarbage(400);
    world.Start();
    return LooksIn(world, [&] { world.Frame(); });
  };
  const int often = purge();
  world.Set("purge.poll = 10");
  EXPECT_LT(purge(), often - 600) << "of 400 finishes and 400 frees";
}

// S12.8
TEST(SettingAtWork, PurgeGraceIsHowLongAFullPurgeWaits) {
  LiveWorld world;
  world.heap.New<Node>('n')->ready = false;
  world.scheduler.Collect();
  EXPECT_EQ(world.environment.pauses, 40) << "of a second each";
  world.Set("purge.grace = 3");
  world.environment.pauses = 0;
  world.scheduler.Collect();
  EXPECT_EQ(world.environment.pauses, 3);
}

// S12.8
TEST(SettingAtWork, PurgeCulpritsIsHowManyThatWereNotReadyAreNamed) {
  LiveWorld world("purge.grace = 1");
  for (int i = 0; i < 12; ++i) world.heap.New<Node>('n')->ready = false;
  world.scheduler.Collect();
  EXPECT_EQ(world.environment.culprits.size(), 10u);
  world.environment.culprits.clear();
  world.Set("purge.culprits = 4");
  world.scheduler.Collect();
  EXPECT_EQ(world.environment.culprits.size(), 4u);
}

// S13.4, S13.7
TEST(SettingAtWork, ScheduleIntervalIsTheTimeBetweenTwoTimedCycles) {
  LiveWorld world;
  EXPECT_FALSE(world.Frame(60).started);
  EXPECT_TRUE(world.Frame(0.5).started);
  EXPECT_FALSE(world.Frame(11).started);
  world.Set("schedule.interval = 10");
  EXPECT_TRUE(world.Frame(0.5).started) << "the time that has passed counts";
  world.Set("schedule.interval = 0");
  EXPECT_FALSE(world.Frame(1e6).started);
}

// S13.8
TEST(SettingAtWork, ScheduleIdleServerFactorMakesTheIntervalLonger) {
  LiveWorld world;
  world.environment.dedicated_server = true;
  world.environment.players = false;
  EXPECT_FALSE(world.Frame(600).started);
  EXPECT_TRUE(world.Frame(1).started);
  world.Set("schedule.idle_server_factor = 2");
  EXPECT_TRUE(world.Frame(121).started);
}

// S7.5
TEST(SettingAtWork, ScheduleTriesBeforeForcingIsHowManyTriesMayFail) {
  LiveWorld world;
  world.scheduler.RequestCollection(false);
  Elsewhere elsewhere(world.lock);
  for (std::uint32_t tries = 1; tries < 10; ++tries) {
    EXPECT_FALSE(world.Frame().started);
    EXPECT_EQ(world.scheduler.SkippedTries(), tries);
  }
  elsewhere.LeaveWhenWanted(world.lock);
  world.Set("schedule.tries_before_forcing = 9");
  EXPECT_TRUE(world.Frame().started) << "after 9 tries, it waits";
}

TEST(SettingAtWork, ScheduleCollectWhileLoadingDoesNotWaitForTheLoader) {
  LiveWorld world;
  world.environment.loading = true;
  EXPECT_FALSE(world.Start().started);
  world.Set("schedule.collect_while_loading = on");
  EXPECT_TRUE(world.Frame().started);
  EXPECT_TRUE(world.environment.loading);
}

TEST(SettingAtWork, ScheduleFlushLoadingFirstFinishesLoadingBeforeItCollects) {
  LiveWorld world;
  world.environment.loading = true;
  EXPECT_FALSE(world.Start().started);
  EXPECT_EQ(world.environment.finished_loading, 0);
  world.Set("schedule.flush_loading_first = on");
  EXPECT_TRUE(world.Frame().started);
  EXPECT_EQ(world.environment.finished_loading, 1);
}

// S13.15
TEST(SettingAtWork, ScheduleCollectOnLevelUnloadRequestsAFullCollection) {
  LiveWorld world;
  world.scheduler.LevelUnloaded();
  EXPECT_FALSE(world.Frame().started);
  world.Set("schedule.collect_on_level_unload = on");
  world.scheduler.LevelUnloaded();
  EXPECT_EQ(world.Frame().act, Act::kCollectFully);
}

// S13.9
TEST(SettingAtWork, LowMemoryThresholdIsWhereMemoryBeginsToBeLow) {
  LiveWorld world;
  world.environment.free_megabytes = 0;
  EXPECT_FALSE(world.Frame(31).started) << "0: memory is never low";
  world.environment.free_megabytes = 100;
  world.Set("low_memory.threshold = 100");
  EXPECT_FALSE(world.Frame(0).started) << "less than that, S13.9";
  world.Set("low_memory.threshold = 101");
  EXPECT_TRUE(world.Frame(0).started);
}

// S13.9
TEST(SettingAtWork, LowMemoryIntervalCountsWhenMemoryIsLowAndIsNeverLonger) {
  LiveWorld world("low_memory.threshold = 100");
  world.environment.free_megabytes = 50;
  EXPECT_FALSE(world.Frame(30).started);
  EXPECT_TRUE(world.Frame(0.5).started);
  world.Set("low_memory.interval = 5");
  EXPECT_TRUE(world.Frame(5.5).started);
  world.Set("low_memory.interval = 1000");
  EXPECT_FALSE(world.Frame(60).started);
  EXPECT_TRUE(world.Frame(0.5).started) << "the ordinary interval is shorter";
}

// S13.9
TEST(SettingAtWork, LowMemoryLevelIntervalCountsWhileLevelsWait) {
  LiveWorld world("low_memory.threshold = 100");
  world.environment.free_megabytes = 50;
  world.environment.levels_wait = true;
  EXPECT_FALSE(world.Frame(15).started);
  EXPECT_TRUE(world.Frame(0.5).started);
  world.Set("low_memory.level_interval = 4");
  EXPECT_TRUE(world.Frame(4.5).started);
  world.environment.levels_wait = false;
  EXPECT_FALSE(world.Frame(20).started);
}

// S12.13
TEST(SettingAtWork, LowMemoryPurgeSliceIsTheLengthOfAPurgeSliceThen) {
  LiveWorld world("low_memory.threshold = 100\npurge.slice = 0.009\npurge.begin_poll = 1");
  world.MakeGarbage(60);
  world.Start();
  EXPECT_EQ(world.Frame().units, 9u);
  world.environment.free_megabytes = 50;
  EXPECT_EQ(world.Frame().units, 2u);
  world.Set("low_memory.purge_slice = 0.005");
  EXPECT_EQ(world.Frame().units, 5u);
}

// S13.14
TEST(SettingAtWork, DebugEveryFramesCollectsFullyEachSoManyFrames) {
  LiveWorld world;
  EXPECT_FALSE(world.Frame().started);
  world.Set("debug.every_frames = 3");
  EXPECT_FALSE(world.Frame().started);
  EXPECT_EQ(world.Frame().act, Act::kCollectFully);
  EXPECT_FALSE(world.Frame().started);
}

// S13.14
TEST(SettingAtWork, DebugForceEveryFrameCollectsFullyInEachAndWaits) {
  LiveWorld world;
  EXPECT_FALSE(world.Frame().started);
  world.Set("debug.force_every_frame = on");
  {
    Elsewhere elsewhere(world.lock);
    elsewhere.LeaveWhenWanted(world.lock);
    EXPECT_TRUE(world.Frame().started);
  }
  EXPECT_EQ(world.Frame().act, Act::kCollectFully);
  world.Set("debug.force_every_frame = off");
  EXPECT_FALSE(world.Frame().started);
}

// S13.14
TEST(SettingAtWork, DebugStressLoadingCollectsFullyWhileSomethingIsLoaded) {
  LiveWorld world;
  world.environment.loading = true;
  EXPECT_FALSE(world.Frame().started);
  world.Set("debug.stress_loading = on");
  EXPECT_EQ(world.Frame().act, Act::kCollectFully);
  EXPECT_TRUE(world.scheduler.frame_report().started);
  world.environment.loading = false;
  EXPECT_FALSE(world.Frame().started);
}

}  // namespace
}  // namespace gc
