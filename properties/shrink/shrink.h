// properties/shrink/shrink.h -- the smallest trace that still disagrees in the same way.
//
// A random run that loses an object has eighty operations, of which nine matter. The shrinker tries
// smaller traces on the same subject and keeps each that still shows the original's finding: same
// checker, same property. (A trace that disagrees in another way is another failure; following it
// would hide the first.) It removes operations by halves down to singles and pairs, then makes what
// is left simpler: smaller ticks, fewer fields, null for values, plain verbs for compound ones, the
// names a, b, c in order of creation.
//
// Simpler is a total order (Simpler below), every step goes down in it, and the result is never
// worse than the input. Judging is deterministic, so is shrinking. When the budget ends, the best
// so far is returned.
//
// Read next: properties/shrink/buckets.h.

#pragma once

#include <cstddef>
#include <functional>

#include "properties/judge/judge.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

struct ShrinkBudget {
  std::size_t max_runs = 20'000;
  std::function<bool()> stop;  // asked now and then; true ends the search
};

struct ShrinkResult {
  reference::Trace trace;
  Verdict verdict;        // of that trace
  std::size_t runs = 0;   // traces judged
  bool complete = false;  // no smaller step was left to try; false: the budget ended
};

// Shrinks a trace whose verdict, judged on this subject with these options, is `original`. The
// finding to keep is original.First(); without one there is nothing to shrink.
ShrinkResult Shrink(const reference::Trace& trace, reference::Subject& subject,
                    const Verdict& original, const ShrinkBudget& budget = {},
                    const JudgeOptions& options = {});

// Whether `a` is to be preferred: fewer operations, then simpler ones.
bool Simpler(const reference::Trace& a, const reference::Trace& b);

}  // namespace properties
