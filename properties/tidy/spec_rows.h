// properties/tidy/spec_rows.h -- every row of the specification is shown by a test that exists.
//
// The pages of reference/specification/ name for each row the tests that show it, or the later work
// to which it belongs. Without a check such a table would soon name tests that were renamed.
//
// Read next: reference/specification/README.md.

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// The pages of the specification that have rows, sorted by path.
const Tree& OurSpecification();

// Rows that are missing, that stand twice or on the page of another group, or that cannot be read;
// and tests that rows name and no source has.
std::vector<Finding> RowsWithoutTests(const Tree& pages, const Tree& tree);

}  // namespace properties::tidy
