// properties/tool/rules/rule_sites.h -- the places in the sources that uphold a rule.
//
// The code that upholds a rule names it. So the places are found by a search of the sources, and
// cannot go stale; without the sources, none are found.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rules.h"

namespace tool {

// Each line of core that names the rule in its code, as "core/pointer/object_ptr.h:118".
std::vector<std::string> SitesOf(gc::Rule rule);

// Whether the line names the rule in its code.
bool NamesInCode(const std::string& line, gc::Rule rule);

// Each line of core whose comment says "Upholds" and the rule's name; for rules that no switch
// breaks.
std::vector<std::string> SitesThatUphold(std::string_view rule);

}  // namespace tool
