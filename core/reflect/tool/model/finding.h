// core/reflect/tool/model/finding.h -- what the tool has to say of a header: where, what, and the
// remedy.
//
// Source: S4.1, S4.2.   Read next: core/reflect/tool/read/reader.h.

#pragma once

#include <string>
#include <vector>

namespace gc::header_tool {

// A place in a file, as compilers name it. Lines and columns count from 1; 0 means all of the file.
struct Place {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  auto operator<=>(const Place&) const = default;
};

enum class Severity { kError, kWarning, kNote };

struct Finding {
  Severity severity = Severity::kError;
  Place place;
  std::string what;
  std::string remedy;  // empty if there is none
};

using Findings = std::vector<Finding>;

// "door.h:12:3: error: what (remedy)", without a line feed.
std::string Text(const Finding& finding);

bool HasErrors(const Findings& findings);

// Sorts by place, and drops what was found twice.
void Tidy(Findings& findings);

}  // namespace gc::header_tool
