// core/reflect/tool/convert/diff.h -- a change that keeps the number of lines, as a unified diff.
//
// Source: S5.12.   Read next: core/reflect/tool/convert/conversion.h.

#pragma once

#include <string>

namespace gc::header_tool {

// What `patch` takes; empty if the texts are equal. Both must have the same number of lines.
std::string UnifiedDiff(const std::string& path, const std::string& before,
                        const std::string& after);

}  // namespace gc::header_tool
