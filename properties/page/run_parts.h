// properties/page/run_parts.h -- the parts of the page of a run; each is empty if the report has
// nothing for it.
//
// Read next: properties/page/run_page.cc.

#pragma once

#include <cstdint>
#include <string>

#include "properties/report/report.h"

namespace properties {

// The matrix for each discipline of locals: when each checker caught each fault, and the shortest
// trace that does.
std::string MatrixMarkup(const Report& report);

// The faults that took most traces until anything noticed them.
std::string CatchMarkup(const Report& report);

// The verbs by phase, and the situations that directed random met.
std::string CoverageMarkup(const Report& report);

// A count as a cell: with a class from h1 to h6 for how near `share` is to 1. Both parts of the
// page use the same scale.
std::string HeatCell(std::uint64_t count, double share);

}  // namespace properties
