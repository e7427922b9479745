// properties/tool/failures/crash.h -- finds the trace that makes a subject die or hang, and
// shortens it.
//
// The judge cannot give a verdict on a process that has died. So a trace is judged in a child
// process, and the way in which the child ended is the finding. By the same means the trace is
// shrunk: with one child for each attempt.
//
// Read next: properties/tool/process/worker.h.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "properties/report/report.h"
#include "properties/search/search.h"
#include "properties/tool/process/worker.h"
#include "reference/trace/trace.h"

namespace tool {

struct Death {
  bool hung = false;
  std::string how;   // "SIGSEGV", "exit status 1"
  std::string said;  // its last words on stderr
  // What was applied of the trace, to the fatal operation: without the lines that were skipped.
  reference::Trace applied;
};

// Judges the trace in a child process. Empty if the child survived.
std::optional<Death> DeathOf(const reference::Trace& trace,
                             const properties::SubjectFactory& factory);

// A shorter trace that makes the subject die in the same way. `runs` counts the attempts.
reference::Trace ShrunkDeath(reference::Trace trace, const Death& death,
                             const properties::SubjectFactory& factory, std::size_t max_runs,
                             std::size_t& runs);

// Explains by the steps before the fatal one; what happened inside that step cannot be known.
properties::Explanation ExplainDeath(const reference::Trace& trace, const Death& death,
                                     const properties::SubjectFactory& factory);

// Whether two failures, each shrunk, are one death: of the same kind and with the same last words,
// in an operation with the same verb. One bad branch of a move kills a subject in every alphabet
// that has moves, after other lines each time.
bool IsSameDeath(const properties::ReportFailure& one, const properties::ReportFailure& other);

// Whether a worker of this section ended by a death that is known: of the same kind in the same
// section. What kills a subject with an empty heap, and what hangs, is the same in all sections.
bool IsDeathOf(const properties::ReportFailure& known, const TaskEnd& end,
               const std::string& section);

// The failure of a worker that died. It is found from what the worker's subjects had been doing:
// the fatal trace, shrunk and explained.
properties::ReportFailure FailureOf(const TaskEnd& end, const std::string& section,
                                    const properties::SubjectFactory& factory);

}  // namespace tool
