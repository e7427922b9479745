// properties/search/directed/generator.h -- makes a directed run, operation by operation.
//
// Each step is drawn by weights that depend on where the wavefront stands and on the profile of the
// run. A move that takes several operations is a plan; collector steps fall between its operations
// now and then, which is where most faults lie.
//
// Read next: properties/search/directed/moves.h (what the moves are for).

#pragma once

#include "properties/search/directed/directed_run.h"

namespace properties {

// Generates, applies and judges the run to its end.
Verdict Generate(DirectedRun& run);

}  // namespace properties
