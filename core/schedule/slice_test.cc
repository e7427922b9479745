// core/schedule/slice_test.cc -- a slice keeps its time limit, up to one reading of the clock.
//
// Label: threads.

#include "core/schedule/slice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/sysinfo.h>

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

// S9.2
TEST_F(SliceTest, MakesProgressWhateverItsLimit) {
  TimeSlice slice(environment, 1e-9);
  EXPECT_EQ(RunStage(heap, slice, 1), 1u);
}

// S9.2: a unit without weight, as to take a list, says nothing of the pace. A slice that then
// allowed nothing did nothing until its time was over.
TEST_F(SliceTest, AllowsSomethingAfterAUnitWithoutWeight) {
  TimeSlice slice(environment, 5 * kMillisecond);
  EXPECT_FALSE(slice.IsOverAfter(0));
  EXPECT_EQ(slice.Allowed(), 1u);
}

// S9.2: work for which the clock did not move is taken to have taken a nanosecond; and what is
// allowed at most doubles.
TEST_F(SliceTest, AllowsAtMostTwiceWhatTookNoTime) {
  TimeSlice slice(environment, 30e-9);
  EXPECT_FALSE(slice.IsOverAfter(10));
  EXPECT_EQ(slice.Allowed(), 20u) << "a tenth of 30 ns at 10 a nanosecond would be 30";
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

// A gather asks the clock by itself, so to the slice it is one step.
TEST_F(SliceTest, RecordsAGatherAsAStep) {
  TimeSlice unlimited(environment, 0);
  RunStage(heap, unlimited, 1);
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  TimeSlice slice(environment, 5 * kMillisecond);
  const Nanoseconds before = environment.Now();
  RunStage(heap, slice, 1);
  EXPECT_EQ(slice.worst_step(), environment.Now() - before);
  EXPECT_GE(slice.worst_step(), 5'000'000u);
}

TEST_F(SliceTest, OfAGatherLooksAtTheClockEveryTenIndices) {
  TimeSlice unlimited(environment, 0);
  RunStage(heap, unlimited, 1);
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  TimeSlice slice(environment, 5 * kMillisecond);
  EXPECT_EQ(RunStage(heap, slice, 1), 10u);
  EXPECT_EQ(heap.phase(), Phase::kGathering);
}

// S11.2: a gather's limit is its own, or that of marking, and never that of a purge.
TEST(GatherSlice, OfItsOwnLimitOrElseOfThatOfMarking) {
  struct Limits {
    double own, marking;
    std::uint32_t units;  // of 1 ms each, which are looked at in tens
  };
  for (const Limits& one : {Limits{0.03, 0.01, 30}, Limits{0, 0.02, 20}, Limits{0, 0, 100}}) {
    Settings settings = Sliced();
    settings.gather_slice = one.own;
    settings.trace_slice = one.marking;
    settings.purge_slice = settings.low_memory_purge_slice = 0.05;
    ScheduledHeap world(settings);
    world.MakeGarbage(100);
    {
      world.lock.Acquire();
      world.heap.Start();
      while (world.heap.phase() == Phase::kMarking) world.heap.Tick(1);
      world.lock.Release();
    }
    EXPECT_EQ(world.Frame().units, one.units) << one.own << ' ' << one.marking;
  }
}

// The machine's clock and memory.
TEST(EnvironmentTest, HasTheMachinesClockAndMemory) {
  Environment machine;
  const Nanoseconds before = machine.Now();
  machine.Pause();
  EXPECT_GT(machine.Now(), before);
  EXPECT_FALSE(machine.IsLoading());
}

// The kernel's own figure; what other programs take between the two readings is another one soon.
TEST(EnvironmentTest, CountsFreeMemoryInMegabytes) {
  Environment machine;
  double ratio = 0;
  for (int tries = 0; tries < 100 && (ratio < 0.8 || ratio > 1.25); ++tries) {
    struct sysinfo figures = {};
    ASSERT_EQ(sysinfo(&figures), 0);
    const double bytes = static_cast<double>(figures.freeram) * figures.mem_unit;
    ratio = machine.FreeMegabytes() / (bytes / 1024 / 1024);
  }
  EXPECT_THAT(ratio, testing::AllOf(testing::Gt(0.8), testing::Lt(1.25)));
}

TEST(Environments, SayNothingSpecialByThemselves) {
  Environment bare;
  EXPECT_FALSE(bare.IsLoading() || bare.LevelsWait() || bare.IsDedicatedServer());
  EXPECT_TRUE(bare.HasPlayers());
}

// S9.2: workers neither read the clock of a slice that has no limit.
TEST(SliceOfWorkers, WithoutALimitReadsNoClock) {
  ScheduledHeap world({}, {.workers = 2, .task_objects = 1});
  for (int i = 0; i < 200; ++i) {
    Node* const node = world.heap.New<Node>('n');
    world.heap.AddRoot(node);
    node->left = world.heap.New<Node>('m');
  }
  world.lock.Acquire();
  world.heap.Start();
  world.heap.Tick(1);
  TimeSlice slice(world.environment, 0);
  const int readings = world.environment.readings;
  RunStage(world.heap, slice, 1);
  EXPECT_EQ(world.heap.phase(), Phase::kGathering);
  EXPECT_EQ(world.environment.readings, readings);
  world.lock.Release();
}

}  // namespace
}  // namespace gc
