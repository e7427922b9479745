// core/base/clock.h -- the time, as a function that the program gives to the collector.
//
// The collector itself counts units and reads no clock, so that a run can be written down and
// replayed. The parts that need milliseconds (time slices, statistics) are given a Clock; in a
// test, its time is a number that the test advances.
//
// Read next: core/base/work.h.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

using Nanoseconds = std::uint64_t;

constexpr double kNanosecondsPerSecond = 1e9;
inline double Seconds(Nanoseconds time) {
  return static_cast<double>(time) / kNanosecondsPerSecond;
}
inline Nanoseconds NanosecondsOf(double seconds) {
  return static_cast<Nanoseconds>(seconds * kNanosecondsPerSecond);
}

// A clock never goes back. Its time is in nanoseconds from an arbitrary start. Without a function
// the clock stands still at 0.
struct Clock {
  Nanoseconds (*now)(void* context) = nullptr;
  void* context = nullptr;

  bool Runs() const { return now != nullptr; }
  Nanoseconds Now() const { return now != nullptr ? now(context) : 0; }
};

}  // namespace GC_BUILD
}  // namespace gc
