// properties/tidy/setting_tables.h -- the tables of settings on the pages of the specification name
// every setting that ships, once and with its default.
//
// The settings are read from the file that ships, which a test of core keeps equal to the code. So
// a page, the file and the code cannot differ.
//
// Read next: properties/tidy/spec_rows.h.

#pragma once

#include <string_view>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Settings of `shipped`, the text of the file, that no table of `pages` has, or that one has with
// another default; and lines of tables that are no setting, or stand there twice.
std::vector<Finding> WrongSettings(const Tree& pages, std::string_view shipped);

}  // namespace properties::tidy
