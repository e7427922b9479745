// properties/tool/verify/schedule_section.h -- core's scheduler as a section of `verify`.
//
// A heap that is judged by units says nothing of when it is collected. So the scheduler is judged
// by runs of its own: those that once broke something, all short ones, and random ones.
//
// Read next: properties/schedule/schedule_search.h.

#pragma once

#include <vector>

#include "properties/tool/verify/sections.h"

namespace tool {

inline constexpr const char* kScheduler = "scheduler";

// One section, if core is judged.
std::vector<Section> ScheduleSections(const VerifyOptions& options);

}  // namespace tool
