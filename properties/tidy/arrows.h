// properties/tidy/arrows.h -- who may see whom, read from the includes.
//
// The three witnesses are worth something only as long as they share nothing but words: an oracle
// that includes a collector's header, even for a constant, can repeat the collector's mistake. The
// picture of the rooms and their arrows is in README.md; this is the same as a table, and it draws
// two more arrows inside core, where cycles of includes would otherwise grow.
//
// Read next: properties/tidy/arrows_test.cc.

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Every include of a room that no arrow leads to, and every include of our own that is not written
// from the root of the project (which would hide an arrow from this check).
std::vector<Finding> ForbiddenIncludes(const Tree& tree);

}  // namespace properties::tidy
