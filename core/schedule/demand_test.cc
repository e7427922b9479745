// core/schedule/demand_test.cc -- a demand does all that it asks for, and on the collector's thread
// alone.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/schedule/collection_run.h"
#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

// S7.6, S13.13: a demand that says nothing special is for a full collection, and waits for
// sections.
TEST(Demands, AreForAFullCollectionThatWaits) {
  FakeEnvironment environment;
  const Settings settings;
  Lock lock;
  Heap heap({.lock = &lock});
  SliceLock slice_lock(heap, lock);
  CycleNotices cycle(heap, slice_lock, environment.clock());
  CollectionRequests requests(settings, environment);
  FrameReport report;
  CollectionRun run({.heap = heap,
                     .settings = settings,
                     .environment = environment,
                     .lock = slice_lock,
                     .cycle = cycle,
                     .requests = requests,
                     .report = report});
  for (int i = 0; i < 3; ++i) heap.New<Node>('x');
  Elsewhere elsewhere(lock);
  elsewhere.LeaveWhenWanted(lock);
  EXPECT_TRUE(run.Collect({}));
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(requests.skipped(), 0u);
}

// S7.6: nor does the change of a map give up where a section is open.
TEST(Demands, OfAMapThatChangedWaitToo) {
  ScheduledHeap world;
  world.MakeGarbage(3);
  Elsewhere elsewhere(world.lock);
  elsewhere.LeaveWhenWanted(world.lock);
  world.scheduler.MapChanged();
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
}

// S7.6, S7.7: also a try that waits, since too many have failed or a setting says so, looks at the
// lock first: no section is open when the program hears of it, and none opens until it is over.
TEST(Demands, OfTriesThatWaitKeepSectionsOutFromTheFirstNoticeOn) {
  for (const bool forced : {false, true}) {
    Settings settings;
    settings.tries_before_forcing = 1;
    settings.debug_force_every_frame = forced;
    ScheduledHeap world(settings);
    Elsewhere elsewhere(world.lock);
    if (!forced) {
      EXPECT_FALSE(world.scheduler.TryCollect());
    }
    std::vector<bool> kept_out;
    world.on_notice = [&](const Notification& one) {
      if (one.notice > Notice::kPurgeDone) return;
      kept_out.push_back(world.lock.IsWanted() || world.lock.IsLocked());
    };
    elsewhere.LeaveWhenWanted(world.lock);
    EXPECT_TRUE(forced ? world.Frame().started : world.scheduler.TryCollect());
    EXPECT_EQ(kept_out, std::vector<bool>(6, true));
  }
}

// S7.8: a try is refused as a demand is.
TEST(DemandDeathTest, OnAnotherThreadATryAborts) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        ScheduledHeap world;
        std::jthread([&] { world.scheduler.TryCollect(); }).join();
      },
      "only the collector's thread may collect: TryCollect");
}

// S11.2, S11.6: a marking that was begun by hand beside a purge makes its gather wait for that. A
// slice of the gather does the rest of the purge first, and then goes on for as long as it may.
TEST(GatherSlice, GoesOnBehindAnOlderPurge) {
  for (const int doomed : {1, 3}) {
    Settings settings = Sliced();
    settings.gather_slice = settings.trace_slice = 0;
    ScheduledHeap world(settings);
    world.MakeGarbage(doomed);
    world.scheduler.Collect(false);
    ASSERT_TRUE(world.heap.PurgePending());
    world.MakeGarbage(20);
    world.lock.Acquire();
    world.heap.Start();
    while (world.heap.phase() == Phase::kMarking) world.heap.Tick(1);
    world.lock.Release();
    ASSERT_TRUE(world.heap.PurgePending());
    ASSERT_EQ(world.heap.phase(), Phase::kGathering);
    world.Frame();
    EXPECT_EQ(world.heap.phase(), Phase::kIdle) << "without a limit the gather is done";
    EXPECT_EQ(world.heap.ObjectCount(), 20u);
  }
}

}  // namespace
}  // namespace gc
