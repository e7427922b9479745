// properties/tidy/spec_rows.h -- every row of the specification is shown by a test that is there.
//
// The pages of reference/specification/ say of each row which tests show it, or to which later work
// it belongs. A table that nothing checks is soon about tests that were renamed.
//
// Read next: reference/specification/README.md.

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// The pages of the specification with rows, by path.
const Tree& OurSpecification();

// Rows that are missing, stand twice or on the page of another group, rows that cannot be read, and
// tests that they name and that no source has.
std::vector<Finding> RowsWithoutTests(const Tree& pages, const Tree& tree);

}  // namespace properties::tidy
