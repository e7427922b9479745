// core/inspect/report/statistics_test.cc -- every unit and every nanosecond is counted once.

#include "core/inspect/report/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/inspect/report/inspector.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

// The time of the test clock; only slow callbacks advance it.
Nanoseconds now = 0;
const Clock kClock = {.now = [](void*) { return now; }};

struct Slow : Object {
  explicit Slow(const Birth& birth) : Object(birth) {}
  ~Slow() { now += 11; }
  void BeginDestroy() noexcept { now += 5; }
  bool IsReadyForFinishDestroy() const noexcept { return ready; }
  void FinishDestroy() noexcept { now += 7; }
  bool ready = true;
  static const Class kClass;
};
const Class Slow::kClass = Describe<Slow>("Slow");

struct SlowReporter : Referencer {
  explicit SlowReporter(Heap& heap) : Referencer(heap, Kind::kRaw, "slow") { Register(); }
  void Report(Reporter&) const override { now += 3; }
};

// S15.1
TEST(Statistics, ATimedCycleSaysWhatEachPhaseTookAndTheSumIsTheTotal) {
  Heap heap;
  const SlowReporter reporter(heap);
  const Inspector inspector(heap, {.clock = kClock, .records = 1});
  for (int i = 0; i < 4; ++i) heap.New<Slow>();
  const Nanoseconds before = now;
  heap.Collect();
  const CycleRecord& record = inspector.records()[0];
  // The referencer is asked with the initial references, and again at the end check.
  EXPECT_THAT(record.time, ElementsAre(0, 2 * 3, 0, 4 * 5, 4 * 7, 4 * 11));
  EXPECT_EQ(record.Time(), now - before);
  EXPECT_EQ(record.slices.time, now - before);
  EXPECT_EQ(record.slices.slowest, now - before);
}

// S15.1
TEST(Statistics, TimeBetweenSlicesIsNotTheCollectors) {
  Heap heap;
  const Inspector inspector(heap, {.clock = kClock, .records = 1});
  for (int i = 0; i < 4; ++i) heap.New<Slow>();
  heap.Start();
  do {
    now += 1'000;
  } while (heap.Tick(1) != 0);
  EXPECT_EQ(inspector.records()[0].Time(), Nanoseconds{4 * (5 + 7 + 11)});
  EXPECT_EQ(inspector.records()[0].slices.slowest, 11u);
}

// S15.1: also what passes between the last unit of a kind and the end of its step.
TEST(Statistics, EveryMomentOfAStepIsCountedInSomeRecord) {
  static Nanoseconds readings = 0;
  readings = 0;
  Heap heap;
  const Inspector inspector(heap, {.clock = {.now = [](void*) { return readings++; }}});
  for (int i = 0; i < 4; ++i) heap.New<Slow>();
  Nanoseconds in_steps = 0;
  const auto step = [&](auto&& take) {
    const Nanoseconds first = readings;
    const bool worked = take();
    if (worked) in_steps += readings - 1 - first;
    return worked;
  };
  step([&] { return heap.Start(); });
  while (step([&] { return heap.Tick(1) != 0; })) {
  }
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(inspector.statistics().Total().Time(), in_steps - 1) << "but behind the last unit";
}

// S15.1: a full collection that finishes another cycle first begins its own in the same step.
TEST(Statistics, TheFlipOfAFullCollectionIsTimedAlsoBehindAnotherCycle) {
  Heap heap;
  heap.SetEventSink({.publish = [](void*, const Event& event) {
    now += event.kind == EventKind::kFlip ? 3 : 0;
  }});
  const Inspector inspector(heap, {.clock = kClock, .records = 2});
  heap.Start();
  heap.Collect();
  for (std::size_t back : {0, 1}) {
    EXPECT_EQ(inspector.records()[back].time[static_cast<std::size_t>(Spent::kStart)], 3u) << back;
  }
  EXPECT_EQ(inspector.statistics().Total().Time(), 6u);
}

// S15.1: a purge may go on beside the marking of the next cycle, and when that has ended.
TEST(Statistics, TheTimeOfAPurgeIsThatOfItsOwnCycle) {
  for (const bool beside : {false, true}) {
    Heap heap;
    heap.SetEventSink({.publish = [](void*, const Event& event) {
      now += event.kind == EventKind::kBegin ? 3 : 0;
    }});
    const Inspector inspector(heap, {.clock = kClock, .records = 2});
    for (int i = 0; i < 3; ++i) heap.New<Node>('n');
    heap.Start();
    while (heap.phase() != Phase::kIdle) heap.Tick(1);
    heap.Start();
    if (beside) heap.Purge(1);
    heap.Collect();
    const Statistics& statistics = inspector.statistics();
    EXPECT_EQ(statistics.Total().time[static_cast<std::size_t>(Spent::kBegin)], 9u) << beside;
    EXPECT_EQ(statistics.Total().Time(), 9u) << beside;
    EXPECT_EQ(inspector.records()[1].Time(), 0u) << beside;
  }
}

