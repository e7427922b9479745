// properties/crowds/crowd_full.h -- a table that is full, and one that was never so long.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>

#include "core/inspect/search/reference_search.h"
#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// At the end of a run, as a table that was full once stays as large as it is. Nothing keeps what
// fills it: where a birth may collect, there is room each time.
inline void Fill(CrowdHeap& crowd) {
  const gc::HeapOptions& options = crowd.options;
  if (!options.reuse_indices || options.max_bytes < 100'000'000) return;
  const std::uint32_t most = crowd.heap->collector().population.table.Capacity();
  std::uint32_t made = 0;
  while (made <= most && crowd.heap->TryNew<Plain>(kNobody) != nullptr) ++made;
  const bool makes_room = options.when_full == gc::WhenFull::kCollect;
  crowd.Same("the table is full", made <= most, !makes_room);
  const bool is_heard = options.notices.say != nullptr;
  crowd.Same("it is said so", crowd.heard.full.has_value(), !makes_room && is_heard);
  if (crowd.heard.full) {
    crowd.Same("objects in a full table", crowd.heard.full->count, crowd.heap->ObjectCount());
    crowd.Same("objects that fit", crowd.heard.full->limit, crowd.heap->ObjectCount());
  }
  const gc::Index last = crowd.heap->collector().population.table.End() - 1;
  crowd.Same("what keeps the object at the last index, as a graph and as the heap tell it",
             gc::ShortestChain(*crowd.heap, last).size(),
             gc::ShortestChain(gc::HeapGraph(*crowd.heap), last).size());
  crowd.Settle();
  crowd.Same("there is room again", crowd.heap->TryNew<Plain>(kNobody) != nullptr, true);
}

// A birth makes the room that its wishes need: at this index there was no root yet.
inline void CompareFarRoot(CrowdVerdict& verdict) {
  constexpr Id kFar = 5000;
  gc::Heap heap;
  for (Id id = 0; id < kFar; ++id) heap.New<Plain>(id);
  const Being* const root = heap.TryMake<Plain>({.flags = gc::object_flag::kMarkAsRoot}, kFar);
  heap.Collect();
  heap.FinishPurge({});
  verdict.Same("objects that live, if the last was made as a root", heap.ObjectCount(), 1);
  verdict.Same("that is the last", root != nullptr && heap.IsRoot(root), true);
}

}  // namespace
}  // namespace properties::crowds
