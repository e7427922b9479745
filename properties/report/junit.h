// properties/report/junit.h -- a report as JUnit XML, for build servers.
//
// A suite for each section, with a test case for each property that was judged there, and a suite
// for the rule matrix, with a test case for each fault. A failure carries its explanation and its
// trace. What was not tried is skipped, and never passed.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>

#include "properties/report/report.h"

namespace properties {

std::string JUnitText(const Report& report);

}  // namespace properties
