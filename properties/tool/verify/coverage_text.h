// properties/tool/verify/coverage_text.h -- what the traces of a run met, as text.
//
// Read next: properties/coverage/situations.h.

#pragma once

#include <string>

#include "properties/coverage/coverage.h"
#include "properties/report/report.h"
#include "properties/report/style.h"

namespace tool {

// The counts with their names. `required`: what was not met is listed as missed.
properties::ReportCoverage ReportOf(const properties::Coverage& coverage, bool required);

// One line: how many of the situations were met, and the rarest. Empty without coverage.
std::string CoverageLine(const properties::ReportCoverage& coverage,
                         const properties::Style& style);

// A line for each situation, and a table of verbs by phase. Empty without coverage.
std::string CoverageText(const properties::ReportCoverage& coverage,
                         const properties::Style& style);

}  // namespace tool
