// properties/crowds/crowd_ends.h -- how objects end: in which order, and beside the mutator.
//
// Without HeapOptions::shuffle_purge the order is that of their indices. With it, it is one that
// the number and that of the batch give: the same in a heap that does the same, another one with
// the next batch, and that of their indices in none, as 14 objects have more than 10^10 orders.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

struct Leaving : gc::Object {
  using Order = std::vector<std::uint32_t>;
  struct Orders {
    Order finished, destroyed;
  };
  Leaving(const gc::Birth& birth, Orders& noted) : Object(birth), orders(noted) {}
  ~Leaving() { orders.destroyed.push_back(index); }
  void BeginDestroy() noexcept { index = header().index; }
  void FinishDestroy() noexcept { orders.finished.push_back(index); }
  Orders& orders;
  std::uint32_t index = 0;
  static const gc::Class kClass;
};
inline const gc::Class Leaving::kClass = gc::Describe<Leaving>("Leaving");

// The time is over at each reading. The first reader waits for another one, so that two workers are
// in the midst of their pieces at once; not long, as there may be one thread only.
struct MeetingClock {
  static gc::Nanoseconds Now(void* self) {
    auto& readings = static_cast<MeetingClock*>(self)->readings;
    const auto latest = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
    if (readings.fetch_add(1) != 0 || gc::kFaulty) return 1;  // with faults, tasks run in turn
    while (readings.load() < 2 && std::chrono::steady_clock::now() < latest) {
      std::this_thread::yield();
    }
    return 1;
  }
  std::atomic<int> readings{0};
};

class OrderJudge {
 public:
  explicit OrderJudge(CrowdVerdict& verdict) : verdict_(verdict) {}

  void Judge(std::uint64_t seed) {
    const Batches plain = Run(0);
    const Batches shuffled = Run(seed);
    for (const auto order : {&Leaving::Orders::finished, &Leaving::Orders::destroyed}) {
      Same("objects are in the order of their indices", std::ranges::is_sorted(plain[0].*order));
      Same("and those of the next batch", std::ranges::is_sorted(plain[1].*order));
      Same("each has its turn", Sorted(shuffled[0].*order) == Sorted(plain[0].*order));
      Same("shuffled ones are in another order", shuffled[0].*order != plain[0].*order);
      Same("which the next batch has not", shuffled[0].*order != shuffled[1].*order);
    }
    const Batches again = Run(seed);
    for (std::size_t i = 0; i < again.size(); ++i) {
      Same("the same number gives the same order", again[i].finished == shuffled[i].finished);
      Same("the same number frees in the same order", again[i].destroyed == shuffled[i].destroyed);
    }
    JudgePieces();
  }

 private:
  using Batches = std::vector<Leaving::Orders>;
  static constexpr int kObjects = 14;
  static constexpr int kInPieces = 2000;

  static Batches Run(std::uint64_t shuffle) {
    Batches batches(2);
    gc::Heap heap({.shuffle_purge = shuffle});
    for (Leaving::Orders& orders : batches) {
      for (int i = 0; i < kObjects; ++i) heap.New<Leaving>(orders);
      heap.Collect();
      heap.FinishPurge({});
    }
    return batches;
  }
  // Workers gather pieces of the table, which a deadline cuts off in the midst of two of them; what
  // they find is put in order.
  void JudgePieces() {
    Leaving::Orders orders;
    gc::Heap heap({.workers = 3, .task_objects = 10});
    for (int i = 0; i < kInPieces; ++i) heap.New<Leaving>(orders);
    heap.Start();
    while (heap.phase() == gc::Phase::kMarking && heap.Tick(1) != 0) continue;
    MeetingClock clock;
    heap.TickUntil({.clock = {.now = MeetingClock::Now, .context = &clock}, .at = 1});
    heap.Collect();
    heap.FinishPurge({});
    Same("all have finished", orders.finished.size() == std::size_t{kInPieces});
    Same("what workers find in pieces is in order", std::ranges::is_sorted(orders.finished));
  }
  static Leaving::Order Sorted(Leaving::Order order) {
    std::ranges::sort(order);
    return order;
  }
  void Same(const char* what, bool said) { verdict_.Same(what, said, true); }

  CrowdVerdict& verdict_;
};

