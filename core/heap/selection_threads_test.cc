// core/heap/selection_threads_test.cc -- all workers of a heap visit its objects at once.
//
// Label: threads.
// Row: S1.28.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "core/heap/selection.h"
#include "core/testing/named.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kObjects = 30'011;  // which no piece of the table divides

// A heap with four workers, in whose tree a third of the nodes hang.
struct Crowded {
  Crowded() { root = RandomTree(heap, kObjects); }
  // How often each index is visited.
  std::vector<int> Visits(const Selection& which) {
    std::vector<std::atomic<int>> visits(heap.collector().population.table.End());
    ForEachSelectedTogether<Node>(heap, which, [&](Node& node) {
      visits[node.header().index].fetch_add(1, std::memory_order_relaxed);
      node.name = 'v';  // a plain field: each object is shown to one worker
    });
    return {visits.begin(), visits.end()};
  }
  Heap heap{{.workers = 4}};
  Node* root;
};

// S1.28: the same objects as one after the other, each once.
TEST(SelectedTogether, AreThoseThatAreVisitedOneAfterTheOther) {
  Crowded crowd;
  for (int turn = 0; turn < 3; ++turn) {
    std::vector<int> expected(crowd.heap.collector().population.table.End());
    ForEachSelected<Node>(crowd.heap, {.without = object_flag::kTransient},
                          [&](Node& node) { expected[node.header().index] += 1; });
    EXPECT_EQ(crowd.Visits({.without = object_flag::kTransient}), expected);
    int place = 0;
    ForEachSelected<Node>(crowd.heap, {}, [&](Node& node) {
      if (++place % 5 == turn) crowd.heap.SetFlags(&node, object_flag::kTransient);
    });
    crowd.heap.Collect();
  }
}

// S1.28: in the middle of a gather the doomed are hidden, and in the middle of marking what is
// shown is shaded, so that none of it dies in this cycle.
TEST(SelectedTogether, AreNotDoomedAndLiveOnThroughTheCycle) {
  Crowded crowd;
  crowd.heap.Start();
  crowd.heap.Tick(100);
  ASSERT_EQ(crowd.heap.phase(), Phase::kMarking);
  crowd.Visits({});
  while (crowd.heap.phase() != Phase::kIdle || crowd.heap.PurgePending()) crowd.heap.Tick(1000);
  EXPECT_EQ(crowd.heap.ObjectCount(), static_cast<std::uint32_t>(kObjects + 1));
  crowd.heap.Start();
  while (crowd.heap.phase() == Phase::kMarking) crowd.heap.Tick(1000);
  crowd.heap.Tick(100);
  ASSERT_EQ(crowd.heap.phase(), Phase::kGathering);
  int visited = 0;
  for (const int visits : crowd.Visits({})) visited += visits;
  crowd.heap.Collect();
  EXPECT_EQ(static_cast<std::uint32_t>(visited), crowd.heap.ObjectCount());
  EXPECT_LT(visited, kObjects / 2);
}

// S1.28: by more than one thread, if the machine has more than one: the first that comes waits for
// the second.
TEST(SelectedTogether, AreVisitedOnSeveralThreads) {
  const std::size_t wanted = std::min(2u, std::thread::hardware_concurrency());
  Crowded crowd;
  std::mutex mutex;
  std::condition_variable came;
  std::set<std::thread::id> threads;
  bool waited = false;
  ForEachSelectedTogether(crowd.heap, {}, [&](Object&) {
    std::unique_lock lock(mutex);
    if (threads.insert(std::this_thread::get_id()).second) came.notify_all();
    if (std::exchange(waited, true)) return;
    came.wait_for(lock, std::chrono::seconds(60), [&] { return threads.size() >= wanted; });
  });
  EXPECT_GE(threads.size(), wanted);
}

// S1.28: what another thread makes is shown when its constructor has run, and complete then.
TEST(SelectedTogether, AreCompleteThoughAnotherThreadMakesMore) {
  Lock lock;
  Heap heap({.workers = 4, .lock = &lock});
  constexpr std::uint32_t kMade = 20'000;
  std::thread maker([&] {
    for (std::uint32_t i = 0; i < kMade; ++i) {
      const Section section(lock);
      heap.New<Node>('n');
    }
  });
  std::atomic<std::uint32_t> shown{0};
  std::atomic<int> unnamed{0};
  while (shown < kMade) {
    shown = 0;
    ForEachSelectedTogether<Node>(heap, {}, [&](Node& node) {
      shown += 1;
      unnamed += node.name != 'n';
    });
    ForEachSelected<Node>(heap, {}, [&](Node& node) { unnamed += node.name != 'n'; });
  }
  maker.join();
  EXPECT_EQ(unnamed.load(), 0);
}

// S1.28: class, outer and defaults of named objects are asked for on the workers too.
TEST(SelectedTogether, MayBeNamed) {
  Workshop shop({.workers = 4});
  Gadget* const room = shop.make.New<Gadget>({.name = "room"});
  for (int i = 0; i < 3000; ++i) shop.make.New<Thing>({.outer = i % 2 == 0 ? room : nullptr});
  std::atomic<int> parts{0};
  ForEachSelectedTogether<Part>(shop.heap, {.outer = room}, [&](Part&) { parts += 1; });
  EXPECT_EQ(parts.load(), 2 + 2 * 1500);
  std::atomic<int> all{0};
  ForEachSelectedTogether<Part>(shop.heap, {.defaults = true}, [&](Part&) { all += 1; });
  EXPECT_EQ(all.load(), 2 + 2 * 3000 + 1 + 4);
}

}  // namespace
}  // namespace gc
