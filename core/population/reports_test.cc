// core/population/reports_test.cc -- a failure names the object that fails the check, if it is
// still there, and events are told to whatever is to be told.

#include "core/population/reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

TEST(ReportsDeathTest, NameTheObjectThatFailsIfThereIsOne) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  const Index gone = heap.New<Node>('a')->header().index;
  const Index there = heap.New<Node>('b')->header().index;
  heap.AddRoot(static_cast<Node*>(heap.collector().population.table[there].Occupant()));
  heap.Collect();
  const auto fail = [&heap](Index index) {
    heap.collector().population.reports.Fail(
        {.rule = Rule::kMarkOnce, .index = index, .sentence = "so it must be", .where = "a.cc:1"});
  };
  EXPECT_EXIT(fail(there), testing::KilledBySignal(SIGABRT),
              "a.cc:1: so it must be .object [0-9]+, Node.\ngc: rule mark-once");
  EXPECT_EXIT(fail(gone), testing::KilledBySignal(SIGABRT),
              "so it must be .object [0-9]+, no longer there.\ngc: rule mark-once");
}

// A table that has given out no index has no entries.
TEST(ReportsDeathTest, NameNoObjectBeforeThereIsAny) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Table table;
  table.Open(100);
  Reports reports(table);
  EXPECT_EXIT(reports.Fail({.rule = Rule::kMarkOnce, .sentence = "so it must be"}),
              testing::KilledBySignal(SIGABRT), "so it must be\ngc: rule mark-once");
}

TEST(Reports, TellOfEventsUntilTheSinkIsTakenAway) {
  Table table;
  Reports reports(table);
  EXPECT_FALSE(reports.IsTold());
  reports.Publish({.detail = 1});
  std::vector<std::uint32_t> told;
  reports.SetSink({.publish =
                       [](void* context, const Event& event) {
                         static_cast<std::vector<std::uint32_t>*>(context)->push_back(event.detail);
                       },
                   .context = &told});
  EXPECT_TRUE(reports.IsTold());
  EXPECT_EQ(reports.sink().context, &told);
  reports.Publish({.detail = 2});
  reports.Publish({.detail = 3});
  reports.SetSink({});
  EXPECT_FALSE(reports.IsTold());
  reports.Publish({.detail = 4});
  EXPECT_THAT(told, testing::ElementsAre(2u, 3u));
  EXPECT_FALSE(reports.Stopped());
}

}  // namespace
}  // namespace gc
