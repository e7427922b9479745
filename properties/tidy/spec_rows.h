// properties/tidy/spec_rows.h -- every row of the specification is shown by a test that exists.
//
// The pages of reference/specification/ name for each row the tests that show it, or the later work
// to which it belongs. Without a check such a table would soon name tests that were renamed.
//
// Read next: reference/specification/README.md.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// The pages of the specification that have rows, sorted by path.
const Tree& OurSpecification();

// One row of the specification.
struct SpecRow {
  std::string id;  // "S1.4"
  int group = 0;   // 1
  std::string path;
  std::size_t line = 0;            // from 1
  std::vector<std::string> tests;  // "Suite.Test"; empty for a `later:` row
};
// All rows that can be read, in the order of the pages.
std::vector<SpecRow> SpecRows(const Tree& pages);

// Every test of the tree, as "Suite.Test", with the path of its file.
std::map<std::string, std::string> TestsOf(const Tree& tree);

// The page that says what users complain of, C1 to C20.
const File& OurPainPoints();
// Complaints that the page does not have in their order, or whose tests no source has.
std::vector<Finding> PainPointsWithoutTests(const File& page, const Tree& tree);

// Rows that are missing, that stand twice or on the page of another group, or that cannot be read;
// and tests that rows name and no source has.
std::vector<Finding> RowsWithoutTests(const Tree& pages, const Tree& tree);

}  // namespace properties::tidy
