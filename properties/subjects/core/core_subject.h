// properties/subjects/core/core_subject.h -- our own collector, as a subject that can be judged.
//
// The adapter is one source, compiled twice: over the collector that ships, and over the build of
// the same sources in which rules can be switched off. No name of core appears here, so that one
// program can have both.
//
// Read next: properties/subjects/core/core_subject.cc.

#pragma once

#include <cstdint>
#include <memory>

#include "core/fault_set.h"
#include "core/rules.h"
#include "reference/oracle/subject.h"

namespace properties {

// What the lanes of a trace are. Both show the same; threads also show a sanitizer what they do,
// and cost some hundred times as much (core_lanes.h).
enum class LaneKind : std::uint8_t { kFibres, kThreads };

// It has all settings of a heap (core_variants.h). Searches draw several workers seldom: waking a
// thread takes longer than most runs.
std::unique_ptr<reference::Subject> MakeCoreSubject(LaneKind lanes = LaneKind::kFibres);

// The faulty build of core, which breaks these rules.
std::unique_ptr<reference::Subject> MakeFaultyCoreSubject(gc::FaultSet faults,
                                                          LaneKind lanes = LaneKind::kFibres);

}  // namespace properties
