// properties/report/formats/junit.h -- a report as JUnit XML, for build servers.
//
// Each section is a suite, with a test case for each property that was judged there; the rule
// matrix is a suite too, with a test case for each fault. A failure carries its explanation and its
// trace. What was not tried is reported as skipped, never as passed.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>

#include "properties/report/report.h"

namespace properties {

std::string JUnitText(const Report& report);

}  // namespace properties
