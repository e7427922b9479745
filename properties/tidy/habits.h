// properties/tidy/habits.h -- habits of every source file, as far as single lines show them.
//
// clang-format checks the layout (format_test.sh). It does not notice lines that it cannot break,
// files that outgrow one idea, headers that do not say what problem they solve, and lines that
// promise work instead of doing it.
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
