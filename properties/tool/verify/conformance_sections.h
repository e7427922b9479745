// properties/tool/verify/conformance_sections.h -- conformance as a section of `verify`: is what
// was proved what runs?
//
// A proof about a model says nothing of the code beside it. So a share of the small heaps is run
// once more, every unit and every operation held against the model.
//
// Read next: model/conformance/recorder.h.

#pragma once

#include <vector>

#include "properties/tool/verify/sections.h"

namespace tool {

// One section for each chosen discipline; only core is held against the model.
std::vector<Section> ConformanceSections(const VerifyOptions& options);

}  // namespace tool
