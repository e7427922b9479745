// properties/tidy/statements.h -- finds statements that mislead a reader or a compiler.
//
// A `default:` in a switch over one of our enumerations hides every enumerator that is added later;
// without it, the compiler names the switch. A conditional expression as a statement is an `if` in
// disguise.
//
// Read next: properties/tidy/statements_test.cc.

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Each switch with a `default:` whose cases are enumerators (kSomething).
std::vector<Finding> DefaultsOverEnumerations(const Tree& tree);

// Each statement `condition ? one : other;`.
std::vector<Finding> ConditionalStatements(const Tree& tree);

}  // namespace properties::tidy
