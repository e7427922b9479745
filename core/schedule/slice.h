// core/schedule/slice.h -- does a bounded piece of the collector's work, by the clock.
//
// The collector counts units; a frame has milliseconds. Only this file turns one into the other. A
// slice does some units, reads the clock, and continues while there is time. So it makes progress
// whatever the limit, and overruns the limit by no more than the work between two readings. The
// longest of these steps is recorded, because it, and not the limit, is the pause that one huge
// object can cause; and the object with it.
//
// A clock that is read after each unit costs more than a small object does. A clock that is read
// after eight units lets eight large objects pass a limit. So the slice learns while it runs what a
// unit of weight takes, and reads the clock again before a tenth of its limit has gone by at that
// pace, but not within an object: it overruns by that tenth, or by one object. The weight of a unit
// of marking is the number of its slots; of any other unit, one.
//
// A slice also ends where a stage of the cycle ends, because subscribers are told there.
//
// Upholds: scan-is-atomic (a slice ends between units).   Read next: core/schedule/scheduler.h.

#pragma once

#include <cstdint>

#include "core/base/deadline.h"
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
  // The same, after work of so much weight (at least 1), which sets the pace.
  bool IsOverAfter(Work weight);
  // The same, after work that several threads shared, whose last reading of the clock was
  // `last_look`. Nothing is known of the pace of one thread then.
  bool IsOverAfterSharing(Nanoseconds last_look);
  // When the time is over, for several threads to ask.
  Deadline AsDeadline() const;
  // How much weight may be done before the clock must be read again; at least 1.
  Work Allowed() const { return allowed_; }

  Nanoseconds worst_step() const { return worst_step_; }
  // The object of so many slots that it was scanned alone in the longest step, or kNoIndex.
  Index worst_object() const { return worst_object_; }
  // Such an object was scanned since the clock was read last; kNoIndex: none was.
  void NoteLarge(Index object) { large_ = object; }
  Work units = 0;  // units done in the slice

 private:
  friend Work RunStage(Heap& heap, TimeSlice& slice, Work poll);
  Environment& environment_;
  const Nanoseconds limit_;  // 0: no limit
  const Nanoseconds start_;
  Nanoseconds last_look_;
  Nanoseconds worst_step_ = 0;
  Index worst_object_ = kNoIndex;
  Index large_ = kNoIndex;
  Work allowed_ = 1;
};

// Works on the heap's next stage until the stage or the time is over. Where there is a limit, reads
// the clock every `poll` units at the latest (in a gather every 10). Returns the number of units
// done: at least one, unless there was no work.
Work RunStage(Heap& heap, TimeSlice& slice, Work poll = kUnlimited);

}  // namespace GC_BUILD
}  // namespace gc
