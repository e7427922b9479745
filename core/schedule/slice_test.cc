// core/schedule/slice_test.cc -- a slice keeps its time limit, up to one reading of the clock.

#include "core/schedule/slice.h"

#include <gtest/gtest.h>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

struct SliceTest : testing::Test, ScheduledHeap {
  SliceTest() {
    MakeChain(40);
    MakeGarbage(40);
    lock.Acquire();
    heap.Start();
    heap.Tick(1);  // the initial references; from now on a unit is one object
  }
  ~SliceTest() override { lock.Release(); }
};

// S9.2
TEST_F(SliceTest, EndsWhenItsTimeIsOver) {
  TimeSlice slice(environment, 5 * kMillisecond);
  EXPECT_EQ(RunStage(heap, slice, 1), 5u);
  EXPECT_EQ(slice.units, 5u);
}

// S9.2: a slice overruns by the work between two readings of the clock at most.
TEST_F(SliceTest, OverrunsByLessThanItsUnitsBetweenTwoLooks) {
  unit_takes = 2'000'000;
  TimeSlice slice(environment, 5 * kMillisecond);
  EXPECT_EQ(RunStage(heap, slice, 1), 3u) << "6 ms";
  // A chain has one grey object at a time, so each call of the heap does one unit, and the clock
  // is read after it, whatever the poll. With many roots, the effect of the poll shows.
  Lock other_lock;
  Heap wide({.lock = &other_lock});
  wide.SetEventSink({.publish = Count, .context = static_cast<ScheduledHeap*>(this)});
  for (int i = 0; i < 40; ++i) wide.AddRoot(wide.New<Node>('r'));
  other_lock.Acquire();
  wide.Start();
  wide.Tick(1);
  TimeSlice coarse(environment, 5 * kMillisecond);
  EXPECT_EQ(RunStage(wide, coarse, 8), 8u) << "16 ms: one look, after eight units";
  other_lock.Release();
}

// S9.2
TEST_F(SliceTest, MakesProgressWhateverItsLimit) {
  TimeSlice slice(environment, 1e-9);
  EXPECT_EQ(RunStage(heap, slice, 1), 1u);
}

// S9.2: zero means no limit.
TEST_F(SliceTest, WithoutALimitEndsWithTheStage) {
  TimeSlice slice(environment, 0);
  EXPECT_EQ(RunStage(heap, slice, 1), 41u) << "40 objects and the end check";
  EXPECT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_EQ(RunStage(heap, slice, 1), 80u);
  EXPECT_EQ(WhatIsNext(heap), Doing::kBeginning);
  EXPECT_EQ(RunStage(heap, slice, 1), 40u);
  EXPECT_EQ(WhatIsNext(heap), Doing::kFinishing);
  EXPECT_EQ(RunStage(heap, slice, 1), 40u);
  EXPECT_EQ(WhatIsNext(heap), Doing::kFreeing);
  EXPECT_EQ(RunStage(heap, slice, 1), 40u);
  EXPECT_EQ(WhatIsNext(heap), Doing::kNothing);
  EXPECT_EQ(RunStage(heap, slice, 1), 0u);
}

// S9.2: the longest step is recorded.
TEST_F(SliceTest, RecordsItsWorstStep) {
  TimeSlice slice(environment, 5 * kMillisecond);
  unit_takes = 3'000'000;
  RunStage(heap, slice, 1);
  EXPECT_EQ(slice.worst_step(), 3'000'000u);
}

TEST_F(SliceTest, OfAGatherLooksAtTheClockEveryTenIndices) {
  TimeSlice unlimited(environment, 0);
  RunStage(heap, unlimited, 1);
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  TimeSlice slice(environment, 5 * kMillisecond);
  EXPECT_EQ(RunStage(heap, slice, 1), 10u);
  EXPECT_EQ(heap.phase(), Phase::kGathering);
}

TEST(EnvironmentTest, HasTheMachinesClockAndMemory) {
  Environment machine;
  const Nanoseconds before = machine.Now();
  machine.Pause();
  EXPECT_GT(machine.Now(), before);
  EXPECT_GT(machine.FreeMegabytes(), 0);
  EXPECT_FALSE(machine.IsLoading());
}

}  // namespace
}  // namespace gc
