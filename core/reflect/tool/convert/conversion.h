// core/reflect/tool/convert/conversion.h -- plain pointers that were logged become gc::ObjectPtr.
//
// The log is the output of a build with `--raw log`, whatever else it contains. A place is changed
// only if what was logged still stands there; what stands there already as it should is left alone,
// so a second run changes nothing. No line is added or taken away, so places that come later keep
// their lines.
//
// Source: S5.12.   Read next: core/reflect/tool/read/raw_policy.h.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/reflect/tool/model/finding.h"

namespace gc::header_tool {

struct LoggedPointer {
  Place place;          // where the type begins
  std::string pointer;  // "Room*"
  std::string wrapper;  // "gc::ObjectPtr<Room>"

  auto operator<=>(const LoggedPointer&) const = default;
};

// By file, in the order of their places, each once.
std::map<std::string, std::vector<LoggedPointer>> ReadLog(const std::string& log);

struct Converted {
  std::string text;
  Findings left;  // places that have to be looked at by hand
};
Converted Convert(const std::string& text, const std::vector<LoggedPointer>& pointers);

struct ConvertCall {
  std::string log;       // path; empty: $TRICOLOUR_REFLECT_LOG, or else reflect.log
  std::string checkout;  // a command that makes a file writable, whose path it is given
  bool dry_run = false;  // print a unified diff, change nothing
};
// Returns an exit code of run.h.
int RunConversion(const ConvertCall& call);

}  // namespace gc::header_tool
