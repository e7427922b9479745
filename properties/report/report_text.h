// properties/report/report_text.h -- a report for a person: tables in plain text, and a verdict in
// one line.
//
// Each part has its own function, so that `verify` can print it as soon as it is known.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// One line such as "  wavefront      dead   agree    ...", and one for each remark.
std::string SectionText(const ReportSection& section, const Style& style);

// The last lines: the verdict, and the command that repeats the run.
std::string VerdictText(const Report& report, const Style& style);

}  // namespace properties
