// properties/tidy/habits.h -- what every source file keeps to, as far as a line-reader can tell.
//
// Layout is clang-format's business (format_test.sh). What it leaves open: lines that it cannot
// break, files that outgrow one idea, headers that do not say what problem they solve, and lines
// that promise work instead of doing it.
//
// Read next: properties/tidy/habits_test.cc.

#pragma once

#include <cstddef>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

inline constexpr std::size_t kMostColumns = 100;
inline constexpr std::size_t kMostLines = 360;

std::vector<Finding> BrokenHabits(const Tree& tree);

}  // namespace properties::tidy
