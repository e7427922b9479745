// properties/verifying/damaged_lists.h -- damage to what a heap has besides cells at rest: what is
// disregarded, what is under construction, what is kept in each of the ways there are, and the
// lists of what dies.
//
// Read next: properties/verifying/damaged_heap.h.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::verifying {

// As JudgeDamages.
void JudgeDamagedLists(std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::verifying
