// properties/tool/change/changed_lines.h -- which lines a person has changed.
//
// Read next: properties/tool/causes/causes.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tool {

// Lines that were changed together.
struct ChangedPlace {
  std::string file;      // relative to the top of the sources
  std::size_t line = 0;  // the first that is new; where nothing is, that before which lines stood
  std::vector<std::string> lines;  // each with its sign: "-  Shade(object);"
};

// The places of a comparison, as `git diff --unified=0 --no-prefix` prints it, in its order. What
// is no such text has none.
std::vector<ChangedPlace> PlacesIn(const std::string& diff);

// In which lines of core's code the working tree differs from the commit from which `revision` and
// HEAD both come. None where git or the clone is missing, or such a commit.
std::vector<ChangedPlace> ChangedPlaces(const std::string& revision, const std::string& root);

}  // namespace tool
