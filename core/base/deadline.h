// core/base/deadline.h -- the moment at which a step has to stop.
//
// A slice of a frame ends by the clock, not after so many units. The collector asks, between two
// units, whether the moment has passed, and knows nothing else of time. A deadline without a clock
// never passes, so that a run without one depends on no clock at all.
//
// Thread rules: several threads may ask at once, if the clock's function allows it.
//
// Read next: core/base/clock.h.

#pragma once

#include "core/base/clock.h"

namespace gc {
inline namespace GC_BUILD {

struct Deadline {
  Clock clock = {};
  Nanoseconds at = 0;

  bool Passed() const { return clock.Runs() && clock.Now() >= at; }
};

}  // namespace GC_BUILD
}  // namespace gc
