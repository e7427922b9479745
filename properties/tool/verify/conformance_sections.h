// properties/tool/verify/conformance_sections.h -- conformance as a section of `verify`: does core
// do what was proved?
//
// A proof about a model says nothing of the code beside it. So some of the small heaps are run once
// more, and every unit and every operation is compared with the model.
//
// Read next: model/conformance/recorder.h.

#pragma once

#include <cstdint>
#include <vector>

#include "properties/tool/verify/sections.h"

namespace tool {

// One section for each chosen discipline; only core is compared with the model. A section is
// inconclusive if its runs reached too few of the classes of steps that the model explores
// (model/coverage/reach.h).
std::vector<Section> ConformanceSections(const VerifyOptions& options);
// The same with about so many traces of each alphabet, whatever the effort.
std::vector<Section> ConformanceSections(const VerifyOptions& options, std::uint64_t traces);

}  // namespace tool
