// properties/tidy/sizes.h -- finds folders and classes that outgrow one idea.
//
// Read next: properties/tidy/sizes_test.cc.

#pragma once

#include <cstddef>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

inline constexpr std::size_t kMostFiles = 25;    // in a folder, without tests and benchmarks
inline constexpr std::size_t kMostMethods = 40;  // declared in a class, with constructors
inline constexpr std::size_t kMostMembers = 15;  // data members of a class

std::vector<Finding> CrowdedFolders(const Tree& tree);

// Classes and structs with too many methods or data members. Classes in tests do not count.
std::vector<Finding> LargeClasses(const Tree& tree);

}  // namespace properties::tidy
