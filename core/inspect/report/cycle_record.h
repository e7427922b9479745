// core/inspect/report/cycle_record.h -- one cycle in numbers.
//
// Work is counted in units first: they are the same on every machine, and the sum over the phases
// is exactly the sum over the slices. Times are recorded as well if there is a clock, else they are
// 0.
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

// The kinds of work on which the units of a cycle are spent.
enum class Spent : std::uint8_t {
  kStart,   // flip and roots
  kTrace,   // initial references, barrier lists, scans, end checks
  kGather,  // indices that the gather has visited
  kBegin,   // begin-destroy
  kFinish,  // ready polls and finish-destroy
  kFree,    // destructors and memory
};
inline constexpr std::size_t kSpentKinds = 6;
const char* NameOf(Spent spent);

// The slices of a cycle, which are the steps in which at least one of its units was done.
struct SliceFigures {
  std::uint64_t count = 0;
  Work units = 0;
  Work most_units = 0;  // in one slice
  Nanoseconds time = 0;
  Nanoseconds slowest = 0;
};

struct CycleRecord {
  std::uint64_t cycle = 0;  // number of flips so far; 0: a round of waiting objects
  bool full = false;        // the cycle was begun by Collect

  std::array<Work, kSpentKinds> units = {};
  std::array<Nanoseconds, kSpentKinds> time = {};
  SliceFigures slices;
  Nanoseconds started_at = 0;
  Nanoseconds ended_at = 0;

  std::uint64_t objects_at_start = 0;
  std::uint64_t objects_at_end = 0;
  std::uint64_t roots = 0;               // queued by the flip
  std::uint64_t initial_references = 0;  // queued because a referencer or a local held them
  std::uint64_t barrier_objects = 0;     // shaded by the mutator
  std::uint64_t barrier_passes = 0;      // barrier lists that were taken
  std::uint64_t scanned = 0;
  std::uint64_t end_checks = 0;
  std::uint64_t doomed = 0;
  std::uint64_t begun = 0;
  std::uint64_t polled = 0;
  std::uint64_t not_ready = 0;
  std::uint64_t freed = 0;
  std::vector<ClassCount> classes;  // at the end, if InspectorOptions::count_classes is on

  Work Units() const;
  Nanoseconds Time() const;
};

// The differences of two cycles: the later one minus the earlier one.
struct CycleChange {
  std::int64_t objects = 0;  // objects at the end of the cycle
  std::int64_t doomed = 0;
  std::int64_t freed = 0;
  std::int64_t barrier_objects = 0;
  std::int64_t units = 0;
  std::int64_t time = 0;  // nanoseconds
  std::vector<ClassChange> classes;
};
CycleChange ChangeFrom(const CycleRecord& before, const CycleRecord& after);

// The record as a line without its end:
//   cycle 3: 120 objects, 20 doomed, 20 freed, 0 not ready; units: start 1, trace 102, ...
std::string TextOf(const CycleRecord& record);

}  // namespace GC_BUILD
}  // namespace gc
