// core/inspect/report/statistics_totals_test.cc -- every figure of a record, and the totals, which
// are the sums of all records.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/inspect/report/inspector.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct TwoReports : Referencer {
  TwoReports(Heap& heap, Node* first, Node* second)
      : Referencer(heap, Kind::kWrapper, "two"), slots{first, second} {
    Register();
  }
  ~TwoReports() override { Unregister(); }
  void Report(Reporter& to) const override {
    for (const ObjectPtr<Node>& slot : slots) to(slot);
  }
  ObjectPtr<Node> slots[2];
};

// A root, two objects that a referencer reports, and one that a local holds. In each cycle the
// mutator stores three new objects while marking, in two passes; two others are doomed, and one of
// these is not ready.
struct BusyHeap {
  void RunCycle() {
    for (Node* node : {root, reported.slots[0].Get()}) node->left = node->right = nullptr;
    Node* const stored[] = {heap.New<Node>('s'), heap.New<Node>('t'), heap.New<Node>('u')};
    heap.New<Node>('x');
    Node* const slow = heap.New<Node>('y');
    slow->ready = false;
    heap.Start();
    heap.Tick(5);  // the initial references, and all four objects
    root->left = stored[0];
    root->right = stored[1];
    heap.Tick(1);  // takes the list of the barrier
    heap.Tick(2);
    reported.slots[0]->left = stored[2];
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(3);
    slow->ready = true;
  }
  Heap heap{{.locals = Locals::kRescanned}};
  Node* const root = heap.New<Node>('r');
  TwoReports reported{heap, heap.New<Node>('a'), heap.New<Node>('b')};
  const Local<Node> local{heap, heap.New<Node>('l')};
};

// S15.1, S15.2
TEST(StatisticsOfOneCycle, SayWhatEachKindOfWorkWasFor) {
  BusyHeap busy;
  const Inspector inspector(busy.heap, {.records = 1});
  busy.heap.AddRoot(busy.root);
  busy.RunCycle();
  const CycleRecord& record = inspector.records()[0];
  EXPECT_FALSE(record.full);
  EXPECT_EQ(record.objects_at_start, 9u);
  EXPECT_EQ(record.objects_at_end, 8u);
  EXPECT_EQ(record.roots, 1u);
  EXPECT_EQ(record.initial_references, 3u) << "two that were reported, and a local";
  EXPECT_EQ(record.barrier_objects, 3u);
  EXPECT_EQ(record.barrier_passes, 2u);
  EXPECT_EQ(record.scanned, 7u);
  EXPECT_EQ(record.end_checks, 1u);
  EXPECT_EQ(record.doomed, 2u);
  EXPECT_EQ(record.begun, 2u);
  EXPECT_EQ(record.polled, 2u);
  EXPECT_EQ(record.not_ready, 1u);
  EXPECT_EQ(record.freed, 1u);
}

// S15.1, S15.3: there is no round of waiting objects between the cycles, so the records are all.
TEST(StatisticsTotals, AreTheSumsOfAllRecords) {
  static Nanoseconds readings = 0;
  BusyHeap busy;
  const Inspector inspector(busy.heap,
                            {.clock = {.now = [](void*) { return readings += 3; }}, .records = 10});
  busy.heap.AddRoot(busy.root);
  for (int i = 0; i < 3; ++i) busy.RunCycle();
  const CycleHistory& records = inspector.records();
  const CycleRecord& total = inspector.statistics().Total();
  ASSERT_EQ(records.size(), 3u);
  const auto expect_sum = [&](const char* name, auto&& figure) {
    std::uint64_t sum = 0;
    for (std::size_t back = 0; back < 3; ++back) sum += figure(records[back]);
    EXPECT_EQ(figure(total), sum) << name;
    EXPECT_GT(sum, 0u) << name;
  };
  for (std::size_t kind = 0; kind < kSpentKinds; ++kind) {
    const char* const name = NameOf(static_cast<Spent>(kind));
    expect_sum(name, [kind](const CycleRecord& one) { return one.units[kind]; });
    expect_sum(name, [kind](const CycleRecord& one) { return one.time[kind]; });
  }
  expect_sum("slices", [](const CycleRecord& one) { return one.slices.count; });
  expect_sum("their units", [](const CycleRecord& one) { return one.slices.units; });
  expect_sum("their time", [](const CycleRecord& one) { return one.slices.time; });
  expect_sum("roots", [](const CycleRecord& one) { return one.roots; });
  expect_sum("initial", [](const CycleRecord& one) { return one.initial_references; });
  expect_sum("stored", [](const CycleRecord& one) { return one.barrier_objects; });
  expect_sum("passes", [](const CycleRecord& one) { return one.barrier_passes; });
  expect_sum("scanned", [](const CycleRecord& one) { return one.scanned; });
  expect_sum("end checks", [](const CycleRecord& one) { return one.end_checks; });
  expect_sum("doomed", [](const CycleRecord& one) { return one.doomed; });
  expect_sum("begun", [](const CycleRecord& one) { return one.begun; });
  expect_sum("polled", [](const CycleRecord& one) { return one.polled; });
  expect_sum("not ready", [](const CycleRecord& one) { return one.not_ready; });
  expect_sum("freed", [](const CycleRecord& one) { return one.freed; });
  Work most = 0;
  Nanoseconds slowest = 0;
  for (std::size_t back = 0; back < 3; ++back) {
    most = std::max(most, records[back].slices.most_units);
    slowest = std::max(slowest, records[back].slices.slowest);
  }
  EXPECT_EQ(total.slices.most_units, most);
  EXPECT_EQ(total.slices.slowest, slowest);
  EXPECT_EQ(total.cycle, 3u) << "of the last one";
  EXPECT_EQ(total.objects_at_end, records[0].objects_at_end);
  EXPECT_EQ(inspector.statistics().Cycles(), 3u);
}

