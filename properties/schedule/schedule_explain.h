// properties/schedule/schedule_explain.h -- says which line of the table decided, and what the
// scheduler did instead.
//
// A table of what was done comes first, with the decision of each tick and the notices. Below stand
// the line that the oracle goes by, the values it was asked about, and what differs; and the
// operations without which nothing would.
//
// Read next: properties/explain/explain.h (the form of an explanation).

#pragma once

#include <string>

#include "properties/explain/explain.h"
#include "properties/schedule/schedule_judge.h"

namespace properties::schedule {

Explanation ExplainSchedule(const reference::schedule::Trace& trace, ScheduleSubject& subject);

// One operation as a row, and what was shown after it in a few words.
StepRow ScheduleRow(std::size_t index, const reference::schedule::Operation& one,
                    const ScheduleSession& session);

}  // namespace properties::schedule
