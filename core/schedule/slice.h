// core/schedule/slice.h -- does a bounded piece of the collector's work, by the clock.
//
// The collector counts units; a frame has milliseconds. Only this file turns one into the other. A
// slice does some units, reads the clock, and continues while there is time. So it makes progress
// whatever the limit, and overruns the limit by no more than the work between two readings. The
// longest of these steps is recorded, because it, and not the limit, is the pause that one huge
// object can cause.
//
// A slice also ends where a stage of the cycle ends, because subscribers are told there.
//
// Upholds: scan-is-atomic (a slice ends between units).   Read next: core/schedule/scheduler.h.

#pragma once

#include <cstdint>

#include "core/base/work.h"
#include "core/heap/heap.h"
#include "core/schedule/environment.h"

namespace gc {
inline namespace GC_BUILD {

// The stage to which the heap's next unit belongs.
enum class Doing : std::uint8_t {
  kNothing,
  kMarking,
  kGathering,
  kBeginning,
  kFinishing,
  kFreeing
};
Doing WhatIsNext(const Heap& heap);

// MarkingPending: marking has begun and not ended. PurgePending: the same of a gather or a purge.
inline bool MarkingPending(const Heap& heap) { return heap.phase() == Phase::kMarking; }
inline bool PurgePending(const Heap& heap) {
  return heap.phase() == Phase::kGathering || heap.PurgePending();
}

// The time limit of a slice, and a record of its use.
class TimeSlice {
 public:
  // `limit` in seconds; 0: no limit, and the clock is not read while the slice runs.
  TimeSlice(Environment& environment, double limit);

  // Reads the clock. Returns whether the time is over.
  bool IsOver();
  bool IsLimited() const { return limit_ != 0; }

  Nanoseconds worst_step() const { return worst_step_; }
  Work units = 0;  // units done in the slice

 private:
  friend Work RunStage(Heap& heap, TimeSlice& slice, Work poll);
  Environment& environment_;
  const Nanoseconds limit_;  // 0: no limit
  const Nanoseconds start_;
  Nanoseconds last_look_;
  Nanoseconds worst_step_ = 0;
};

// Works on the heap's next stage until the stage or the time is over. Reads the clock every `poll`
// units (in a gather every 10). Returns the number of units done: at least one, unless there was no
// work.
Work RunStage(Heap& heap, TimeSlice& slice, Work poll);

}  // namespace GC_BUILD
}  // namespace gc
