// properties/tidy/rule_places.h -- each rule is named in every place where it belongs.
//
// A rule that the code upholds without naming it cannot be switched off, and a clause that the
// verifier lacks goes unnoticed. So each rule of core/rules.h is looked up in the code that upholds
// it and in the verifier, and each fault in the code that commits it. A rule without a clause has a
// reason in `no_clause_because`; one with both is out of date.
//
// Read next: core/rules.h.

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Each rule that is missing from a place, and each fault, as findings on core/rules.h and
// core/faults.h.
std::vector<Finding> MissingFromTheirPlaces(const Tree& tree);

}  // namespace properties::tidy
