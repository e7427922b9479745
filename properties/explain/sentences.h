// properties/explain/sentences.h -- what was found about a failing run, in sentences.
//
// Every sentence states something that was computed; there is no sentence for what was not found
// out. Each says beside its text what it claims, and a test runs that (claims.h).
//
// Read next: properties/explain/explain.cc.

#pragma once

#include <vector>

#include "properties/explain/blame.h"
#include "properties/explain/claims.h"
#include "properties/explain/seen/watch.h"
#include "properties/judge/judge.h"
#include "reference/trace/trace.h"

namespace properties {

// All that is known about one failing run.
struct Case {
  const reference::Trace& trace;
  const Watched& watched;
  const Finding& finding;
  const Blame& blame;
  std::vector<std::size_t> cuts;  // steps that took away marking's last way to the object
  bool way = false;  // whether marking would have reached the object from before the first guilt
};

// "MISSED BARRIER (insertion-barrier)", "BROKEN RULE (end-needs-empty/look-at-one-list)", or empty.
Sentence BlameText(const Case& run);

// The note of a guilty step: "black to white, d not shaded".
Sentence GuiltText(const Case& run, const GuiltyStep& guilty);

// The note of the step that loses the object; empty if no path shows the loss.
Sentence LossText(const Case& run);

// Why the run fails: first the state before the guilty step, then what the step did, then the
// result.
std::vector<Sentence> WhySentences(const Case& run);

// At which steps obeying the rules would have changed the outcome.
std::vector<Sentence> SavesSentences(const Case& run);

// Which operations the failure needs, from what each experiment without one of them came to.
Sentence NecessityText(const Case& run, const std::vector<WithoutIt>& without);

}  // namespace properties
