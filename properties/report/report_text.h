// properties/report/report_text.h -- a report for a person: tables in plain text, a verdict in one
// line.
//
// The parts are functions of their own, so that `verify` can print each as soon as it is known.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// "  wavefront      dead   agree    ...": one line, and one for each remark.
std::string SectionText(const ReportSection& section, const Style& style);

// The last lines: the verdict, and how to do it again.
std::string VerdictText(const Report& report, const Style& style);

}  // namespace properties
