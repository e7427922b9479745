// properties/verifying/damaged_names.h -- damage to the lists of names: those in which an object is
// looked up, those of what is inside of an outer, and those of a class's instances.
//
// Read next: properties/verifying/damaged_heap.h.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::verifying {

// As JudgeDamages.
void JudgeDamagedNames(std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::verifying
