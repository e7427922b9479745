// properties/tool/command_line/nearest.h -- what may have been meant by a name that does not
// exist.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

// The candidate fewest slips away (a letter left out, put in or changed), if those are few for its
// length. The beginning of a candidate counts as one slip.
std::optional<std::string> Nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

}  // namespace tool
