// properties/tidy/rule_places.h -- a rule's name stands in every place where it belongs.
//
// A rule that the code upholds without saying so cannot be switched off, and a clause that the
// verifier lacks is noticed by nobody. So each rule of core/rules.h is looked up in the code that
// upholds it and in the verifier, and each fault in the code that commits it. A rule without a
// clause says why in `no_clause_because`; one that has both is out of date.
//
// Read next: core/rules.h.

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Each rule and fault that is missing from a place, as a finding on core/rules.h.
std::vector<Finding> MissingFromTheirPlaces(const Tree& tree);

}  // namespace properties::tidy
