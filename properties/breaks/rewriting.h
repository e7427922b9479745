// properties/breaks/rewriting.h -- writes all breaks into the code at once, each behind a switch.
//
// A build for each break would take a day. So one build has every break in its code, and a break is
// switched on at run time: BREAK becomes a call that compares the break's number with the one in
// the environment. This needs breaks that change different lines. Lines that `from` and `to` have
// in common at their beginning or end only give the place, and do not count as changed.
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

// The text of a header that every source of the copy includes; it declares what BREAK becomes.
extern const char* const kSwitchHeader;

struct Rewriting {
  Tree changed;                    // files with breaks in them
  std::vector<std::size_t> lines;  // for each break, the line (from 1) at which its `from` begins
};

// Adds to `findings` each break whose `from` does not occur exactly once in its file, and each pair
// of breaks that change the same lines. If there are findings, the result is of no use.
Rewriting Rewrite(const Tree& sources, const std::vector<Break>& breaks,
                  std::vector<Finding>& findings);

}  // namespace properties::breaks
