// core/population/phase.h -- where a heap's cycle is, and the kinds of work that it consists of.
//
// What a mark means depends on the phase: a white object may still be reached while marking, and is
// doomed while gathering. So everything that asks for a colour includes this.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

enum class Phase : std::uint8_t {
  kIdle,       // no cycle, or one whose gather is over (see Heap::PurgePending)
  kMarking,    // from the flip to the end check
  kGathering,  // from there until every index has been looked at
};

// What there is to do next; see core/collect/cycle.cc.
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
