// properties/verifying/damaged_clusters.h -- damage to what the collector keeps of clusters: their
// records, the links that lead to them, and what must have been reached with them.
//
// Read next: properties/verifying/damaged_heap.h.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::verifying {

// As JudgeDamages.
void JudgeDamagedClusters(std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::verifying
