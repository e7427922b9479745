// properties/page/run_page.h -- a whole run of `verify` as a page: the verdict, the failures with
// links to their pages, what was tried, the matrix of rules and checkers as a picture, which verbs
// were met in which phase, and where the time went.
//
// The page is one file without a script, which fetches nothing. A cell of a stronger colour has its
// number in it, so that nothing is said by colour alone.
//
// Read next: properties/report/report.h, properties/page/trace_page.h.

#pragma once

#include <string>

#include "properties/report/report.h"

namespace properties {

// Failures are linked by the name of their page, since both pages lie in one folder.
std::string RunPage(const Report& report);

}  // namespace properties
