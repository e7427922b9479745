// properties/search/directed/generator.h -- makes a directed run, operation by operation.
//
// Each operation is drawn by weights, which depend on the stage of the wavefront and on the profile
// of the run. A move of several operations becomes a plan. Steps of the collector fall between the
// operations of a plan now and then, which is where most faults lie.
//
// Read next: properties/search/directed/moves.h (what the moves are for).

#pragma once

#include "properties/search/directed/directed_run.h"

namespace properties {

// Generates, applies and judges the run to its end.
Verdict Generate(DirectedRun& run);

}  // namespace properties