// S15.1: where a purge is followed by the gather of the next cycle in one step, each has its time.
TEST(Statistics, AGatherBehindThePurgeOfAnotherCycleHasAllOfItsTime) {
  Heap heap;
  heap.SetEventSink({.publish = [](void*, const Event& event) {
    now += event.kind == EventKind::kGather ? 3 : 0;
  }});
  const Inspector inspector(heap, {.clock = kClock, .records = 3});
  for (int i = 0; i < 3; ++i) heap.New<Node>('n');
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  heap.Start();
  heap.Collect();
  ASSERT_EQ(inspector.records().size(), 3u);
  for (std::size_t back = 0; back < 3; ++back) {
    const CycleRecord& record = inspector.records()[back];
    const auto gather = static_cast<std::size_t>(Spent::kGather);
    EXPECT_EQ(record.time[gather], 3 * record.units[gather]) << back;
  }
}

// S15.1
TEST(Statistics, ACycleCountsItsUnitsAndWhatTheyWereFor) {
  Heap heap;
  const Inspector inspector(heap, {.records = 1});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('a');
  heap.New<Node>('x');
  heap.New<Node>('y')->ready = false;
  heap.Collect();
  const CycleRecord& record = inspector.records()[0];
  EXPECT_EQ(record.cycle, 1u);
  EXPECT_TRUE(record.full);
  // The units of each phase: one flip; the initial references, two scans and the end check; four
  // indices of the gather; two begin-destroys; two polls; one free.
  EXPECT_THAT(record.units, ElementsAre(1, 4, 4, 2, 2, 1));
  EXPECT_EQ(record.objects_at_start, 4u);
  EXPECT_EQ(record.objects_at_end, 3u);
  EXPECT_EQ(record.roots, 1u);
  EXPECT_EQ(record.scanned, 2u);
  EXPECT_EQ(record.end_checks, 1u);
  EXPECT_EQ(record.doomed, 2u);
  EXPECT_EQ(record.not_ready, 1u);
  EXPECT_EQ(record.freed, 1u);
}

// S15.2
TEST(Statistics, TheBarrierCountEqualsWhatTheBarrierShaded) {
  Heap heap;
  const Inspector inspector(heap, {.records = 1});
  std::vector<Node*> nodes;
  for (int i = 0; i < 20; ++i) nodes.push_back(heap.New<Node>('n'));
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  heap.Start();
  std::uint64_t shaded = 0;
  for (std::size_t i = 0; heap.phase() == Phase::kMarking && i < nodes.size(); ++i) {
    const bool was_white = IsWhite(heap, nodes[i]);
    root->left = nodes[i];
    shaded += was_white && IsGrey(heap, nodes[i]);
    root->right = nodes[i];  // the second store of this node, which is grey already
    if (i % 3 == 0) heap.Tick(2);
  }
  heap.Tick(kUnlimited);
  EXPECT_GT(shaded, 10u);
  EXPECT_EQ(inspector.records()[0].barrier_objects, shaded);
  EXPECT_GT(inspector.records()[0].barrier_passes, 1u);
}

// S15.3
TEST(Statistics, SlicesAreCountedAndTheLongestIsRemembered) {
  Heap heap;
  const Inspector inspector(heap, {.records = 1});
  for (int i = 0; i < 10; ++i) heap.New<Node>('n');
  heap.Start();  // 1 unit
  heap.Tick(7);  // 7
  heap.Tick(2);  // 2
  heap.Tick(kUnlimited);
  const SliceFigures& slices = inspector.records()[0].slices;
  EXPECT_EQ(slices.count, 4u);
  EXPECT_EQ(slices.units, inspector.records()[0].Units());
  EXPECT_EQ(slices.most_units, slices.units - 10);
}

// S15.3
TEST(Statistics, TheLongestSliceNeedNotBeTheLast) {
  Heap heap;
  const Inspector inspector(heap, {.clock = kClock, .records = 1});
  for (int i = 0; i < 10; ++i) heap.New<Slow>();
  heap.Start();
  heap.Tick(15);  // the initial references, the end check, the gather, and three begin-destroys
  while (heap.Tick(1) != 0) continue;
  const SliceFigures& slices = inspector.records()[0].slices;
  EXPECT_EQ(slices.most_units, 15u);
  EXPECT_EQ(slices.slowest, 3u * 5u);
}

