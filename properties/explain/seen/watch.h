// properties/explain/seen/watch.h -- a run, together with everything that each step showed.
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
  bool applied = false;  // false: the mutator could not do it, or
  bool declared = true;  // false: the subject has no such verb
  reference::Answer answer;
  std::vector<reference::Event> events;
  std::string how;               // the subject's own words
  reference::Observation after;  // empty for a subject without colours
  // The oracle's, after the step; before the step if that did what no heap can show.
  reference::Heap heap;
};

// One run: the judge's verdict on it, and what each step showed. A run is made once and passed on
// as a value, so neither the explanation nor the report has to judge it again.
struct Watched {
  JudgeOptions options;  // those under which it was judged
  Verdict verdict;
  std::vector<Sight> steps;  // up to the finding, or up to the limit
  // What was seen before step i.
  const Sight& Before(std::size_t step) const { return step == 0 ? start : steps[step - 1]; }
  Sight start;
};

// Judges the trace, and keeps what the first `kept` steps show. Each kept step costs a copy of the
// oracle's heap.
Watched Watch(const reference::Trace& trace, reference::Subject& subject,
              const JudgeOptions& options, std::size_t kept);

// What the session shows after a step, without the heap.
Sight Look(JudgeSession& session, const reference::Operation& operation);

// Judges a faulty subject that obeys every rule during the steps for which `obeys` is true.
Verdict JudgeObeying(const reference::Trace& trace, reference::Subject& subject,
                     const JudgeOptions& options, const std::function<bool(std::size_t)>& obeys);

// Whether marking reaches the object if from before a step nothing but the collector goes on, and
// obeys its rules, to the end of the cycle. Constructors that run then end at once: marking waits
// for them.
bool WouldBeMarked(const reference::Trace& trace, reference::Subject& subject, std::size_t step,
                   reference::Name object);

// Judges a run in which the objects are shaded right after a step, whatever the rules say: a strong
// pointer comes and goes, which shades what it points to and leaves nothing else behind.
Verdict JudgeShading(const reference::Trace& trace, reference::Subject& subject,
                     const JudgeOptions& options, std::size_t step,
                     const std::vector<reference::Name>& objects);

// The colour of an object in an observation; kNone if the object was never made.
reference::Colour ColourIn(const reference::Observation& observation, reference::Name object);

}  // namespace properties
