// properties/tool/change/changed_files.h -- which files a person has changed.
//
// Read next: properties/tool/change/focus.h.

#pragma once

#include <optional>
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

// What git prints, if it is there and succeeds. The arguments go through a shell.
std::optional<std::string> Git(const std::string& root, const std::string& arguments);

}  // namespace tool
