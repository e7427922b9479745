// properties/tied.h -- a run judged, and then, if it agrees, held against the proved model too.
//
// The tie applies a tick one unit at a time. That is the same run for a collector that obeys its
// rules, but one that breaks them may do so only within a longer tick. So the tie has a run of its
// own, behind the one of the other eyes.
//
// Read next: model/tie/tie.h.

#pragma once

#include "properties/judge.h"
#include "reference/subject.h"
#include "reference/trace.h"

namespace properties {

struct TiedVerdict {
  Verdict verdict;
  JudgeOptions options;  // those that gave it
};

// Longer traces, and subjects that publish no units, are not held against the model.
inline constexpr std::size_t kTiedOperations = 10'000;

TiedVerdict JudgeTied(const reference::Trace& trace, reference::Subject& subject, bool tie,
                      const JudgeOptions& options = {});

}  // namespace properties
