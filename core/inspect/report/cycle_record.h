// core/inspect/report/cycle_record.h -- one cycle in numbers.
//
// Units first: they are the same on every machine, and their sum over the phases is their sum over
// the slices, exactly. Times stand beside them only if there was a clock.
//
// Read next: core/inspect/report/statistics.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/work.h"
#include "core/inspect/report/class_counts.h"

namespace gc {
inline namespace GC_BUILD {

// What the units of a cycle are spent on.
enum class Spent : std::uint8_t {
  kStart,   // flip and roots
  kTrace,   // initial references, barrier lists, scans, end checks
  kGather,  // indices looked at
  kBegin,   // begin-destroy
  kFinish,  // ready polls and finish-destroy
  kFree,    // destructors and memory
};
inline constexpr std::size_t kSpentKinds = 6;
const char* NameOf(Spent spent);

// The slices that a cycle was cut into: the steps in which at least one of its units was done.
struct SliceFigures {
  std::uint64_t count = 0;
  Work units = 0;
  Work most_units = 0;  // in one slice
  Nanoseconds time = 0;
  Nanoseconds slowest = 0;
};

struct CycleRecord {
  std::uint64_t cycle = 0;  // how many flips the heap had seen; 0: a round of those who wait
  bool full = false;        // begun by Collect

  std::array<Work, kSpentKinds> units = {};
  std::array<Nanoseconds, kSpentKinds> time = {};
  SliceFigures slices;
  Nanoseconds started_at = 0;
  Nanoseconds ended_at = 0;

  std::uint64_t objects_at_start = 0;
  std::uint64_t objects_at_end = 0;
  std::uint64_t roots = 0;               // queued by the flip
  std::uint64_t initial_references = 0;  // queued because a referencer or a local had them
  std::uint64_t barrier_objects = 0;     // shaded by the mutator
  std::uint64_t barrier_passes = 0;      // lists of them that were taken
  std::uint64_t scanned = 0;
  std::uint64_t end_checks = 0;
  std::uint64_t doomed = 0;
  std::uint64_t begun = 0;
  std::uint64_t polled = 0;
  std::uint64_t not_ready = 0;
  std::uint64_t freed = 0;
  std::vector<ClassCount> classes;  // at the end, if they were asked for

  Work Units() const;
  Nanoseconds Time() const;
};

// What one cycle had more than another, or fewer.
struct CycleChange {
  std::int64_t objects = 0;  // at the end
  std::int64_t doomed = 0;
  std::int64_t freed = 0;
  std::int64_t barrier_objects = 0;
  std::int64_t units = 0;
  std::int64_t time = 0;  // nanoseconds
  std::vector<ClassChange> classes;
};
CycleChange ChangeFrom(const CycleRecord& before, const CycleRecord& after);

// A line without its end:
//   cycle 3: 120 objects, 20 doomed, 20 freed, 0 not ready; units: start 1, trace 102, ...
std::string TextOf(const CycleRecord& record);

}  // namespace GC_BUILD
}  // namespace gc
