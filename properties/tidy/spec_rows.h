// properties/tidy/spec_rows.h -- every row of the specification is shown by a test that is there.
//
// The pages of reference/specification/ say of each row which tests show it, or to which later work
// it belongs. A table that nothing checks is soon about tests that were renamed.
//
// Read next: reference/specification/README.md.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// The pages of the specification with rows, by path.
const Tree& OurSpecification();

// A row that can be read.
struct SpecRow {
  std::string id;  // "S1.4"
  int group = 0;   // 1
  std::string path;
  std::size_t line = 0;            // from 1
  std::vector<std::string> tests;  // "Suite.Test"; none if it says `later:`
};
// All of them, in the order of the pages.
std::vector<SpecRow> SpecRows(const Tree& pages);

// Every test of the tree, "Suite.Test", with the path of the file that it stands in.
std::map<std::string, std::string> TestsOf(const Tree& tree);

// Rows that are missing, stand twice or on the page of another group, rows that cannot be read, and
// tests that they name and that no source has.
std::vector<Finding> RowsWithoutTests(const Tree& pages, const Tree& tree);

}  // namespace properties::tidy
