// core/reflect/tool/read/placement.h -- whether annotations and includes stand where they mean
// something.
//
// Source: S4.1, S4.2.   Read next: core/reflect/tool/read/reader.h.

#pragma once

#include <span>

#include "core/reflect/tool/model/finding.h"
#include "core/reflect/tool/model/header.h"
#include "core/reflect/tool/read/parse.h"

namespace gc::header_tool {

// Every use of a macro of annotations.h in the file that is not at one of the places `taken`.
void CheckPlacement(const ParsedHeader& parsed, std::span<const Place> taken, Findings& findings);

// The last include must be the generated header, which is named after the file.
void CheckGeneratedInclude(const ParsedHeader& parsed, const Header& header, Findings& findings);

}  // namespace gc::header_tool
