// properties/report/formats/sarif.h -- a report as SARIF 2.1.0, for code hosts and editors.
//
// Each failure is a result: its rule, the line of the sources that a guilty step names, and the run
// as a flow of code, step by step. A fault that was not caught is a result too. What was not tried
// is a notification, since a file without results is shown as a clean one.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>

#include "properties/report/report.h"

namespace properties {

std::string SarifText(const Report& report);

}  // namespace properties
