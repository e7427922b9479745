// properties/explain/sentences.h -- what was found about a failing run, in sentences.
//
// Every sentence states something that was computed; there is no sentence for what was not found
// out.
//
// Read next: properties/explain/explain.cc.

#pragma once

#include <string>
#include <vector>

#include "properties/explain/blame.h"
#include "properties/explain/watch.h"
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
};

// "MISSED BARRIER (insertion-barrier)", "BROKEN RULE (end-needs-empty/look-at-one-list)", or empty.
std::string BlameText(const Case& run);

// The note of a guilty step: "black to white, d not shaded".
std::string GuiltText(const Case& run, const GuiltyStep& guilty);

// Why the run fails: first the state before the guilty step, then what the step did, then the
// result.
std::vector<std::string> WhySentences(const Case& run);

// At which steps obeying the rules would have changed the outcome.
std::vector<std::string> SavesSentences(const Case& run);

// Whether any other operation of the trace matters.
std::string NecessityText(const Case& run, const std::vector<std::size_t>& needless);

}  // namespace properties
