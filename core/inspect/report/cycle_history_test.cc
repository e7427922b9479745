// core/inspect/report/cycle_history_test.cc -- which records a history keeps, what has changed from
// one to the next, and the text of a record.

#include "core/inspect/report/cycle_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The numbers of the cycles that are kept, the newest first.
std::vector<std::uint64_t> CyclesOf(const CycleHistory& history) {
  std::vector<std::uint64_t> cycles;
  for (std::size_t back = 0; back < history.size(); ++back) cycles.push_back(history[back].cycle);
  return cycles;
}

TEST(CycleHistoryOfRecords, KeepsTheNewestWhateverItsLengthBecomes) {
  CycleHistory history(3);
  std::uint64_t cycle = 0;
  const auto add = [&](int count) {
    for (int i = 0; i < count; ++i) history.Add({.cycle = ++cycle});
  };
  add(4);
  EXPECT_THAT(CyclesOf(history), ElementsAre(4, 3, 2));
  history.SetLength(5);
  EXPECT_THAT(CyclesOf(history), ElementsAre(4, 3, 2));
  add(1);
  EXPECT_THAT(CyclesOf(history), ElementsAre(5, 4, 3, 2));
  add(3);
  EXPECT_THAT(CyclesOf(history), ElementsAre(8, 7, 6, 5, 4));
  history.SetLength(2);
  EXPECT_THAT(CyclesOf(history), ElementsAre(8, 7));
  add(1);
  EXPECT_THAT(CyclesOf(history), ElementsAre(9, 8));
  history.SetLength(0);
  add(1);
  EXPECT_THAT(CyclesOf(history), IsEmpty());
}

CycleRecord LaterRecord() {
  CycleRecord record{.cycle = 7, .full = true};
  record.units = {1, 20, 30, 4, 5, 6};
  record.time = {1'000, 2'000'000, 30'045'000, 0, 5'999, 600'000'000};
  record.slices = {.count = 3, .units = 66, .most_units = 40, .time = 0, .slowest = 12'034'567};
  record.objects_at_end = 120;
  record.barrier_objects = 9;
  record.doomed = 5;
  record.not_ready = 2;
  record.freed = 3;
  return record;
}

// S15.1
TEST(CycleHistoryOfRecords, SaysByHowMuchTheLaterOneIsMore) {
  CycleRecord earlier{.cycle = 6};
  earlier.units = {1, 10, 0, 0, 0, 0};
  earlier.time = {0, 7, 0, 0, 0, 0};
  earlier.objects_at_end = 100;
  earlier.barrier_objects = 11;
  earlier.doomed = 6;
  earlier.freed = 1;
  CycleHistory history(2);
  history.Add(earlier);
  history.Add(LaterRecord());
  const CycleChange change = history.ChangeOf(0);
  EXPECT_EQ(change.objects, 20);
  EXPECT_EQ(change.doomed, -1);
  EXPECT_EQ(change.freed, 2);
  EXPECT_EQ(change.barrier_objects, -2);
  EXPECT_EQ(change.units, 66 - 11);
  EXPECT_EQ(change.time, std::int64_t{632'051'999 - 7});
  EXPECT_THAT(change.classes, IsEmpty());
}

TEST(CycleRecordAsText, HasTimesIfThereAreAny) {
  CycleRecord record = LaterRecord();
  EXPECT_EQ(TextOf(record),
            "cycle 7 (full): 120 objects, 5 doomed, 3 freed, 2 not ready; units: start 1 in 0.001 "
            "ms, trace 20 in 2.000 ms, gather 30 in 30.045 ms, begin 4 in 0.000 ms, finish 5 in "
            "0.005 ms, free 6 in 600.000 ms; 3 slices, the longest 40 units, the slowest 12.034 "
            "ms; by the barrier 9");
  record.time = {};
  record.full = false;
  record.barrier_objects = 0;
  EXPECT_EQ(TextOf(record),
            "cycle 7: 120 objects, 5 doomed, 3 freed, 2 not ready; units: start 1, trace 20, "
            "gather 30, begin 4, finish 5, free 6; 3 slices, the longest 40 units");
}

}  // namespace
}  // namespace gc
