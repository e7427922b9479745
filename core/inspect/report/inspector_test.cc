// core/inspect/report/inspector_test.cc -- the log, the history of records, and how an inspector is
// attached and detached.

#include "core/inspect/report/inspector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/schedule/settings.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

struct Lines {
  LogSink Sink(bool verbose = false) {
    return {
        .line = [](void* self,
                   std::string_view line) { static_cast<Lines*>(self)->lines.emplace_back(line); },
        .context = this,
        .verbose = verbose};
  }
  std::vector<std::string> lines;
};

// S15.1
TEST(Inspector, LogsALineForEachCycle) {
  Lines log;
  Heap heap;
  const Inspector inspector(heap, {.log = log.Sink()});
  heap.AddRoot(heap.New<Node>('r'));
  heap.New<Node>('x');
  heap.Collect();
  EXPECT_THAT(log.lines,
              ElementsAre("cycle 1 (full): 1 objects, 1 doomed, 1 freed, 0 not ready; units: "
                          "start 1, trace 3, gather 2, begin 1, finish 1, free 1; 1 slices, the "
                          "longest 9 units"));
}

// S15.1: with a clock, times are logged beside the units.
TEST(Inspector, LogsTimesIfThereIsAClock) {
  static Nanoseconds now;
  now = 0;
  Lines log;
  Heap heap;
  const Inspector inspector(
      heap, {.clock = {.now = [](void*) { return now += 1'000'500; }}, .log = log.Sink()});
  heap.New<Node>('x');
  heap.Collect();
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_THAT(log.lines[0], testing::ContainsRegex("trace 2 in [0-9]+\\.[0-9]{3} ms, gather 1 in"));
  EXPECT_THAT(log.lines[0], testing::ContainsRegex("the slowest [0-9]+\\.[0-9]{3} ms"));
}

// S15.2: rounded down, with three digits behind the point.
TEST(Inspector, TellsTimesInMilliseconds) {
  for (const auto& [time, text] : {std::pair{Nanoseconds{1'999'999}, "slowest 1.999 ms"},
                                   std::pair{Nanoseconds{1'000'000}, "slowest 1.000 ms"},
                                   std::pair{Nanoseconds{50'042'000}, "slowest 50.042 ms"},
                                   std::pair{Nanoseconds{7'000}, "slowest 0.007 ms"}}) {
    CycleRecord record;
    record.time[0] = 1;
    record.slices.slowest = time;
    EXPECT_THAT(TextOf(record), testing::HasSubstr(text));
  }
}

// S15.2
TEST(Inspector, LogsAPassInWhichTheBarrierAddedObjectsIfItIsVerbose) {
  for (const bool verbose : {false, true}) {
    Lines log;
    MidTrace trace;
    const Inspector inspector(trace.heap, {.log = log.Sink(verbose)});
    trace.black->left = trace.white;
    while (trace.heap.phase() == Phase::kMarking) trace.heap.Tick(1);
    std::vector<std::string> expected;
    if (verbose) expected.push_back("cycle 1: the barrier added 1 objects");
    EXPECT_EQ(log.lines, expected);
  }
}

TEST(Inspector, LogsAPollOfTheWaitingListIfItIsVerbose) {
  Lines log;
  Heap heap;
  heap.New<Node>('s')->ready = false;
  heap.Collect();
  const Inspector inspector(heap, {.log = log.Sink(true)});
  heap.Tick(1);
  EXPECT_THAT(log.lines, ElementsAre(testing::StartsWith("the waiting list: 1 objects")));
}

// The records of the last cycles are kept, with the change from one to the next.
TEST(Inspector, KeepsTheRecordsOfTheLastCyclesWithTheirDifferences) {
  Heap heap;
  const Inspector inspector(heap, {.records = 2, .count_classes = true});
  heap.AddRoot(heap.New<Node>('r'));
  heap.Collect();
  for (int i = 0; i < 3; ++i) heap.New<Node>('x');
  heap.Collect();
  for (int i = 0; i < 5; ++i) heap.AddRoot(heap.New<Node>('k'));
  heap.Collect();
  const CycleHistory& records = inspector.records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].cycle, 3u);
  EXPECT_EQ(records[1].cycle, 2u);
  const CycleChange change = records.ChangeOf(0);
  EXPECT_EQ(change.objects, 5);
  EXPECT_EQ(change.doomed, -3);
  EXPECT_EQ(change.freed, -3);
  EXPECT_THAT(change.classes, ElementsAre(ClassChange{&Node::kClass, 5, 5 * sizeof(Node)}));
}

TEST(Inspector, KeepsNoRecordsUnlessAsked) {
  Heap heap;
  const Inspector inspector(heap);
  heap.Collect();
  EXPECT_EQ(inspector.records().size(), 0u);
  EXPECT_EQ(inspector.statistics().Cycles(), 1u);
}

TEST(Inspector, HandsEventsOnToTheSinkThatWasThereBefore) {
  Heap heap;
  Listener listener(heap);
  {
    const Inspector outer(heap);
    const Inspector inner(heap);
    heap.Start();
    EXPECT_THAT(listener.Heard(), ElementsAre("flip"));
    EXPECT_EQ(outer.statistics().Total().cycle, 0u);
  }
  heap.Tick(1);
  EXPECT_THAT(listener.Heard(), ElementsAre("initial 0"));
}

TEST(InspectorDeathTest, InspectorsLeaveInTheReverseOfTheOrderInWhichTheyCame) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  auto first = std::make_unique<Inspector>(heap);
  auto second = std::make_unique<Inspector>(heap);
  EXPECT_DEATH(first.reset(), "reverse of the order");
  second.reset();
}

// S20, S15.5: the modes and the history are settings.
TEST(Inspector, IsConfiguredBySettingsAndEverythingIsOffByDefault) {
  const InspectorOptions off = InspectorOptionsFrom({});
  EXPECT_EQ(off.records, 0u);
  EXPECT_EQ(off.graphs, 0u);
  EXPECT_FALSE(off.verify.unreachable || off.verify.assumptions || off.verify.assumptions_on_full ||
               off.verify.referencers);
  EXPECT_EQ(off.verify.assumptions_chance, 0);
  Settings settings;
  settings.history_size = 7;
  settings.verify_unreachable = true;
  settings.verify_chance = 0.5;
  settings.report_cycles = true;
  const InspectorOptions on = InspectorOptionsFrom(settings);
  EXPECT_EQ(on.graphs, 7u);
  EXPECT_EQ(on.records, 7u);
  EXPECT_TRUE(on.verify.unreachable);
  EXPECT_EQ(on.verify.assumptions_chance, 0.5);
  EXPECT_TRUE(on.log.verbose);
}

}  // namespace
}  // namespace gc
