// properties/crowds/crowd_destroying.h -- objects that a worker destroys beside the mutator.
//
// Included by core_crowds.cc only.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

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

// Many that nothing holds, on a worker if there is one for that. If one call finishes the purge:
// how many were destroyed as it came back.
inline std::optional<std::uint32_t> BeginToDestroy(CrowdHeap& crowd, bool at_once) {
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
  crowd.Step([&] { return heap.Start(); });
  while (heap.phase() != gc::Phase::kIdle || heap.PurgePending()) {
    if (at_once && heap.phase() == gc::Phase::kIdle) {
      crowd.CompareUnready(crowd.Step([&] { return heap.FinishPurge({}); }));
      return crowd.ends.destroyed.load();
    }
    if (crowd.Step([&] { return heap.Tick(1000); }) == 0) break;
  }
  AwaitEndOfDestroying(crowd);
  return std::nullopt;
}

}  // namespace
}  // namespace properties::crowds
