// core/collect/gather_test.cc -- the gather dooms the same objects with one thread and with
// several, in one go and in slices.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>

#include "core/inspect/verify/verifier.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

std::vector<Index> Gathered(const Heap& heap) {
  std::vector<Index> indices;
  const Collector& collector = heap.collector();
  for (const Doomed& doomed : collector.gatherer.gathered()) indices.push_back(doomed.index);
  for (const Doomed& doomed : collector.purger.batch()) indices.push_back(doomed.index);
  return indices;
}

void TraceToTheEnd(Heap& heap) {
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
}

// What one thread gathers, an index at a time.
std::vector<Index> GatheredInUnits(int count, unsigned seed) {
  Heap heap;
  RandomTree(heap, count, seed);
  TraceToTheEnd(heap);
  while (heap.phase() == Phase::kGathering) heap.Tick(1);
  return Gathered(heap);
}

class Gather : public testing::TestWithParam<std::uint32_t> {
 protected:
  Heap heap{HeapOptions{.workers = GetParam()}};
  CountingClock clock;
};
INSTANTIATE_TEST_SUITE_P(Workers, Gather, testing::Values(1u, 2u, 3u, 8u));

// The three calls that gather without a budget in units.
constexpr const char* kCalls[] = {"Collect", "Tick", "TickUntil"};

// The order in which a whole collection calls begin-destroy.
std::vector<Index> BegunBy(std::string_view call, Heap& heap, CountingClock& clock) {
  std::vector<Index> begun;
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           if (event.kind != EventKind::kBegin) return;
                           static_cast<std::vector<Index>*>(to)->push_back(
                               event.object->header().index);
                         },
                     .context = &begun});
  if (call == "Collect") {
    heap.Collect();
  } else {
    heap.Start();
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
      if (call == "Tick") {
        heap.Tick(kUnlimited);
      } else {
        heap.TickUntil(clock.After(1u << 30));
      }
    }
  }
  heap.SetEventSink({});
  return begun;
}

// S11.1, S7.12: every doomed object once, in the order of the indices, whichever worker found it;
// and the workers really share the range, in pieces of twenty indices at least, by every call.
TEST_P(Gather, ListsTheSameInTheSameOrderWithAnyNumberOfWorkers) {
  for (const int count : {0, 1, 19, 20, 38, 39, 59, 5000}) {
    const std::vector<Index> alone = GatheredInUnits(count, 7);
    const std::uint64_t pieces =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(count + 1) / 20, 1, GetParam());
    for (const char* const call : kCalls) {
      Heap other({.workers = GetParam()});
      RandomTree(other, count, 7);
      EXPECT_THAT(BegunBy(call, other, clock), ElementsAreArray(alone)) << call << ' ' << count;
      const Workers* const workers = other.collector().population.sharing.workers();
      EXPECT_EQ(workers != nullptr ? workers->tasks() : 1, pieces) << call << ' ' << count;
    }
  }
}

// S11.1: a budget in units is spent on one thread, so that a run is data.
TEST_P(Gather, OfABudgetInUnitsIsDoneOnOneThread) {
  RandomTree(heap, 500);
  TraceToTheEnd(heap);
  while (heap.phase() == Phase::kGathering) heap.Tick(1000);
  const Workers* const workers = heap.collector().population.sharing.workers();
  EXPECT_EQ(workers != nullptr ? workers->tasks() : 0, 0u);
}

// S11.2
TEST_P(Gather, ListsTheSameInTheSameOrderHoweverItIsSliced) {
  const std::vector<Index> alone = GatheredInUnits(2000, 3);
  for (const Nanoseconds looks : {1u, 2u, 3u, 7u, 50u}) {
    Heap sliced({.workers = GetParam()});
    RandomTree(sliced, 2000, 3);
    TraceToTheEnd(sliced);
    int slices = 0;
    while (sliced.phase() == Phase::kGathering) {
      sliced.TickUntil(clock.After(looks));
      slices += 1;
      ASSERT_FALSE(Verifier().Verify(sliced)) << "slice " << slices;
    }
    ASSERT_TRUE(sliced.PurgePending());
    EXPECT_THAT(Gathered(sliced), ElementsAreArray(alone));
    EXPECT_GT(slices, looks < 7 ? 3 : 0);
  }
}

// A clock that lets the first reader wait until a second one reads it, so that two workers are in
// the middle of their pieces at once. The time is over at each reading.
struct Meeting {
  static Nanoseconds Now(void* self) {
    auto& readings = static_cast<Meeting*>(self)->readings;
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    if (readings.fetch_add(1) != 0) return 1;
    while (readings.load() < 2 && std::chrono::steady_clock::now() < late) {
      std::this_thread::yield();
    }
    return 1;
  }
  std::atomic<int> readings{0};
};

