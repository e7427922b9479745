// core/base/deadline.h -- the moment at which a step has to stop.
//
// A slice of a frame ends by the clock, not after a number of units. Between two units the
// collector asks the deadline whether it has passed, and uses time for nothing else. A deadline
// without a clock never passes, so that a run without one depends on no clock at all.
//
// Thread rules: Passed may be called by several threads at once, if the clock's function allows it.
// A deadline whose clock does not allow it names another one that is asked by several.
//
// Read next: core/base/clock.h.

#pragma once

#include "core/base/clock.h"
#include "core/base/work.h"

namespace gc {
inline namespace GC_BUILD {

// How much may be done before a deadline is asked again. One unit is done in any case.
struct Allowance {
  Work units = kUnlimited;
  Work weight = kUnlimited;  // of scans: see WeightOf, core/mark/mark_batch.h
};

struct Deadline {
  Clock clock = {};
  Nanoseconds at = 0;
  // May be changed by the clock whenever that is read; null: as much as is convenient.
  const Allowance* allowance = nullptr;
  // What workers ask while they share the work, several at once: when the time is over. Null: this.
  const Deadline* of_workers = nullptr;

  bool Passed() const { return clock.Runs() && clock.Now() >= at; }
};

}  // namespace GC_BUILD
}  // namespace gc
