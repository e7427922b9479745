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
