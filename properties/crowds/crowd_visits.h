// properties/crowds/crowd_visits.h -- visits of the objects of a crowd, by class, by flags, and by
// all workers at once.
//
// After a whole collection it is known what there is, so each visit must show just that.
//
// Included by core_crowds.cc only.

#pragma once

#include <atomic>

#include "core/heap/selection.h"
#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// How many objects of the class a visit should show, and how many it does, alone and together.
template <class T>
void CompareVisit(CrowdHeap& crowd, Kind kind, gc::Selection which) {
  std::uint32_t should = 0;
  for (const Id id : crowd.paper.Living()) {
    const reference::crowds::PaperCrowd::One& one = crowd.paper.At(id);
    if (one.kind != CrowdHeap::Number(kind) || (one.garbage && !which.garbage)) continue;
    const bool root = one.root && id >= crowd.permanent;
    if ((which.entry_with != 0 && !root) || (which.entry_without != 0 && root)) continue;
    ++should;
  }
  std::uint32_t shown = 0;
  const auto is_there = [&crowd](const T& body) {
    return body.id < crowd.bodies.size() && crowd.bodies[body.id] == &body;
  };
  gc::ForEachSelected<T>(*crowd.heap, which, [&](T& body) { shown += is_there(body); });
  crowd.Same("objects of a class that a visit shows", shown, should);
  std::atomic<std::uint32_t> shown_together = 0;
  gc::ForEachSelectedTogether<T>(*crowd.heap, which,
                                 [&](T& body) { shown_together += is_there(body); });
  crowd.Same("objects of a class that workers show", shown_together, should);
}

inline void CompareVisits(CrowdHeap& crowd) {
  CompareVisit<Plain>(crowd, Kind::kPlain, {.garbage = true});
  CompareVisit<Caller>(crowd, Kind::kCaller, {});
  CompareVisit<Tailed>(crowd, Kind::kTailed, {.entry_without = gc::flag::kRoot});
  CompareVisit<Ender>(crowd, Kind::kEnder, {.entry_with = gc::flag::kRoot, .garbage = true});
}

// What a visit shows while marking lives until the next cycle, though nothing refers to it.
inline void CompareShown(CrowdVerdict& verdict, Random& random) {
  gc::Heap heap({.workers = 1 + random.Below(3)});
  const std::uint32_t shown = random.Below(60), others = random.Below(60);
  for (std::uint32_t i = 0; i < others; ++i) heap.New<Large>(i);
  for (std::uint32_t i = 0; i < shown; ++i) heap.New<Plain>(i);
  heap.Start();
  if (random.Chance(1, 2)) {
    gc::ForEachSelected<Plain>(heap, {}, [](const Plain&) {});
  } else {
    gc::ForEachSelectedTogether<Plain>(heap, {}, [](const Plain&) {});
  }
  while (heap.phase() != gc::Phase::kIdle || heap.PurgePending()) heap.Tick(gc::kUnlimited);
  verdict.Same("objects that were shown while marking", heap.ObjectCount(), shown);
}

}  // namespace
}  // namespace properties::crowds
