// properties/mutate/stranger_run.h -- the command `mutate` for a collector that is not ours.
//
// Read next: properties/mutate/stranger.h.

#pragma once

#include "properties/mutate/options.h"

namespace properties::mutate {

// Tries the mutants that the options ask for, prints the survivors and the report, and returns the
// exit status. `program` is the path by which this program was started: the one that judges lies
// beside it.
int MutateStranger(const char* program, Options options);

}  // namespace properties::mutate