TEST(StatisticsTotals, OfNoCycleAreNothing) {
  Heap heap;
  const Inspector inspector(heap);
  const CycleRecord& total = inspector.statistics().Total();
  EXPECT_EQ(TextOf(total),
            "the waiting list: 0 objects, 0 doomed, 0 freed, 0 not ready; units: start 0, trace 0, "
            "gather 0, begin 0, finish 0, free 0; 0 slices, the longest 0 units");
  EXPECT_EQ(inspector.statistics().Cycles(), 0u);
  for (const std::uint64_t figure :
       {total.slices.units, total.slices.time, total.slices.slowest, total.started_at,
        total.ended_at, total.objects_at_start, total.roots, total.initial_references,
        total.barrier_objects, total.barrier_passes, total.scanned, total.end_checks, total.begun,
        total.polled}) {
    EXPECT_EQ(figure, 0u);
  }
}

// S15.3: while marking waits for a constructor, a step has nothing to do, and is no slice.
TEST(StatisticsOfOneCycle, LeaveOutTheStepsInWhichNothingIsDone) {
  const auto record_with = [](int idle_steps) {
    static Nanoseconds readings = 0;
    Workshop shop;
    const Inspector inspector(shop.heap,
                              {.clock = {.now = [](void*) { return readings++; }}, .records = 1});
    Reserved<Part> reserved = shop.make.Reserve<Part>();
    shop.heap.Start();
    while (shop.heap.Tick(1) != 0) continue;
    EXPECT_EQ(shop.heap.phase(), Phase::kMarking);
    for (int i = 0; i < idle_steps; ++i) shop.heap.Tick(1);
    reserved.Construct();
    while (shop.heap.phase() != Phase::kIdle || shop.heap.PurgePending()) shop.heap.Tick(1);
    return inspector.records()[0];
  };
  const CycleRecord none = record_with(0);
  const CycleRecord some = record_with(5);
  EXPECT_EQ(some.time, none.time);
  EXPECT_EQ(some.slices.time, none.slices.time);
  EXPECT_EQ(some.slices.count, none.slices.count);
  EXPECT_EQ(some.Units(), none.Units());
}

// S15.1, S15.4: the cycle of a full collection begins where the collection does.
TEST(StatisticsOfOneCycle, HaveAllTheTimeOfACollectionThatFindsNothingPending) {
  static Nanoseconds readings = 0;
  Heap heap;
  const Inspector inspector(heap,
                            {.clock = {.now = [](void*) { return readings++; }}, .records = 1});
  for (int i = 0; i < 2; ++i) {
    heap.New<Node>('d');
    const Nanoseconds first = readings;
    heap.Collect();
    const CycleRecord& record = inspector.records()[0];
    EXPECT_EQ(record.started_at, first);
    EXPECT_GT(record.ended_at, first);
    EXPECT_EQ(record.Time(), record.ended_at - first);
  }
}

}  // namespace
}  // namespace gc
