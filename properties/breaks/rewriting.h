// properties/breaks/rewriting.h -- all breaks written into the code at once, each behind a switch.
//
// A build for each break would take a day. So every break is in the code of one build, and is
// switched on at run time: BREAK becomes a call that compares a number with the one in the
// environment. For that, no two breaks may change the same lines. Lines that `from` and `to` have
// in common at their begin or end are context: they say where, and do not count as changed.
//
// Read next: properties/breaks/copy.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "properties/breaks/breaks.h"

namespace properties::breaks {

// The environment variable that holds the number of the break that is switched on, in decimal.
inline constexpr const char* kVariable = "TRICOLOUR_BREAK";

// A header that every source of the copy includes: it declares what BREAK becomes.
extern const char* const kSwitchHeader;

struct Rewriting {
  Tree changed;                    // files with breaks in them
  std::vector<std::size_t> lines;  // for each break, where the first line of `from` is, from 1
};

// Breaks whose `from` does not stand exactly once in their file, and pairs that change the same
// lines, are added to `findings`; what is returned is then of no use.
Rewriting Rewrite(const Tree& sources, const std::vector<Break>& breaks,
                  std::vector<Finding>& findings);

}  // namespace properties::breaks
