// properties/matrix/core_sources.h -- the sources of core from which this program was built.
//
// The judge sees what core does, and no run shows an order of memory that is too weak on a machine
// that orders the accesses by itself. So the sources that have atomic accesses or locks are part of
// the program: they can be read like core's behaviour, and belong to the core that is linked in.
//
// Read next: model/orders/check.h.

#pragma once

#include <vector>

#include "model/orders/source.h"

namespace properties {

// The files of core that ship, without those that have neither accesses nor locks, sorted by path.
const std::vector<model::orders::SourceFile>& CoreSources();

}  // namespace properties
