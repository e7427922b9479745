// core/reflect/tool/read/type_checks.h -- what a schema cannot express, found in the type of a
// member.
//
// Each finding stands at the member and says what to write instead.
//
// Source: S4.15, S4.17, S4.20.   Read next: core/reflect/tool/read/kinds.h.

#pragma once

#include <clang-c/Index.h>

#include "core/reflect/tool/model/finding.h"

namespace gc::header_tool {

// An annotated member that is no static one.
void CheckTypeOfProperty(CXCursor field, Findings& findings);

}  // namespace gc::header_tool
