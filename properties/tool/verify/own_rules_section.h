// properties/tool/verify/own_rules_section.h -- the rules that a library or a program can break by
// itself: the matrix of a stranger.
//
// A judge that agrees with everything would agree with any collector. What core's rule matrix is
// for core, the faults that a stranger's collector names are for it: each is switched on in turn,
// and one of the searches must notice. What none notices is out of reach of its verbs, or no fault,
// and then "agree" means little; so the run ends with status 4, as it does for core.
//
// A broken rule may crash or hang its process. That is noticed as well: each search has a child of
// its own.
//
// Read next: properties/tool/verify/sections.h.

#pragma once

#include <vector>

#include "properties/tool/command_line/verify_options.h"
#include "properties/tool/verify/sections.h"

namespace tool {

// A section for each rule that the subject says it can break; none for other subjects, and for one
// that breaks a rule already.
std::vector<Section> OwnRulesSections(const VerifyOptions& options);

}  // namespace tool
