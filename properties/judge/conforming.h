// properties/judge/conforming.h -- judges a run and, if it agrees, compares it with the proved
// model.
//
// The conformance check applies a tick one unit at a time. For a collector that obeys its rules
// that is the same run; but one that breaks a rule may do so only within a longer tick. So the
// check has a run of its own, after the run of the other checkers.
//
// Read next: model/conformance/recorder.h.

#pragma once

#include "properties/judge/judge.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

struct ConformingVerdict {
  Verdict verdict;
  JudgeOptions options;  // those under which the verdict was given
};

// Longer traces are not compared with the model, and neither are subjects that publish no units.
// Nor are runs with settings: with workers, what a referencer reports beside the flip is marked in
// a later unit, when it may report something else, and the model has one instant for both; and it
// knows of no clearing by origin, and of no unit in which many begin.
inline constexpr std::size_t kConformanceOperations = 10'000;

// Whether the run of the trace on the subject can be compared with the model.
bool CanBeCompared(const reference::Trace& trace, const reference::Subject& subject);

// Compares the run with the model; CanBeCompared must be true of it.
ConformingVerdict JudgeAgainstModel(const reference::Trace& trace, reference::Subject& subject,
                                    JudgeOptions options = {});

ConformingVerdict JudgeConforming(const reference::Trace& trace, reference::Subject& subject,
                                  bool conformance, const JudgeOptions& options = {});

}  // namespace properties