// S11.1, S11.2: what the second worker found stands behind what the first has still to find.
TEST(GatherOrder, IsThatOfTheIndicesThoughTwoWorkersWereStopped) {
  const std::vector<Index> alone = GatheredInUnits(2000, 3);
  Heap heap({.workers = 2});
  RandomTree(heap, 2000, 3);
  TraceToTheEnd(heap);
  Meeting meeting;
  heap.TickUntil({.clock = {.now = Meeting::Now, .context = &meeting}, .at = 1});
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  while (heap.phase() == Phase::kGathering) heap.Tick(1);
  EXPECT_THAT(Gathered(heap), ElementsAreArray(alone));
}

// S11.2: what was found in pieces that were cut together is sorted when they are done, and with a
// clock few are cut together; so no step sorts all that is doomed, however long the range is.
TEST(GatherOrder, NoStepSortsMoreThanWasCutAtATime) {
  constexpr int kAll = 30'000;  // with two workers, four times 8,192 at most
  for (const bool timed : {true, false}) {
    CountingClock clock;
    Heap heap({.workers = 2});
    for (int i = 0; i < kAll; ++i) heap.New<Node>('n');
    TraceToTheEnd(heap);
    const Workers& workers = *heap.collector().population.sharing.workers();
    const std::uint64_t before = workers.tasks();
    while (heap.phase() == Phase::kGathering) {
      if (timed) heap.TickUntil(clock.After(1u << 30));
      if (!timed) heap.Tick(kUnlimited);
    }
    EXPECT_EQ(workers.tasks() - before, timed ? 8u : 2u);
    const std::vector<Index> gathered = Gathered(heap);
    EXPECT_TRUE(std::is_sorted(gathered.begin(), gathered.end()));
  }
}

// S11.2: pieces that were left unfinished are sorted when the last of them is done, and with them
// nothing that was found before they were cut.
TEST(GatherOrder, AStepSortsWhatItsPiecesFoundAndNothingElse) {
  constexpr int kAll = 30'000;
  CountingClock clock;
  Heap heap({.workers = 2});
  for (int i = 0; i < kAll; ++i) heap.New<Node>('n');
  TraceToTheEnd(heap);
  while (heap.phase() == Phase::kGathering) heap.TickUntil(clock.After(100));
  EXPECT_GT(heap.collector().gatherer.most_sorted(), 0u);
  EXPECT_LE(heap.collector().gatherer.most_sorted(), 2u * 4096);
  const std::vector<Index> gathered = Gathered(heap);
  EXPECT_EQ(gathered.size(), static_cast<std::size_t>(kAll));
  EXPECT_TRUE(std::is_sorted(gathered.begin(), gathered.end()));
}

// S11.2: one gather may use time slices and slices in units by turns.
TEST_P(Gather, GoesOnInUnitsWhereWorkersWereStopped) {
  const std::vector<Index> alone = GatheredInUnits(700, 5);
  RandomTree(heap, 700, 5);
  TraceToTheEnd(heap);
  while (heap.phase() == Phase::kGathering) {
    heap.TickUntil(clock.After(2));
    if (heap.phase() != Phase::kGathering) break;
    EXPECT_EQ(heap.Tick(3), 3u);
    ASSERT_FALSE(Verifier().Verify(heap));
  }
  EXPECT_THAT(Gathered(heap), ElementsAreArray(alone));
}

