// properties/tool/schedule/schedule_failures.h -- makes a readable failure of a run on which a
// scheduler and its oracle differ, or of which the scheduler died.
//
// Read next: properties/schedule/schedule_explain.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/tool/process/worker.h"
#include "reference/schedule/schedule_trace.h"

namespace tool {

// Shrinks and explains the failure, of which the trace and its origin are known. In this process.
void ShrinkAndExplainSchedule(properties::ReportFailure& failure);

// The failure of a worker that died of the run `last`, shrunk and explained.
properties::ReportFailure DeathOfSchedule(const TaskEnd& end, const std::string& section,
                                          const reference::schedule::Trace& last);

// Judges the run in a child process: how that ended. The text of a child that lived is the field in
// which the two differ, or nothing.
TaskEnd TrySchedule(const reference::schedule::Trace& trace, double silence_seconds = 10);

// A run that makes the child end as `how`, as small as `max_runs` children show.
reference::schedule::Trace ShrunkDeathOfSchedule(const reference::schedule::Trace& trace,
                                                 TaskEnd::How how, std::size_t max_runs,
                                                 std::size_t& runs);

// Explains a death by the operations before the fatal one.
properties::Explanation ExplainDeathOfSchedule(const reference::schedule::Trace& trace,
                                               const TaskEnd& end);

}  // namespace tool
