// properties/tool/failures/failure_page.h -- the page of a failure of `verify`.
//
// Read next: properties/tool/pages/filmed_trace.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/tool/command_line/choices.h"

namespace tool {

// The trace is run once more, in a child process, on the subject that `choices` names: with the
// fault, if they name one. A trace of a scheduler, and a run that cannot be repeated, make a page
// of the steps alone.
std::string PageOf(const properties::ReportFailure& failure, const Choices& choices);

}  // namespace tool
