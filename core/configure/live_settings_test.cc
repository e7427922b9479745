// core/configure/live_settings_test.cc -- a change reaches all parts of a program, for as long as
// they are bound.
//
// Label: threads.

#include "core/configure/live_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "core/testing/live_world.h"

namespace gc {
namespace {

// S16.3
TEST(LiveSettingsTest, PassOnWhatWasReadBefore) {
  LiveWorld world("trace.slice = 0.25\nhistory.size = 2\ncluster.create = off");
  EXPECT_EQ(world.scheduler.settings(), world.configuration.values());
  EXPECT_EQ(world.scheduler.settings().trace_slice, 0.25);
  EXPECT_FALSE(world.heap.collector().clusters.maker().options().create);
  for (int i = 0; i < 3; ++i) world.scheduler.Collect();
  EXPECT_EQ(world.inspector.records().size(), 2u);
}

// S16.3
TEST(LiveSettingsTest, PassOnNothingMoreWhenTheyAreGone) {
  Configuration configuration;
  ScheduledHeap world;
  {
    const LiveSettings live(configuration, Program::kShipped,
                            {.heap = world.heap, .scheduler = &world.scheduler});
    EXPECT_TRUE(configuration.Read("trace.delay = 3", "cfg").empty());
    EXPECT_EQ(world.scheduler.settings().trace_delay, 3u);
  }
  EXPECT_TRUE(configuration.Read("trace.delay = 4", "cfg").empty());
  EXPECT_EQ(world.scheduler.settings().trace_delay, 3u);
}

TEST(LiveSettingsTest, NeedOnlyAHeap) {
  Configuration configuration;
  Heap heap;
  const LiveSettings live(configuration, Program::kShipped, {.heap = heap});
  EXPECT_TRUE(configuration.Read("cluster.min_objects = 7", "cfg").empty());
  EXPECT_EQ(heap.collector().clusters.maker().options().min_objects, 7u);
}

// S2.7: an editor keeps its assets, though nothing refers to them; another program does not.
TEST(LiveSettingsTest, OfAnEditorKeepAssetsUnlessAMaskIsGiven) {
  for (const Program program : {Program::kEditor, Program::kShipped, Program::kPreparesAsItGoes}) {
    const std::uint32_t left = program == Program::kEditor ? 1 : 0;
    LiveWorld world("", program);
    const auto asset = [&] {
      world.heap.SetFlags(world.heap.New<Node>('a'), object_flag::kStandalone);
    };
    asset();
    world.scheduler.Collect();
    EXPECT_EQ(world.heap.ObjectCount(), left);
    world.scheduler.Collect(true, object_flag::kNone);
    EXPECT_EQ(world.heap.ObjectCount(), 0u);
    asset();
    EXPECT_TRUE(world.scheduler.TryCollect());
    EXPECT_EQ(world.heap.ObjectCount(), left);
    EXPECT_TRUE(world.scheduler.TryCollect(true, object_flag::kNone));
    asset();
    world.scheduler.RequestCollection(true);
    world.Frame();
    EXPECT_EQ(world.heap.ObjectCount(), left);
    world.scheduler.MapChanged();
    EXPECT_EQ(world.heap.ObjectCount(), left);
  }
}

// S7.8
TEST(LiveSettingsDeathTest, ChangeOnTheCollectorsThreadOnly) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        LiveWorld world;
        std::jthread([&] { world.Set("trace.parallel = off"); }).join();
      },
      "the collector's thread");
}

}  // namespace
}  // namespace gc
