// properties/tool/command_line/nearest.h -- suggests a name in place of one that does not exist.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// The candidate that is the fewest slips away (a letter left out, added, changed or exchanged with
// the next), if they are few for its length. A word that is the beginning of a candidate is one
// slip away.
std::optional<std::string> Nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

}  // namespace tool
