// properties/tidy/named_paths.h -- what a comment or a page calls a file or a folder is there.
//
// Readers follow "read next". A path that was renamed sends them nowhere, and no compiler minds.
//
// Read next: properties/tidy/named_paths_test.cc.

#pragma once

#include <set>
#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Every file of the rooms and the folders above it, seen from the root of the project.
std::set<std::string> OurPaths();

// Each name that is none of `paths`, nor the end of one: in the comments of sources, and in the
// text of pages (.md). A name is what begins with a room, or ends with .h or .cc; `.cc` and `.h`
// may be left off.
std::vector<Finding> NamesOfNoFile(const Tree& tree, const std::set<std::string>& paths);

}  // namespace properties::tidy
