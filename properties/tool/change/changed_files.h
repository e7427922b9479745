// properties/tool/change/changed_files.h -- which files a person has changed.
//
// Read next: properties/tool/change/focus.h.

#pragma once

#include <string>
#include <vector>

namespace tool {

struct ChangedFiles {
  std::string base;                // the commit with which is compared, in short
  std::vector<std::string> files;  // relative to the top of the sources, sorted
};

// What differs between the working tree and the commit from which REV and HEAD both come, with
// files that git does not know yet. Throws UsageError if `revision` names no commit of the clone at
// `root`, if `root` is no clone, or without git.
ChangedFiles ChangedSince(const std::string& revision, const std::string& root);

}  // namespace tool
