// properties/tidy/still_there.h -- findings that are known and still to be mended.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// How many findings a file may have; none may be added, and the lists must become empty.
using StillThere = std::map<std::string, std::size_t>;

// The findings without those that are still there.
inline std::vector<Finding> New(std::vector<Finding> findings, StillThere still_there) {
  std::erase_if(findings, [&](const Finding& finding) {
    const auto entry = still_there.find(finding.path);
    return entry != still_there.end() && entry->second > 0 && entry->second-- > 0;
  });
  return findings;
}

}  // namespace properties::tidy
