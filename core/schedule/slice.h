// core/schedule/slice.h -- a bounded piece of the collector's work, by the clock.
//
// The collector counts units; a frame has milliseconds. Between the two stands this file, and no
// other turns one into the other. A slice does some units, looks at the clock, and goes on while
// there is time: so it overruns its limit by no more than what it does between two looks, and makes
// progress whatever the limit. What the longest of these steps took is recorded, because that, and
// not the limit, is the pause that one huge object can cause.
//
// A slice also ends where a stage of the cycle ends, since there others have to be told first.
//
// Upholds: scan-is-atomic (a slice ends between units).   Read next: core/schedule/scheduler.h.

#pragma once

#include <cstdint>

#include "core/base/work.h"
#include "core/heap/heap.h"
#include "core/schedule/environment.h"

namespace gc {
inline namespace GC_BUILD {

// What the next unit of a heap's work belongs to.
enum class Doing : std::uint8_t {
  kNothing,
  kMarking,
  kGathering,
  kBeginning,
  kFinishing,
  kFreeing
};
Doing WhatIsNext(const Heap& heap);

// The time that a slice has, and how it spent it.
class TimeSlice {
 public:
  // `limit` in seconds; 0: no limit, and then nobody looks at the clock in between.
  TimeSlice(Environment& environment, double limit);

  // Looks at the clock.
  bool IsOver();
  bool IsLimited() const { return limit_ != 0; }

  Nanoseconds worst_step() const { return worst_step_; }
  Work units = 0;  // done in it

 private:
  friend Work RunStage(Heap& heap, TimeSlice& slice, Work poll);
  Environment& environment_;
  const Nanoseconds limit_;  // 0: none
  const Nanoseconds start_;
  Nanoseconds last_look_;
  Nanoseconds worst_step_ = 0;
};

// Works on the stage that is next, looking at the clock every `poll` units (a gather every 10),
// until the stage or the time is over. Answers how many units; at least one, unless there is none.
Work RunStage(Heap& heap, TimeSlice& slice, Work poll);

}  // namespace GC_BUILD
}  // namespace gc
