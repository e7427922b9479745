// properties/explain/watch.h -- a run with everything that could be seen after each step
// kept.
//
// Read next: properties/explain/step_rows.h.

#pragma once

#include <functional>
#include <vector>

#include "properties/judge/judge.h"
#include "reference/oracle/heap.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

// What one step showed.
struct Sight {
  bool applied = false;  // else the mutator could not do it, or
  bool declared = true;  // the subject has no such verb
  reference::Answer answer;
  std::vector<reference::Event> events;
  std::string how;               // the subject's own words
  reference::Observation after;  // empty for a subject without colours
  reference::Heap heap;          // the oracle's after the step; before it, if the step was its last
};

struct Watched {
  std::vector<Sight> steps;  // up to the finding
  Verdict verdict;
  // What stood before step i, and the colour of an object then.
  const Sight& Before(std::size_t step) const { return step == 0 ? start : steps[step - 1]; }
  Sight start;
};

Watched Watch(const reference::Trace& trace, reference::Subject& subject,
              const JudgeOptions& options);

// Looks at what the session shows after a step, without the heap.
Sight Look(JudgeSession& session, const reference::Operation& operation);

// Judges a faulty subject that obeys every rule during the steps for which `obeys` says so.
Verdict JudgeObeying(const reference::Trace& trace, reference::Subject& subject,
                     const JudgeOptions& options, const std::function<bool(std::size_t)>& obeys);

// The colour of an object in an observation; kNone for one that was never made.
reference::Colour ColourIn(const reference::Observation& observation, reference::Name object);

}  // namespace properties
