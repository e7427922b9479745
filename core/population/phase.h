// core/population/phase.h -- the phase of a heap's cycle, and the kinds of work that a cycle
// consists of.
//
// What a mark means depends on the phase: a white object may still be reached while marking, and is
// doomed while gathering. So every file that asks for a colour includes this one.
//
// Read next: core/population/colours.h.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

enum class Phase : std::uint8_t {
  kIdle,       // no cycle, or one whose gather is over (see Heap::PurgePending)
  kMarking,    // from the flip to the end check
  kGathering,  // from the end check until every index was looked at
};

// The kinds of units; core/collect/cycle.cc decides which is next.
enum class Unit : std::uint8_t {
  kNone,
  kInitialReferences,
  kScan,
  kBarrierList,
  kEndCheck,
  kGather,
  kBegin,
  kPoll,
  kFree,
};

}  // namespace GC_BUILD
}  // namespace gc
