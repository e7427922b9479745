// properties/explain/history.h -- what happened to one object in a failing run.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include "properties/explain/sentences.h"

namespace properties {

// All that happened, in order: "b: created at 2, reachable from 6, flip at 8, gathered at 11."
Sentence HistoryOf(const Case& run);

}  // namespace properties
