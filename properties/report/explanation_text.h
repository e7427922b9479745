// properties/report/explanation_text.h -- explanations and tables of steps as plain text.
//
// Read next: properties/explain/explain.h.

#pragma once

#include <string>
#include <vector>

#include "properties/explain/explain.h"
#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// An explanation as text: heading and blame, the table of steps, why, and what saves the object.
// `origin` and `replay` are left out if empty.
std::string ExplanationText(const Explanation& explanation, const std::string& origin,
                            const std::string& replay, const Style& style);

// A failure of a report, in the same form.
std::string FailureText(const ReportFailure& failure, const Style& style);
// The same in a line or two: what it is, and in which file the rest stands.
std::string FailureLine(const ReportFailure& failure, const Style& style);
// Whether a reader should be shown `one` before `other`.
bool TellsMore(const ReportFailure& one, const ReportFailure& other);

// A table of steps; each column is as wide as its widest cell.
std::string StepsText(const std::vector<StepRow>& rows, const Style& style);
// The head, and one line, of a table whose rows come one after the other.
std::string StepsHead(const Style& style);
std::string StepText(const StepRow& row, const Style& style);
// The same for a run of a scheduler, which has no colours.
std::string ScheduleHead(const Style& style);
std::string ScheduleText(const StepRow& row, const Style& style);

}  // namespace properties
