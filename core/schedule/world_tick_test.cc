// core/schedule/world_tick_test.cc -- what frames do to a heap: each row of the decision table with
// a real one, timers, requests, tries that fail, and the settings that only testing needs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/schedule/stage_test.h"

namespace gc {
namespace {

using testing::Contains;
using testing::Not;

// Keeps a section open on another thread for as long as it lives.
class Elsewhere {
 public:
  explicit Elsewhere(Lock& lock)
      : thread_([this, &lock] {
          const Section section(lock);
          open_ = true;
          while (!leave_) std::this_thread::yield();
        }) {
    while (!open_) std::this_thread::yield();
  }
  ~Elsewhere() { Leave(); }
  void Leave() {
    leave_ = true;
    if (thread_.joinable()) thread_.join();
  }
  // Leaves as soon as the collector waits for it.
  void LeaveWhenWanted(const Lock& lock) {
    helper_ = std::jthread([this, &lock] {
      while (!lock.IsWanted()) std::this_thread::yield();
      leave_ = true;
    });
  }

 private:
  std::atomic<bool> open_{false};
  std::atomic<bool> leave_{false};
  std::jthread thread_;
  std::jthread helper_;
};

// S13.3
TEST(WorldTick, DoesNothingBeforeAWorldPlaysAndItsTimerStands) {
  TestWorld world;
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
  TestWorld world;
  Scheduler early(world.heap, world.lock, world.environment);
  world.MakeGarbage(3);
  early.RequestCollection(true);
  early.WorldTick({.frame = 1, .delta = 1});
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
}

// S13.4, S13.5(3), S13.7
TEST(WorldTick, CollectsWhenMoreThanTheIntervalOfGameTimeIsOver) {
  TestWorld world;
  for (int second = 1; second <= 60; ++second) {
    EXPECT_FALSE(world.Frame().started) << second;
    EXPECT_EQ(world.scheduler.Elapsed(), second);
  }
  EXPECT_TRUE(world.Frame().started);
  EXPECT_EQ(world.scheduler.Elapsed(), 0) << "S13.6";
}

// S13.8, S13.9
TEST(WorldTick, GoesByTheIntervalOfTheLoad) {
  Settings settings;
  settings.low_memory_threshold = 100;
  TestWorld world(settings);
  world.environment.dedicated_server = true;
  world.environment.players = false;
  EXPECT_EQ(world.scheduler.CurrentInterval(), 600);
  EXPECT_FALSE(world.Frame(599).started);
  world.environment.free_megabytes = 50;
  EXPECT_TRUE(world.Frame(1).started);
}

// S13.5
TEST(WorldTick, CollectsOnRequestOnlyIfTheIntervalIsOff) {
  Settings settings;
  settings.interval = 0;
  TestWorld world(settings);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(world.Frame(1000).started);
  world.scheduler.RequestCollection(false);
  EXPECT_TRUE(world.Frame().started);
}

// S13.1: the main body once per frame.
TEST(WorldTick, DecidesOnceInAFrameHoweverManyWorldsThereAre) {
  TestWorld world;
  world.Frame();
  world.scheduler.RequestCollection(true);
  EXPECT_EQ(world.Again().row, "S13.1");
  EXPECT_EQ(world.scheduler.Elapsed(), 1) << "and the time of one frame passes";
  EXPECT_FALSE(world.scheduler.frame_report().started);
  EXPECT_TRUE(world.Frame().started);
}

// S13.2: two worlds, two slices, and the report says so.
TEST(WorldTick, GivesATraceASliceForEachWorld) {
  TestWorld world(Sliced());
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
  TestWorld world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  while (world.heap.phase() != Phase::kGathering) world.Frame();
  EXPECT_EQ(world.Again().row, "S13.1");
  EXPECT_EQ(world.Frame().units, 10u) << "S13.5(4)";
}

// S13.5(2)
TEST(WorldTick, GoesOnWithATraceBeforeAnythingStarts) {
  TestWorld world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  world.Frame();
  world.scheduler.RequestCollection(false);
  EXPECT_EQ(world.Frame(1000).row, "S13.5(2)");
  EXPECT_EQ(world.scheduler.cycle(), 1u);
}

// S13.5(3), (4): and then the request is served.
TEST(WorldTick, FinishesAPurgeInSlicesBeforeTheNextStart) {
  TestWorld world(Sliced());
  world.MakeGarbage(20);
  world.scheduler.RequestCollection(false);
  while (!world.heap.PurgePending()) world.Frame();
  world.scheduler.RequestCollection(false);
  while (world.scheduler.PurgePending()) EXPECT_EQ(world.Frame().row, "S13.5(4)");
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
  EXPECT_TRUE(world.Frame().started);
}

// S13.10
TEST(WorldTick, ServesARequestInTheNextFrameAndOnce) {
  TestWorld world;
  world.Frame();
  world.scheduler.RequestCollection(false);
  EXPECT_EQ(world.scheduler.cycle(), 0u) << "not at once";
  EXPECT_TRUE(world.Frame().started);
  EXPECT_FALSE(world.Frame().started);
}

// S13.11
TEST(WorldTick, ADelaySkipsOneFrameWhileTimeGoesOn) {
  TestWorld world;
  world.scheduler.RequestCollection(false);
  world.scheduler.DelayCollection();
  EXPECT_EQ(world.Frame().act, Act::kSkipFrame);
  EXPECT_EQ(world.scheduler.Elapsed(), 1);
  EXPECT_TRUE(world.Frame().started);
}

// S13.11
TEST(WorldTick, AnotherWorldsSliceRunsInADelayedFrame) {
  TestWorld world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  world.Frame();
  world.scheduler.DelayCollection();
  EXPECT_EQ(world.Frame().slices, 0u);
  EXPECT_EQ(world.Again().slices, 1u);
}

// S13.12
TEST(WorldTick, TheTimeUntilTheNextCanBeSetOnce) {
  TestWorld world;
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
  TestWorld world;
  world.scheduler.LevelUnloaded();
  EXPECT_FALSE(world.Frame().started);
  Settings settings;
  settings.collect_on_level_unload = true;
  world.scheduler.Configure(settings);
  for (int i = 0; i < 3; ++i) world.scheduler.LevelUnloaded();
  EXPECT_EQ(world.Frame().act, Act::kCollectFully);
  EXPECT_FALSE(world.Frame().started);
}

// S13.6, S18.1: after a collection has started, and after a failed try not.
TEST(WorldTick, TellsTheWorldsToCleanUpAfterEachStart) {
  TestWorld world;
  world.scheduler.RequestCollection(false);
  {
    const Elsewhere elsewhere(world.lock);
    world.Frame();
    EXPECT_THAT(world.Heard(), testing::IsEmpty());
  }
  world.Frame();
  EXPECT_THAT(world.Heard(), Contains("clean-up open"));
  world.scheduler.Collect();
  EXPECT_THAT(world.Heard(), Not(Contains("clean-up open"))) << "not scheduled";
}

// S7.6, S13.6
TEST(Try, ThatMeetsASectionLeavesEverythingButTheCounterAsItWas) {
  TestWorld world;
  const Elsewhere elsewhere(world.lock);
  world.MakeGarbage(3);
  world.Frame(10);
  const std::uint64_t units = world.environment.now;
  EXPECT_FALSE(world.scheduler.TryCollect());
  EXPECT_EQ(world.scheduler.SkippedTries(), 1u);
  EXPECT_EQ(world.scheduler.Elapsed(), 10);
  EXPECT_EQ(world.scheduler.cycle(), 0u);
  EXPECT_EQ(world.environment.now, units);
  EXPECT_EQ(world.heap.phase(), Phase::kIdle);
  EXPECT_THAT(world.Heard(), testing::IsEmpty());
  EXPECT_FALSE(world.lock.IsWanted());
  EXPECT_FALSE(world.scheduler.IsPurgingFully()) << "S13.17";
}

// S13.6: no second try in that frame, the next frame tries again, and the time goes on.
TEST(Try, ThatFailsIsRepeatedInTheNextFrameAndKeepsRequestAndDelay) {
  TestWorld world;
  {
    const Elsewhere elsewhere(world.lock);
    world.scheduler.RequestCollection(true);
    world.scheduler.DelayCollection();
    EXPECT_FALSE(world.Frame().started);
    world.Again();
    EXPECT_EQ(world.scheduler.SkippedTries(), 1u);
    EXPECT_FALSE(world.Frame().started);
    EXPECT_EQ(world.scheduler.SkippedTries(), 2u);
    EXPECT_EQ(world.scheduler.Elapsed(), 2);
  }
  EXPECT_TRUE(world.Frame().started);
  EXPECT_EQ(world.Frame().row, "S13.5(4)") << "the delay went with the full collection";
}

// S7.7: the eleventh waits, and succeeds.
TEST(Try, WaitsAfterTenThatFailed) {
  TestWorld world;
  Elsewhere elsewhere(world.lock);
  for (std::uint32_t i = 1; i <= 10; ++i) {
    EXPECT_FALSE(world.scheduler.TryCollect());
    EXPECT_EQ(world.scheduler.SkippedTries(), i);
  }
  elsewhere.LeaveWhenWanted(world.lock);
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_EQ(world.scheduler.SkippedTries(), 0u);
}

// S7.7
TEST(Try, NeverWaitsIfThatIsSwitchedOff) {
  Settings settings;
  settings.tries_before_forcing = 0;
  TestWorld world(settings);
  const Elsewhere elsewhere(world.lock);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(world.scheduler.TryCollect());
}

// S7.7: a demand counts as a start too.
TEST(Try, BeginsToCountAgainAfterAnyCollection) {
  TestWorld world;
  {
    const Elsewhere elsewhere(world.lock);
    EXPECT_FALSE(world.scheduler.TryCollect());
  }
  world.scheduler.Collect();
  EXPECT_EQ(world.scheduler.SkippedTries(), 0u);
}

// S7.7: a slice that goes on waits for the section.
TEST(Slice, OfAPendingTraceAlwaysWaitsForTheLock) {
  TestWorld world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  world.Frame();
  Elsewhere elsewhere(world.lock);
  elsewhere.LeaveWhenWanted(world.lock);
  EXPECT_EQ(world.Frame().units, 5u);
  EXPECT_EQ(world.scheduler.SkippedTries(), 0u);
}

// S7.11
TEST(Loading, PutsAScheduledCollectionOffAndIsNotCounted) {
  TestWorld world;
  world.environment.loading = true;
  world.scheduler.RequestCollection(true);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(world.Frame().started);
  EXPECT_EQ(world.scheduler.SkippedTries(), 0u) << "or loading would be overridden";
  world.environment.loading = false;
  EXPECT_TRUE(world.Frame().started);
}

// S7.11
TEST(Loading, DoesNotMatterIfTheSettingsSaySo) {
  Settings settings;
  settings.collect_while_loading = true;
  TestWorld world(settings);
  world.environment.loading = true;
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_TRUE(world.environment.loading);
}

// S7.11
TEST(Loading, IsFinishedFirstIfTheSettingsSaySo) {
  Settings settings;
  settings.flush_loading_first = true;
  TestWorld world(settings);
  world.environment.loading = true;
  {
    const Elsewhere elsewhere(world.lock);
    EXPECT_FALSE(world.scheduler.TryCollect());
    EXPECT_TRUE(world.environment.loading) << "not for a try that fails";
  }
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_EQ(world.environment.finished_loading, 1);
}

// S9.22
TEST(Debug, ATraceRestsBetweenItsSlices) {
  Settings settings = Sliced();
  settings.trace_delay = 2;
  TestWorld world(settings);
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  std::string frames;
  for (int i = 0; i < 9; ++i) frames += world.Frame().slices == 0 ? '-' : 's';
  EXPECT_EQ(frames, "s--s--s--");
  EXPECT_EQ(world.Again().row, "S9.22");
}

// S9.22
TEST(Debug, CyclesFollowOneAnotherInContinuousMode) {
  Settings settings = Sliced();
  settings.trace_continuous = true;
  TestWorld world(settings);
  world.MakeChain(3);
  for (int i = 0; i < 30; ++i) {
    const bool pending = world.scheduler.TracePending() || world.scheduler.PurgePending();
    EXPECT_EQ(world.Frame(0).started, !pending);
  }
  EXPECT_GE(world.scheduler.cycle(), 10u);
}

// S13.14
TEST(Debug, EveryNthFrameCollectsFully) {
  Settings settings;
  settings.debug_every_frames = 3;
  TestWorld world(settings);
  std::string frames;
  for (int i = 0; i < 9; ++i) frames += world.Frame().started ? 'c' : '-';
  EXPECT_EQ(frames, "--c--c--c");
}

// S13.14
TEST(Debug, EveryFrameCollectsFullyWhoeverIsInASection) {
  Settings settings;
  settings.debug_force_every_frame = true;
  TestWorld world(settings);
  EXPECT_TRUE(world.Frame().started);
  Elsewhere elsewhere(world.lock);
  elsewhere.LeaveWhenWanted(world.lock);
  EXPECT_TRUE(world.Frame().started);
}

// S13.14
TEST(Debug, EveryFrameOfLoadingCollectsFullyUnderStress) {
  Settings settings;
  settings.debug_stress_loading = true;
  TestWorld world(settings);
  EXPECT_FALSE(world.Frame().started);
  world.environment.loading = true;
  EXPECT_TRUE(world.Frame().started);
  EXPECT_TRUE(world.Frame().started);
}

// S12.15
TEST(Slice, WithNothingToDoDoesNotEvenTakeTheLock) {
  TestWorld world;
  const Elsewhere elsewhere(world.lock);
  EXPECT_EQ(world.Frame().slices, 0u);
}

// S12.6: those who are not ready are asked once in a frame.
TEST(Slice, AsksThoseWhoAreNotReadyOnceInAFrame) {
  TestWorld world(Sliced());
  Node* const node = world.heap.New<Node>('n');
  node->ready = false;
  world.scheduler.RequestCollection(false);
  for (int i = 0; i < 10; ++i) world.Frame();
  EXPECT_EQ(world.Frame().units, 1u);
  EXPECT_EQ(world.heap.ObjectCount(), 1u);
  node->ready = true;
  world.Frame();
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
}

// S14.1: what subscribers take is part of the frame's pause.
TEST(Report, CountsTheTimeOfSubscribersAsPause) {
  TestWorld world;
  world.on_notice = [&](const Notification& one) {
    if (one.notice == Notice::kPreCollect) world.environment.now += 70'000'000;
  };
  world.scheduler.RequestCollection(true);
  EXPECT_GE(world.Frame().pause, 70'000'000u);
}

}  // namespace
}  // namespace gc
