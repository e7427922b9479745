// core/base/clock.h -- the time, as somebody from outside tells it.
//
// The collector itself counts units and has no clock, so that a run can be written down and
// replayed. Whoever wants milliseconds (a time slice, statistics) is given a clock; in a test it is
// a number that the test moves on by hand.
//
// Read next: core/base/work.h.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

using Nanoseconds = std::uint64_t;

// Never goes back. Without a function there is no time: it is always 0.
struct Clock {
  Nanoseconds (*now)(void* context) = nullptr;
  void* context = nullptr;

  bool Runs() const { return now != nullptr; }
  Nanoseconds Now() const { return now != nullptr ? now(context) : 0; }
};

}  // namespace GC_BUILD
}  // namespace gc
