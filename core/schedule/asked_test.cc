// core/schedule/asked_test.cc -- a report says which place in the program asked for its collection.

#include <gtest/gtest.h>

#include <source_location>
#include <string_view>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

std::string_view FileOf(const std::source_location& where) { return where.file_name(); }

// Pain point C14: a hitch that a script asked for is told from one whose time had come.
TEST(Asked, ByARequestNamesItsPlaceInTheFrameThatGrantsIt) {
  ScheduledHeap world;
  EXPECT_FALSE(world.Frame().asked_at);
  const std::uint32_t line = std::source_location::current().line();
  world.scheduler.RequestCollection(true);
  world.scheduler.RequestCollection(true);
  const FrameReport& report = world.Frame();
  ASSERT_TRUE(report.started);
  ASSERT_TRUE(report.asked_at);
  EXPECT_EQ(report.asked_at->line(), line + 1) << "the first of the two";
  EXPECT_TRUE(FileOf(*report.asked_at).ends_with("core/schedule/asked_test.cc"));
  EXPECT_FALSE(world.Frame().asked_at);
}

TEST(Asked, ByTheIntervalNamesNoPlace) {
  ScheduledHeap world;
  const FrameReport& report = world.Frame(61);
  EXPECT_TRUE(report.started);
  EXPECT_FALSE(report.asked_at);
}

TEST(Asked, DirectlyNamesTheCall) {
  ScheduledHeap world;
  const std::uint32_t line = std::source_location::current().line();
  world.scheduler.Collect();
  ASSERT_TRUE(world.scheduler.frame_report().asked_at);
  EXPECT_EQ(world.scheduler.frame_report().asked_at->line(), line + 1);
  world.scheduler.TryCollect();
  EXPECT_EQ(world.scheduler.frame_report().asked_at->line(), line + 4);
}

TEST(Asked, ByALevelThatWasUnloadedNamesThePlace) {
  Settings settings;
  settings.collect_on_level_unload = true;
  ScheduledHeap world(settings);
  const std::uint32_t line = std::source_location::current().line();
  world.scheduler.LevelUnloaded();
  const FrameReport& report = world.Frame();
  ASSERT_TRUE(report.asked_at);
  EXPECT_EQ(report.asked_at->line(), line + 1);
}

}  // namespace
}  // namespace gc