// S15.4
TEST(Statistics, TheLastStartAndDurationAreMinusOneUntilACycleIsOver) {
  Heap heap;
  const Inspector inspector(heap, {.clock = kClock});
  EXPECT_EQ(inspector.statistics().LastStart(), -1);
  EXPECT_EQ(inspector.statistics().LastDuration(), -1);
  heap.New<Slow>();
  now = 3'000'000'000;
  heap.Start();
  EXPECT_EQ(inspector.statistics().LastStart(), -1);
  now += 500;
  heap.Tick(kUnlimited);
  EXPECT_DOUBLE_EQ(inspector.statistics().LastStart(), 3.0);
  EXPECT_DOUBLE_EQ(inspector.statistics().LastDuration(), (5 + 7 + 11) * 1e-9);
}

TEST(Statistics, ACycleThatBeginsDuringAPurgeHasARecordOfItsOwn) {
  Heap heap;
  const Inspector inspector(heap, {.records = 2});
  for (int i = 0; i < 3; ++i) heap.New<Node>('n');
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  ASSERT_TRUE(heap.PurgePending());
  heap.New<Node>('m');
  heap.Start();
  while (heap.Tick(1) != 0) {
  }
  ASSERT_EQ(inspector.records().size(), 2u);
  EXPECT_EQ(inspector.records()[1].cycle, 1u);
  EXPECT_EQ(inspector.records()[1].freed, 3u);
  EXPECT_EQ(inspector.records()[0].cycle, 2u);
  EXPECT_EQ(inspector.records()[0].freed, 1u);
}

TEST(Statistics, APollOfTheWaitingListIsNoCycle) {
  Heap heap;
  const Inspector inspector(heap, {.records = 2});
  Node* const slow = heap.New<Node>('s');
  slow->ready = false;
  heap.Collect();
  slow->ready = true;
  heap.Tick(1);
  heap.Tick(1);
  EXPECT_EQ(inspector.records().size(), 1u);
  EXPECT_EQ(inspector.statistics().Cycles(), 1u);
  EXPECT_EQ(inspector.statistics().Total().freed, 1u);
}

TEST(Statistics, ACycleThatBeganUnheardIsNoRecord) {
  Heap heap;
  for (int i = 0; i < 3; ++i) heap.New<Node>('n');
  heap.Start();
  heap.Tick(1);
  const Inspector inspector(heap, {.records = 2});
  heap.Tick(kUnlimited);
  EXPECT_EQ(inspector.records().size(), 0u);
  EXPECT_EQ(inspector.statistics().Total().units[static_cast<std::size_t>(Spent::kTrace)], 0u);
  heap.Collect();
  EXPECT_EQ(inspector.records().size(), 1u);
}

// In random runs, with any slicing, the records add up to the published events.
TEST(Statistics, OverRandomRunsTheRecordsAddUpToTheEvents) {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Heap heap;
    Listener listener(heap);
    const Inspector inspector(heap, {.clock = kClock, .records = 1000});
    Node* const root = heap.New<Node>('r');
    heap.AddRoot(root);
    for (int i = 0; i < 100; ++i) {
      switch (random() % 5) {
        case 0:
          root->left = heap.New<Node>('n');
          break;
        case 1:
          root->right = root->left;
          break;
        case 2:
          heap.New<Node>('w')->ready = random() % 2 == 0;
          break;
        case 3:
          heap.Start();
          break;
        default:
          now += random() % 3;
          heap.Tick(random() % 8);
          break;
      }
    }
    heap.Collect();
    std::uint64_t units = 0;
    for (const std::string& event : listener.Heard()) units += event != "cycle-end";
    EXPECT_EQ(inspector.statistics().Total().Units(), units);
    EXPECT_EQ(inspector.statistics().Total().slices.units, units);
    Work in_records = 0;
    for (std::size_t i = 0; i < inspector.records().size(); ++i) {
      const CycleRecord& record = inspector.records()[i];
      EXPECT_EQ(record.slices.units, record.Units());
      EXPECT_EQ(record.slices.time, record.Time());
      EXPECT_EQ(record.doomed, record.begun);
      EXPECT_EQ(record.cycle, inspector.records().size() - i);
      in_records += record.Units();
    }
    EXPECT_LE(in_records, units);
    EXPECT_EQ(inspector.records().size(), heap.collector().marker.flips());
  }
}

}  // namespace
}  // namespace gc
