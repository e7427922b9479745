// properties/explain/strangers.h -- what is blamed in a collector whose rules are not ours.
//
// From colours a likely rule of core is guessed: "to keep it there is the work of mark-once". The
// author of another collector has no such rule, and looks for it in vain. What holds for every
// collector with a barrier is that a mutator's step must not leave a black object with a reference
// to a white one. So that alone is kept. Otherwise the step is shown by which the lost object's
// path was opened.
//
// Read next: properties/explain/blame.h.

#pragma once

#include <cstddef>

#include "properties/explain/blame.h"

namespace properties {

// Takes back what was blamed by a rule that the subject does not have, and blames the store that
// opened the losing path instead, if there is one. Does nothing to a subject that has the rule.
void BlameStranger(const reference::Trace& trace, reference::Subject& subject,
                   const JudgeOptions& options, const Watched& watched, const Finding& finding,
                   std::size_t max_runs, Blame& blame);

}  // namespace properties
