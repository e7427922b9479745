// properties/tool/failures/crash.h -- a subject that dies or hangs: which trace does it, and how
// short can it be?
//
// The judge cannot give a verdict on a process that is gone. So a trace is judged in a child, and
// the way in which the child ended is the finding. That also makes such a trace shrink: one child
// for each attempt.
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
};

// Judges the trace in a child. Empty: the child lived.
std::optional<Death> DeathOf(const reference::Trace& trace,
                             const properties::SubjectFactory& factory);

// A shorter trace of which the subject dies in the same way. `runs` counts the attempts.
reference::Trace ShrunkDeath(reference::Trace trace, const Death& death,
                             const properties::SubjectFactory& factory, std::size_t max_runs,
                             std::size_t& runs);

// The steps up to the one that did it. There is no telling what happened inside it.
properties::Explanation ExplainDeath(const reference::Trace& trace, const Death& death,
                                     const properties::SubjectFactory& factory);

// The failure of a worker that died, told from what its subjects had been doing: the trace that
// does it, shrunk and explained.
properties::ReportFailure FailureOf(const TaskEnd& end, const std::string& section,
                                    const properties::SubjectFactory& factory);

}  // namespace tool
