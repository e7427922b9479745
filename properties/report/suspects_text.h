// properties/report/suspects_text.h -- the failures of a report by their causes, and where to look.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// The first failure in full, at the end; before it a line or two for each other cause, with the
// files of all that have it. With `all`, each failure in full.
std::string FailuresText(const Report& report, bool all, const Style& style);

// The changed lines and the suspected rules, with the places that uphold them: nothing if no rule
// is suspected and nothing was changed.
std::string SuspectsText(const Report& report, const Style& style);

// How many causes the failures have; 0 if that was not asked for.
std::size_t CausesOf(const Report& report);

}  // namespace properties
