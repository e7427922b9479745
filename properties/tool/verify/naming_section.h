// properties/tool/verify/naming_section.h -- core's names, outers and classes as a section of
// `verify`.
//
// Random runs of its factory and look-ups, held against a table on paper. A run that differs is
// shrunk and printed with the section.
//
// Read next: properties/naming/naming_run.h.

#pragma once

#include <vector>

#include "properties/tool/verify/sections.h"

namespace tool {

inline constexpr const char* kNamesAndClasses = "names and classes";

// One section, if core is judged.
std::vector<Section> NamingSections(const VerifyOptions& options);

}  // namespace tool
