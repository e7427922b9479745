// core/schedule/try_test.cc -- TryCollect fails while a section is open, and waits after ten
// failures; loading postpones a collection; settings for debugging; slices without work.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

// S7.6, S13.6
TEST(Try, ThatMeetsASectionLeavesEverythingButTheCounterAsItWas) {
  ScheduledHeap world;
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

// S7.6: a try looks at the lock before it asks or tells anything.
TEST(Try, ThatMeetsASectionCallsNothingOfTheUser) {
  for (const bool flush : {false, true}) {
    Settings settings;
    settings.flush_loading_first = flush;
    ScheduledHeap world(settings);
    world.environment.loading = true;
    const Elsewhere elsewhere(world.lock);
    EXPECT_FALSE(world.scheduler.TryCollect());
    EXPECT_EQ(world.environment.asked_loading, 0);
    EXPECT_THAT(world.Heard(), testing::IsEmpty());
  }
}

// S7.6: a try that has begun waits for no section that opens meanwhile.
TEST(Try, KeepsNewSectionsOutFromTheMomentOfTheTry) {
  ScheduledHeap world;
  std::atomic<bool> entered{false};
  std::atomic<bool> leave{false};
  std::thread worker;
  world.on_notice = [&](const Notification& one) {
    if (one.notice == Notice::kPreCollect) {
      worker = std::thread([&] {
        const Section section(world.lock);
        entered = true;
        while (!leave) std::this_thread::yield();
      });
      for (int i = 0; i < 200 && !entered; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    if (one.notice == Notice::kStarted) {
      EXPECT_FALSE(entered);
    }
  };
  std::jthread rescue([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    leave = true;
  });
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_FALSE(leave) << "a try must not wait for a section";
  leave = true;
  worker.join();
  EXPECT_TRUE(entered) << "and lets it in afterwards";
}

// S7.6, S7.11: nor does one that is put off for another reason leave the lock taken.
TEST(Try, ThatIsPutOffLetsSectionsInAgain) {
  ScheduledHeap world;
  world.environment.loading = true;
  EXPECT_FALSE(world.scheduler.TryCollect());
  EXPECT_FALSE(world.lock.IsWanted());
  EXPECT_FALSE(world.lock.IsLocked());
  const Elsewhere elsewhere(world.lock);
}

// S7.6: a subscriber on the collector's own thread may use a section meanwhile.
TEST(Try, LetsASubscriberOfPreCollectOpenASection) {
  ScheduledHeap world;
  int opened = 0;
  world.on_notice = [&](const Notification& one) {
    if (one.notice != Notice::kPreCollect) return;
    const Section section(world.lock);
    world.heap.New<Node>('n');
    opened += 1;
  };
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_EQ(opened, 1);
}

// S7.7, S7.11: a try that would have to wait is put off by a loader too.
TEST(Loading, IsNotOverriddenByTriesThatMetSections) {
  ScheduledHeap world;
  const Elsewhere elsewhere(world.lock);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(world.scheduler.TryCollect());
  world.environment.loading = true;
  EXPECT_FALSE(world.scheduler.TryCollect()) << "and does not wait";
}

// S13.6: after a failed try, the next frame tries again, and time goes on.
TEST(Try, ThatFailsIsRepeatedInTheNextFrameAndKeepsRequestAndDelay) {
  ScheduledHeap world;
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

// S7.7: the eleventh try waits for the section, and succeeds.
TEST(Try, WaitsAfterTenThatFailed) {
  ScheduledHeap world;
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
  ScheduledHeap world(settings);
  const Elsewhere elsewhere(world.lock);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(world.scheduler.TryCollect());
}

// S7.7: a collection on demand resets the count as well.
TEST(Try, BeginsToCountAgainAfterAnyCollection) {
  ScheduledHeap world;
  {
    const Elsewhere elsewhere(world.lock);
    EXPECT_FALSE(world.scheduler.TryCollect());
  }
  world.scheduler.Collect();
  EXPECT_EQ(world.scheduler.SkippedTries(), 0u);
}

// S7.7: a slice that continues marking waits for the section.
TEST(Slice, OfPendingMarkingAlwaysWaitsForTheLock) {
  ScheduledHeap world(Sliced());
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
  ScheduledHeap world;
  world.environment.loading = true;
  world.scheduler.RequestCollection(true);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(world.Frame().started);
  EXPECT_EQ(world.scheduler.SkippedTries(), 0u)
      << "if a postponed collection counted, the next would override loading";
  world.environment.loading = false;
  EXPECT_TRUE(world.Frame().started);
}

// S7.11
TEST(Loading, DoesNotMatterIfTheSettingsSaySo) {
  Settings settings;
  settings.collect_while_loading = true;
  ScheduledHeap world(settings);
  world.environment.loading = true;
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_TRUE(world.environment.loading);
}

// S7.11
TEST(Loading, IsFinishedFirstIfTheSettingsSaySo) {
  Settings settings;
  settings.flush_loading_first = true;
  ScheduledHeap world(settings);
  world.environment.loading = true;
  {
    const Elsewhere elsewhere(world.lock);
    EXPECT_FALSE(world.scheduler.TryCollect());
    EXPECT_TRUE(world.environment.loading) << "a try that fails does not finish loading";
  }
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_EQ(world.environment.finished_loading, 1);
  EXPECT_TRUE(world.scheduler.TryCollect());
  EXPECT_EQ(world.environment.finished_loading, 1) << "where nothing loads, nothing is finished";
}

// S9.22
TEST(Debug, MarkingRestsBetweenItsSlices) {
  Settings settings = Sliced();
  settings.trace_delay = 2;
  ScheduledHeap world(settings);
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
  ScheduledHeap world(settings);
  world.MakeChain(3);
  for (int i = 0; i < 30; ++i) {
    const bool pending = world.scheduler.MarkingPending() || world.scheduler.PurgePending();
    EXPECT_EQ(world.Frame(0).started, !pending);
  }
  EXPECT_GE(world.scheduler.cycle(), 10u);
}

// S13.14
TEST(Debug, EveryNthFrameCollectsFully) {
  Settings settings;
  settings.debug_every_frames = 3;
  ScheduledHeap world(settings);
  std::string frames;
  for (int i = 0; i < 9; ++i) frames += world.Frame().started ? 'c' : '-';
  EXPECT_EQ(frames, "--c--c--c");
}

// S13.14
TEST(Debug, EveryFrameCollectsFullyThoughAThreadIsInASection) {
  Settings settings;
  settings.debug_force_every_frame = true;
  ScheduledHeap world(settings);
  EXPECT_TRUE(world.Frame().started);
  Elsewhere elsewhere(world.lock);
  elsewhere.LeaveWhenWanted(world.lock);
  EXPECT_TRUE(world.Frame().started);
}

// S13.14
TEST(Debug, EveryFrameOfLoadingCollectsFullyUnderStress) {
  Settings settings;
  settings.debug_stress_loading = true;
  ScheduledHeap world(settings);
  EXPECT_FALSE(world.Frame().started);
  world.environment.loading = true;
  EXPECT_TRUE(world.Frame().started);
  EXPECT_TRUE(world.Frame().started);
}

// S12.15
TEST(Slice, WithNothingToDoDoesNotEvenTakeTheLock) {
  ScheduledHeap world;
  const Elsewhere elsewhere(world.lock);
  EXPECT_EQ(world.Frame().slices, 0u);
}

// S12.13
TEST(Slice, OfAPurgeOverrunsItsLimitByOneObjectAtMost) {
  ScheduledHeap world(Sliced());
  world.MakeGarbage(50);
  world.scheduler.Collect(false);
  world.unit_takes = 1'500'000;
  int slices = 0;
  for (; world.scheduler.PurgePending(); ++slices) {
    EXPECT_LE(world.Frame().pause, 5'000'000u + world.unit_takes);
  }
  EXPECT_GE(slices, 150 / 4) << "a slice does four units, and fewer where a stage ends";
}

// S12.6: objects that are not ready are polled once in a frame.
TEST(Slice, AsksObjectsThatAreNotReadyOnceInAFrame) {
  ScheduledHeap world(Sliced());
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

// S14.1: the time of subscribers is part of the frame's pause.
TEST(Report, CountsTheTimeOfSubscribersAsPause) {
  ScheduledHeap world;
  world.on_notice = [&](const Notification& one) {
    if (one.notice == Notice::kPreCollect) world.environment.now += 70'000'000;
  };
  world.scheduler.RequestCollection(true);
  EXPECT_GE(world.Frame().pause, 70'000'000u);
}

}  // namespace
}  // namespace gc
