// properties/tidy/spec_rows.h -- every row of the specification is shown by a test that is there.
//
// The table at the end of core/README.md says which test shows which row, or to which later work a
// row belongs. A table that nobody checks is soon about tests that were renamed.
//
// Read next: core/README.md.

#pragma once

#include <string_view>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Rows that are missing from the table or twice in it, and tests that it names and that no source
// has. `readme` is the text of core/README.md; the tests are looked for in the whole tree.
std::vector<Finding> RowsWithoutTests(std::string_view readme, const Tree& tree);

}  // namespace properties::tidy
