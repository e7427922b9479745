// properties/report/text.h -- a report for a person: tables in plain text, a verdict in one line.
//
// The parts are functions of their own, so that `verify` can print each as soon as it is known.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>
#include <vector>

#include "properties/explain/explain.h"
#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// The form that spec and README show: heading and blame, the table of steps, why, what saves it.
// `origin` and `replay` are left out if empty.
std::string ExplanationText(const Explanation& explanation, const std::string& origin,
                            const std::string& replay, const Style& style);

// A failure of a report, in that form.
std::string FailureText(const ReportFailure& failure, const Style& style);

// A table of steps: the columns are as wide as what stands in them.
std::string StepsText(const std::vector<StepRow>& rows, const Style& style);
// The head and one line of a table whose rows are not all known yet.
std::string StepsHead(const Style& style);
std::string StepText(const StepRow& row, const Style& style);

// "  wavefront      dead   agree    ...": one line, and one for each remark.
std::string SectionText(const ReportSection& section, const Style& style);

// The last lines: the verdict, and how to do it again.
std::string VerdictText(const Report& report, const Style& style);

// 1234567 as "1,234,567".
std::string Grouped(std::uint64_t number);

// Text broken at blanks into lines of at most `width` columns, each after `indent` blanks.
std::string Wrapped(const std::string& text, std::size_t indent, std::size_t width = 100);

}  // namespace properties