// Is ready for its end when it was asked so often.
struct Slow : gc::Object {
  Slow(const gc::Birth& birth, std::uint32_t ready_when_asked)
      : Object(birth), ready_at(ready_when_asked) {}
  bool IsReadyForFinishDestroy() const noexcept { return ++asked >= ready_at; }
  const std::uint32_t ready_at;
  mutable std::uint32_t asked = 0;
  static const gc::Class kClass;
};
inline const gc::Class Slow::kClass = gc::Describe<Slow>("Slow");

// Finishing a purge asks those that wait again and again, until the grace time is over at one of
// the readings of its clock, and names the first of those that still wait. Without a clock each is
// asked twice.
inline void CompareGrace(CrowdVerdict& verdict, Random& random) {
  gc::Heap heap;
  std::map<gc::Index, std::uint32_t> waiting;
  for (int i = 0; i < 20; ++i) {
    const Slow* const slow = heap.New<Slow>(1 + random.Below(9));
    waiting[slow->header().index] = slow->ready_at;
  }
  heap.Collect();
  std::uint32_t asked = 1;
  while (!waiting.empty() && verdict.difference.empty()) {
    const std::uint32_t readings = random.Below(4);
    gc::Nanoseconds read = 0;
    const gc::Clock clock{.now = [](void* at) { return ++*static_cast<gc::Nanoseconds*>(at); },
                          .context = &read};
    const gc::Unready unready = heap.FinishPurge(
        readings == 0 ? gc::Deadline{} : gc::Deadline{.clock = clock, .at = readings});
    gc::Nanoseconds should_read = 0;
    for (std::uint32_t rounds = std::max(readings, 1u); rounds > 0 && !waiting.empty(); --rounds) {
      asked += 1;
      std::erase_if(waiting, [asked](const auto& one) { return one.second <= asked; });
      should_read += readings != 0 && !waiting.empty();
    }
    verdict.Same("readings of its clock", static_cast<std::uint64_t>(read),
                 static_cast<std::uint64_t>(should_read));
    verdict.Same("those that still wait when the grace time is over", unready.count,
                 waiting.size());
    verdict.Same("objects there are then", heap.ObjectCount(), waiting.size());
    verdict.Same("how many of them are named", unready.culprits.size(),
                 std::min(waiting.size(), gc::Unready::kNamed));
    auto should = waiting.begin();
    for (const gc::Unready::Culprit& culprit : unready.culprits) {
      verdict.Same("one that is named", culprit.index, should++->first);
      verdict.Same("its class is named", culprit.type == &Slow::kClass, true);
    }
  }
  verdict.Same("times that a heap of one thread took the table's lock",
               heap.collector().population.sharing.TimesTaken(), 0);
}

// When the worker has ended, what the collector does next notes it.
inline void AwaitEndOfDestroying(CrowdHeap& crowd) {
  gc::Collector& collector = crowd.heap->collector();
  const gc::Sharing& sharing = collector.population.sharing;
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (sharing.IsDestroying() && std::chrono::steady_clock::now() < latest) {
    crowd.Step([&] { return collector.purger.Send(); });
    std::this_thread::yield();
  }
  crowd.Same("objects are destroyed beside the mutator for ever", sharing.IsDestroying(), false);
}

// Many that nothing holds, on a worker if there is one for that; it may still be at work
// afterwards. If one call finishes the purge: how many were destroyed as it came back.
inline std::optional<std::uint32_t> BeginToDestroy(CrowdHeap& crowd, Random& random) {
  gc::Heap& heap = *crowd.heap;
  for (int i = 0; i < 300; ++i) {
    const Id id = crowd.paper.Size();
    Being* const body = crowd.MakeOne(Kind::kAnywhere, id, 0);
    if (body == nullptr) {
      crowd.Lack(Kind::kAnywhere, 0);
      return std::nullopt;
    }
    crowd.Enter(Kind::kAnywhere, body, 0, false);
  }
  const bool at_once = random.Chance(1, 2), waits = random.Chance(1, 2);
  crowd.Step([&] { return heap.Start(); });
  while (heap.phase() != gc::Phase::kIdle || heap.PurgePending()) {
    if (at_once && heap.phase() == gc::Phase::kIdle) {
      crowd.CompareUnready(crowd.Step([&] { return heap.FinishPurge({}); }));
      return crowd.ends.destroyed.load();
    }
    if (crowd.Step([&] { return heap.Tick(1000); }) == 0) break;
  }
  if (waits) AwaitEndOfDestroying(crowd);
  return std::nullopt;
}

}  // namespace
}  // namespace properties::crowds
