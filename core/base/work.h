// core/base/work.h -- how much work a call may do, in units.
//
// Budgets are units of work, never milliseconds: the same calls do the same work on every machine,
// so that a run can be written down and replayed. A unit is one published event
// (core/population/event.h). Only the caller of the collector reads a clock.
//
// Read next: core/heap/heap.h.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

using Work = std::uint64_t;
inline constexpr Work kUnlimited = ~Work{0};

}  // namespace GC_BUILD
}  // namespace gc
