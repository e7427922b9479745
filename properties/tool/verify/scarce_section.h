// properties/tool/verify/scarce_section.h -- runs in which an allocation fails, as a section of
// `verify`: those of the corpus with each of theirs, and some of directed random.
//
// Read next: properties/scarce/scarce_runs.h.

#pragma once

#include <vector>

#include "properties/tool/verify/sections.h"

namespace tool {

inline constexpr const char* kFailingAllocations = "failing allocations";

// One section, if core is judged and its memory can be made to fail.
std::vector<Section> ScarceSections(const VerifyOptions& options);

}  // namespace tool
