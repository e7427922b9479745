// properties/shrink/shrink.h -- the smallest trace that still disagrees in the same way.
//
// A random run that loses an object has eighty operations, of which nine matter. The shrinker tries
// smaller traces on the same subject and keeps each that still shows the original finding: the same
// checker, the same property and, of the subject's own verifier, the same rule. (A trace that
// disagrees in another way is another failure; to follow it would hide the first.) It removes
// operations, from half of them down to singles and pairs. Then it simplifies what is left: smaller
// ticks, fewer fields, null for values, plain verbs for compound ones, the names a, b, c in order
// of creation. Where no such step leads further down, it tries detours (detours.h), so that the
// length says what the failure needs, and not where the search happened to find it. Last, each
// setting of the heap becomes the usual one, if the failure does not need it.
//
// "Simpler" is a total order (Simpler below), and every step goes down in it, so the result is
// never worse than the input. Judging is deterministic, and so is shrinking. When the budget ends,
// the best trace so far is returned.
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
  std::function<bool()> stop;  // asked now and then; if it returns true, shrinking ends
};

struct ShrinkResult {
  reference::Trace trace;
  Verdict verdict;        // the verdict on that trace
  std::size_t runs = 0;   // traces judged
  bool complete = false;  // nothing smaller is left to try; false: the budget ended
};

// Shrinks a trace whose verdict, judged on this subject with these options, is `original`. The
// finding to keep is original.First(); without one there is nothing to shrink.
ShrinkResult Shrink(const reference::Trace& trace, reference::Subject& subject,
                    const Verdict& original, const ShrinkBudget& budget = {},
                    const JudgeOptions& options = {});

// Whether `a` is simpler than `b`: it has fewer operations, or as many but simpler ones.
bool Simpler(const reference::Trace& a, const reference::Trace& b);

}  // namespace properties
