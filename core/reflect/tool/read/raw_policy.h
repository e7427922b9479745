// core/reflect/tool/read/raw_policy.h -- what is done about annotated plain pointers to managed
// objects.
//
// A store through a plain pointer passes the barrier by, so a heap whose classes list some cannot
// be marked in slices (S5.22). New code has no reason for them; old code has thousands. So they are
// refused, or logged until they are converted, or allowed. A line of the log says all that
// the conversion needs, and finds its way through the output of a build:
//
//     game/door.h:12:18: note: [raw-pointer] 'Room*' should be 'gc::ObjectPtr<Room>'
//
// Source: S5.11.   Read next: core/reflect/tool/convert/conversion.h.

#pragma once

#include <clang-c/Index.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/reflect/tool/model/finding.h"
#include "core/reflect/tool/read/parse.h"

namespace gc::header_tool {

enum class RawPolicy { kAllow, kLog, kRefuse };

// "allow", "log" or "refuse".
std::optional<RawPolicy> RawPolicyOf(std::string_view name);

// Reports an annotated member that is a plain pointer, or contains some, as the policy says.
void CheckRaw(const ParsedHeader& parsed, CXCursor field, RawPolicy policy, Findings& findings);

}  // namespace gc::header_tool
