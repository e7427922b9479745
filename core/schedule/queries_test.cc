// core/schedule/queries_test.cc -- a scheduler's queries are right at each moment of a collection.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

using testing::ElementsAre;

// S7.8, S13.17, S13.18: what the queries say at each notice of a full collection.
TEST(Queries, AreRightAtEachNoticeOfAFullCollection) {
  ScheduledHeap world;
  world.MakeGarbage(3);
  Diary said;
  world.on_notice = [&](const Notification& one) {
    const Scheduler& s = world.scheduler;
    said.push_back(std::string(NameOf(one.notice)) + (s.IsCollecting() ? " collecting" : "") +
                   (s.IsLocked() ? " locked" : "") + (s.NamesAreLocked() ? " names" : "") +
                   (s.MarkingPending() ? " marking" : "") + (s.PurgePending() ? " purge" : "") +
                   (s.IsPurgingFully() ? " fully" : ""));
  };
  world.scheduler.Collect();
  EXPECT_THAT(said, ElementsAre("pre-collect fully", "started collecting locked fully",
                                "marking-done collecting locked names purge fully",
                                "begin-starts collecting locked purge fully",
                                "begin-done collecting locked purge fully",
                                "purge-done collecting locked fully", "post-collect fully",
                                "complete fully"));
  EXPECT_FALSE(world.scheduler.IsPurgingFully());
}

// Asks while the first references are taken.
struct Asking : Referencer {
  explicit Asking(ScheduledHeap& in) : Referencer(in.heap, Kind::kWrapper, "asking"), world(in) {}
  void Report(Reporter&) const override { locked.push_back(world.scheduler.NamesAreLocked()); }
  ScheduledHeap& world;
  mutable std::vector<bool> locked;
};

// S7.8: the directory is locked from the start of marking on, not only at its end.
TEST(Queries, NamesAreLockedInsideOfASliceThatMarks) {
  for (const Settings& settings : {Settings(), Sliced()}) {
    ScheduledHeap world(settings);
    Registered<Asking> asking(world);
    world.scheduler.Collect(true);
    EXPECT_THAT(asking.locked,
                testing::AllOf(testing::Not(testing::IsEmpty()), testing::Each(true)));
  }
}

// S7.8, S13.18
TEST(Queries, AreRightBetweenSlices) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.MakeGarbage(30);
  world.scheduler.RequestCollection(false);
  Diary said;
  for (int i = 0; i < 60; ++i) {
    world.Frame();
    EXPECT_FALSE(world.scheduler.IsLocked());
    EXPECT_FALSE(world.scheduler.IsCollecting());
    EXPECT_FALSE(world.scheduler.NamesAreLocked());
    std::string now = world.scheduler.MarkingPending() ? "marking" : "";
    if (world.scheduler.PurgePending()) now += "purge";
    if (said.empty() || said.back() != now) said.push_back(now);
  }
  EXPECT_THAT(said, ElementsAre("marking", "purge", "")) << "a sliced gather counts as a purge";
}

// S7.8, S13.18
TEST(Queries, AreRightOnEachThread) {
  ScheduledHeap world;
  EXPECT_TRUE(world.scheduler.OnCollectorThread());
  bool elsewhere = true;
  std::jthread([&] { elsewhere = world.scheduler.OnCollectorThread(); }).join();
  EXPECT_FALSE(elsewhere);
}

// S13.18
TEST(Queries, SayTheLimitsAsTheyAreNow) {
  ScheduledHeap world(Sliced());
  EXPECT_EQ(world.scheduler.MarkingLimit(), 0.005);
  EXPECT_EQ(world.scheduler.PurgeLimit(), 0.005);
  Settings settings = Sliced();
  settings.trace_incremental = false;
  settings.low_memory_threshold = 100;
  world.environment.free_megabytes = 10;
  world.scheduler.Configure(settings);
  EXPECT_EQ(world.scheduler.MarkingLimit(), 0);
  EXPECT_EQ(world.scheduler.PurgeLimit(), 0.002);
}

}  // namespace
}  // namespace gc
