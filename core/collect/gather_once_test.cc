// core/collect/gather_once_test.cc -- however a gather is cut by the clock, it comes to each index
// once.
//
// An index that is visited twice is doomed only once, so no list shows it; what shows it is the
// count of units, and the sink, which is told of each visit.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "core/testing/threads.h"

namespace gc {
namespace {

class GatherOnce : public testing::TestWithParam<std::uint32_t> {
 protected:
  static constexpr int kCount = 3000;
  CountingClock clock;
  Heap heap{{.workers = GetParam(), .task_objects = 1}};
};
INSTANTIATE_TEST_SUITE_P(Workers, GatherOnce, testing::Values(1u, 2u, 4u));

// S11.1, S11.2
TEST_P(GatherOnce, EveryIndexIsAUnitHoweverItIsCutByTime) {
  for (const Nanoseconds looks : {1u, 2u, 5u}) {
    RandomTree(heap, kCount, static_cast<unsigned>(looks));
    heap.Start();
    while (heap.phase() == Phase::kMarking) heap.Tick(1);
    const Index range = heap.collector().gatherer.end() - heap.collector().gatherer.next();
    Work units = 0;
    int slices = 0;
    for (; heap.phase() == Phase::kGathering; ++slices) units += heap.TickUntil(clock.After(looks));
    units -= heap.collector().purger.next();  // of the purge, in the last slice
    EXPECT_EQ(units, range) << looks << " looks";
    EXPECT_GT(slices, 1);
    while (heap.PurgePending()) heap.Tick(kUnlimited);
  }
}

// S11.1, S11.2
TEST_P(GatherOnce, EveryIndexIsToldOfOnceHoweverItIsCutByTime) {
  RandomTree(heap, kCount);
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  const Index first = heap.collector().gatherer.next();
  std::vector<int> told(heap.collector().gatherer.end());
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           if (event.kind != EventKind::kGather) return;
                           (*static_cast<std::vector<int>*>(to))[event.detail] += 1;
                         },
                     .context = &told});
  while (heap.phase() == Phase::kGathering) heap.TickUntil(clock.After(2));
  heap.SetEventSink({});
  told.erase(told.begin(), told.begin() + first);
  EXPECT_THAT(told, testing::Each(1));
}

// S11.2: of a heap in which nothing is dead two workers look at 2,048 indices between two looks at
// the clock, and at 8,192 together before the next ones are shared out. The last of the four looks
// finds that the time is over, when nothing of these is left.
TEST(GatherTogether, EndsWithAShareThatWasDoneWhenTheTimeWasOver) {
  Heap heap{{.workers = 2}};
  for (int i = 0; i < 30'000; ++i) heap.AddRoot(heap.New<Node>('a'));
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  const Gatherer& gatherer = heap.collector().gatherer;
  const Index first = gatherer.next();
  CountingClock clock;
  EXPECT_EQ(heap.TickUntil(clock.After(4)), 8192u);
  EXPECT_EQ(gatherer.next(), first + 8192);
  EXPECT_EQ(heap.collector().population.sharing.workers()->tasks(), 2u);
}

// A clock by which the time is over, and at which the first reader waits for a second one: so two
// workers are in the middle of their pieces when they hear of it.
struct BothRead {
  static Nanoseconds Now(void* self) {
    auto& readers = static_cast<BothRead*>(self)->readers;
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    if (readers.fetch_add(1) != 0) return 1;
    while (readers.load() < 2 && std::chrono::steady_clock::now() < late) {
      std::this_thread::yield();
    }
    return 1;
  }
  std::atomic<int> readers{0};
};

// S11.1: also where nothing is doomed and the rest could be done without stages, what the second
// worker has looked at already is no unit of the next step.
TEST(GatherTogether, CountsNoIndexAgainThatAWorkerWhichWasStoppedHasPassed) {
  Heap heap{{.workers = 2}};
  for (int i = 0; i < 10'000; ++i) heap.AddRoot(heap.New<Node>('a'));
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  const Gatherer& gatherer = heap.collector().gatherer;
  const Index range = gatherer.end() - gatherer.next();
  BothRead both;
  const Work first = heap.TickUntil({.clock = {.now = BothRead::Now, .context = &both}, .at = 1});
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_LT(first, range);
  EXPECT_EQ(first + heap.Tick(kUnlimited), range);
  EXPECT_EQ(heap.phase(), Phase::kIdle);
}

// S11.2: what the workers of a heap had left when it was dropped is of no account for the next
// heap, which has its machinery: that gathers its own in one go, and has nothing to bring into
// order.
TEST(GatherTogether, SortsNothingForPiecesThatAnEarlierHeapLeftUnfinished) {
  constexpr int kCount = 2000;
  CountingClock clock;
  {
    Heap left{{.workers = 2}};
    for (int i = 0; i < kCount; ++i) left.New<Node>('l');
    left.Start();
    while (left.phase() == Phase::kMarking) left.Tick(1);
    left.TickUntil(clock.After(2));
    ASSERT_EQ(left.phase(), Phase::kGathering);
  }
  Heap heap{{.workers = 2}};
  for (int i = 0; i < kCount; ++i) heap.New<Node>('n');
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  heap.TickUntil(clock.After(1u << 30));
  EXPECT_EQ(heap.collector().gatherer.most_sorted(), 0u);
  while (heap.PurgePending()) heap.Tick(kUnlimited);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

}  // namespace
}  // namespace gc
