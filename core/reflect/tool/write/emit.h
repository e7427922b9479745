// core/reflect/tool/write/emit.h -- what is written for a header, as text.
//
// The generated header declares the types of the annotated one beforehand, and defines what each
// GC_BODY stands for. The generated source specialises gc::Reflector for each of them. Both are
// functions of the model and of the module's name, and of nothing else: no date, no path of this
// machine, no order of a hash table. They name no line of the header, so a change of its comments
// changes neither.
//
// Source: S4.1, S4.3, S4.4, S4.7, S4.23.   Read next: core/reflect/tool/model/header.h.

#pragma once

#include <string>
#include <vector>

#include "core/reflect/tool/model/header.h"

namespace gc::header_tool {

std::string EmitHeader(const Header& header, const std::string& module);
// `include` is how the source includes the annotated header, and `others` are further headers,
// which it includes if a property refers to a class that the annotated header only declares.
std::string EmitSource(const Header& header, const std::string& module, const std::string& include,
                       const std::vector<std::string>& others);

}  // namespace gc::header_tool
