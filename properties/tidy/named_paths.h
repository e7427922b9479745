// properties/tidy/named_paths.h -- every file or folder that a comment or a page names exists.
//
// Readers follow "Read next". A path that was renamed leads them nowhere, and no compiler notices.
//
// Read next: properties/tidy/named_paths_test.cc.

#pragma once

#include <set>
#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// The path of every file of the rooms, and of the folders above it, from the project's root.
std::set<std::string> OurPaths();

// Each name that is none of `paths`, nor the end of one, in the comments of sources and in the text
// of pages (.md). A name begins with a room, or ends with .h or .cc; it may leave off `.h` and
// `.cc`.
std::vector<Finding> NamesOfNoFile(const Tree& tree, const std::set<std::string>& paths);

}  // namespace properties::tidy
