// properties/crowds/crowd_steady.h -- a heap in which each cycle is like the one before allocates
// nothing in it. S9.17
//
// The lists of a cycle are kept for the next one. One that is given back too soon, or that has no
// room for what it will hold, costs an allocation in each cycle, and nothing else: what lives and
// what dies is as it should be. So the same cycle is repeated, with the same stores while it marks
// and as many new objects before it, and at last its allocations are counted, on all threads.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "properties/crowds/crowd_heap.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::crowds {
namespace {

class SteadyCycles {
 public:
  // All that lives stays as it is.
  SteadyCycles(CrowdHeap& crowd, Random& random)
      : crowd_(crowd), units_(1 + random.Below(200)), whole_(random.Chance(1, 3)) {
    for (const Id id : crowd.paper.Living()) {
      for (std::size_t field = 0; field < crowd.StorableFields(id); ++field) {
        const Id target = crowd.paper.At(id).fields[field];
        if (target == kNobody || crowd.paper.At(target).garbage) continue;
        stores_.emplace_back(&crowd.SlotOf(id, field), crowd.bodies[target]);
      }
    }
  }

  void Compare() {
    for (int warm = 0; warm < kWarm; ++warm) Cycle();
    std::uint64_t allocations = 1;  // which of several workers finds how much differs at times
    for (int tries = 0; tries < kTries && allocations != 0; ++tries) allocations = Cycle();
    crowd_.Same("allocations in a cycle that is like the ones before",
                allocations + (crowd_.Lies(CrowdLie::kAllocates) ? 1 : 0), 0);
  }

 private:
  static constexpr int kWarm = 4, kTries = 6, kNew = 50;

  std::uint64_t Cycle() {
    gc::Heap& heap = *crowd_.heap;
    for (int i = 0; i < kNew; ++i) heap.TryNew<Plain>(0u);
    const CountedAllocations counted;
    if (!whole_) {
      crowd_.Step([&] { return heap.Start(); });
      crowd_.Step([&] { return heap.Tick(units_); });
      for (const auto& [slot, target] : stores_) *slot = target;
    }
    crowd_.Step([&] { heap.Collect(); });
    crowd_.Step([&] { return heap.FinishPurge({}); });
    return counted.count();
  }

  CrowdHeap& crowd_;
  const std::uint32_t units_;  // that are done before the stores
  const bool whole_;           // the cycle is done at once, and nothing is stored
  std::vector<std::pair<gc::ObjectPtr<Being>*, Being*>> stores_;
};

inline void CompareSteady(CrowdHeap& crowd, Random& random) {
  if (gc::kFaulty || !NoListMemory::kWorks || crowd.listening || crowd.options.workers > 2) return;
  SteadyCycles(crowd, random).Compare();
}

}  // namespace
}  // namespace properties::crowds