// S11.2: workers look at the clock only after ten objects that they doom, so even a slice whose
// time is over at its start dooms a few of them. What is not doomed costs next to nothing.
TEST_P(Gather, LooksAtTheClockEveryTenIndicesOfAWorker) {
  RandomTree(heap, 50'000);
  TraceToTheEnd(heap);
  const Work done = heap.TickUntil(clock.After(0));
  EXPECT_GE(done, 1u);
  EXPECT_LE(heap.collector().gatherer.gathered().size(), 10u * GetParam());
  EXPECT_GE(heap.collector().gatherer.gathered().size(), 10u) << "and not after each";
  EXPECT_LE(done, 2048u * GetParam());
  ASSERT_EQ(heap.phase(), Phase::kGathering);
}

// S11.2: though there is nothing to doom, so that all is passed by.
TEST_P(Gather, LooksAtTheClockEvery2048IndicesThatItPassesBy) {
  for (int i = 0; i < 50'000; ++i) heap.AddRoot(heap.New<Node>('n'));
  TraceToTheEnd(heap);
  EXPECT_LE(heap.TickUntil(clock.After(0)), 2048u * GetParam());
  ASSERT_EQ(heap.phase(), Phase::kGathering);
}

// S11.2: to tell of an index takes time too.
TEST_P(Gather, LooksAtTheClockEveryTenIndicesThatAreToldOf) {
  RandomTree(heap, 5000);
  TraceToTheEnd(heap);
  const Listener listener(heap);
  EXPECT_LE(heap.TickUntil(clock.After(0)), 10u * GetParam());
}

// S11.3: objects that are made at indices to which the gather is still to come, at those that it
// has passed, and beyond its range, are not gathered; and of the old ones no other is.
TEST_P(Gather, WhatIsMadeInTheGapsSurvives) {
  std::vector<Node*> gaps;
  std::vector<Index> dead;
  for (int i = 0; i < 2000; ++i) {
    Node* const node = heap.New<Node>('n');
    if (i % 5 == 0) gaps.push_back(node);
    if (i % 5 == 1) dead.push_back(node->header().index);
    if (i % 5 != 0) heap.AddRoot(node);
  }
  heap.Collect();  // frees the gaps
  ASSERT_EQ(heap.ObjectCount(), 1600u);
  for (const Index index : dead) {
    heap.RemoveRoot(heap.collector().population.table[index].Occupant());
  }
  TraceToTheEnd(heap);
  const Gatherer& gatherer = heap.collector().gatherer;
  const Index end = gatherer.end();
  int ahead = 0;
  int behind = 0;
  int beyond = 0;
  std::vector<WeakPtr<Node>> made;
  while (heap.phase() == Phase::kGathering) {
    heap.TickUntil(clock.After(1));
    for (int i = 0; i < 30 && heap.phase() == Phase::kGathering; ++i) {
      Node* const node = heap.New<Node>('m');
      const Index index = node->header().index;
      (index >= end ? beyond : index < gatherer.next() ? behind : ahead) += 1;
      made.emplace_back(node);
      EXPECT_FALSE(IsWhite(heap, node));
    }
    EXPECT_EQ(gatherer.end(), end) << "it is fixed when marking ends";
    ASSERT_FALSE(Verifier().Verify(heap));
  }
  EXPECT_GT(ahead, 0);
  EXPECT_GT(beyond, 0);
  EXPECT_THAT(Gathered(heap), ElementsAreArray(dead));
  while (heap.PurgePending()) heap.Tick(kUnlimited);
  for (const WeakPtr<Node>& one : made) EXPECT_TRUE(one.IsValid());
  EXPECT_EQ(heap.ObjectCount(), 1200 + made.size());
  EXPECT_FALSE(Verifier().Verify(heap));
}

// S11.3: the range is the indices that existed when marking ended.
TEST_P(Gather, TheRangeIsFixedWhenTheTraceEnds) {
  RandomTree(heap, 100);
  TraceToTheEnd(heap);
  const Index end = heap.collector().gatherer.end();
  heap.Tick(1);
  for (int i = 0; i < 500; ++i) heap.New<Node>('n');
  heap.Tick(1);
  EXPECT_EQ(heap.collector().gatherer.end(), end);
  while (heap.phase() == Phase::kGathering) heap.Tick(kUnlimited);
  EXPECT_EQ(heap.collector().gatherer.end(), end);
}

// S11.1: the gather publishes one event for each index, with or without workers.
TEST_P(Gather, SaysOfEachIndexWhatBecameOfItInOrderWhenItIsDoneInOneGo) {
  RandomTree(heap, 300);
  TraceToTheEnd(heap);
  struct Heard {
    std::vector<Index> indices;
    std::vector<Index> doomed;
  } heard;
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           Heard& all = *static_cast<Heard*>(to);
                           if (event.kind != EventKind::kGather) return;
                           all.indices.push_back(event.detail);
                           if (event.flag != 0) all.doomed.push_back(event.detail);
                         },
                     .context = &heard});
  heap.Tick(kUnlimited);
  std::vector<Index> all(301);
  for (Index i = 0; i < 301; ++i) all[i] = i + 1;
  EXPECT_THAT(heard.indices, ElementsAreArray(all));
  EXPECT_THAT(heard.doomed, ElementsAreArray(GatheredInUnits(300, 1)));
}

// S11.6: the gather waits for an older purge, because the callbacks of doomed objects may still use
// what this gather is about to doom.
TEST_P(Gather, WaitsForAnOlderPurge) {
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('a');
  heap.New<Node>('x');
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  root->left = nullptr;
  ASSERT_TRUE(heap.PurgePending());
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  Listener listener(heap);
  heap.TickUntil(clock.After(1'000'000));
  EXPECT_THAT(listener.Heard(), ElementsAre("begin x", "poll x ready", "free x", "cycle-end"));
  EXPECT_EQ(heap.collector().gatherer.next(), 1u);
}

// S11.7, S5.15: look-ups hide the doomed from the end of marking on, before the gather has come to
// them.
TEST_P(Gather, TheDoomedAreHiddenBeforeItComesToThem) {
  Node* const doomed = heap.New<Node>('d');
  const WeakPtr<Node> weak(doomed);
  TraceToTheEnd(heap);
  ASSERT_EQ(heap.collector().gatherer.next(), 1u);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(weak.IsStale());
}

}  // namespace
}  // namespace gc
