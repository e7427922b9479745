// properties/judge/conforming.h -- a run judged, and then, if it agrees, held against the proved
// model too.
//
// The conformance check applies a tick one unit at a time. That is the same run for a collector
// that obeys its rules, but a collector that breaks them may do so only within a longer tick. So
// the check has a run of its own, after that of the other checkers.
//
// Read next: model/conformance/recorder.h.

#pragma once

#include "properties/judge/judge.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

struct ConformingVerdict {
  Verdict verdict;
  JudgeOptions options;  // those that gave it
};

// Longer traces, and subjects that publish no units, are not held against the model.
inline constexpr std::size_t kConformanceOperations = 10'000;

// Whether the run of the trace on the subject can be compared with the model.
bool CanBeCompared(const reference::Trace& trace, const reference::Subject& subject);

// The run held against the model, which must be possible (CanBeCompared).
ConformingVerdict JudgeAgainstModel(const reference::Trace& trace, reference::Subject& subject,
                                    JudgeOptions options = {});

ConformingVerdict JudgeConforming(const reference::Trace& trace, reference::Subject& subject,
                                  bool conformance, const JudgeOptions& options = {});

}  // namespace properties
