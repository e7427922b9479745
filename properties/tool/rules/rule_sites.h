// properties/tool/rules/rule_sites.h -- where in the sources a rule is upheld.
//
// A rule's name is the same in the code that upholds it, so the places are found by looking, and
// cannot go stale. Without the sources there is nothing to find.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rules.h"

namespace tool {

// "core/pointer/object_ptr.h:118" for each line of core that names one of the rule's faults.
std::vector<std::string> SitesOf(gc::Rule rule);

// The same for each line of core that says "Upholds" of a rule which no switch breaks.
std::vector<std::string> SitesThatUphold(std::string_view rule);

}  // namespace tool
