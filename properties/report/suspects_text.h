// properties/report/suspects_text.h -- the failures of a report by their causes, and where to look.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// The first failure in full; behind it a line or two for each other cause, with the files of all
// that have it. With `all`, each failure in full.
std::string FailuresText(const Report& report, bool all, const Style& style);

// The changed lines and the suspected rules, with the places that uphold them: nothing if no rule
// is suspected and nothing was changed.
std::string SuspectsText(const Report& report, const Style& style);

// How many causes the failures have; 0 if that was not asked for.
std::size_t CausesOf(const Report& report);

// What a run says when it is over. A reader of a failure wants to know what failed, and where to
// look; behind a hundred sections that is searched for. So the verdict comes first then, with the
// best report, the suspected lines, and the sections in a sentence: as much as a screen holds. Of a
// run that agrees the verdict is the last thing that is said.
//
// `coverage`: the text of what was met; `page`: the file of the run's page. `verbose`: how the
// verdict came about and all failures, in a failing run too. `behind_sections`: these were said
// just before.
std::string EndText(const Report& report, const std::string& coverage, const std::string& page,
                    bool verbose, bool behind_sections, const Style& style);

}  // namespace properties
