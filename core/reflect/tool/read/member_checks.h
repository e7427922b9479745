// core/reflect/tool/read/member_checks.h -- members that nothing describes, or two things do.
//
// A class may report slots by itself, in VisitReferences. A slot that is reported there and is a
// property too would be visited twice; one that is neither is not visited at all, and what it
// refers to is freed under its holder.
//
// Source: S4.2, S4.19, S4.21.   Read next: core/reflect/tool/read/type_reader.h.

#pragma once

#include "core/reflect/tool/model/finding.h"
#include "core/reflect/tool/model/header.h"
#include "core/reflect/tool/read/parse.h"

namespace gc::header_tool {

// Whether the class has members that are no properties, and none of these holds references.
bool HasRest(CXCursor definition, const Type& type);

// An error at each name of a property in the body of VisitReferences, if the body is there; and
// at a VisitReferences of a struct, whose description defines one.
void CheckReporter(const ParsedHeader& parsed, CXCursor definition, const Type& type,
                   Findings& findings);

// A warning for each member that holds references and that neither is a property nor is named in
// VisitReferences.
void WarnOfUnannotated(const ParsedHeader& parsed, CXCursor definition, const Type& type,
                       Findings& findings);

}  // namespace gc::header_tool
