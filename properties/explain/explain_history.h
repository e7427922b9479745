// properties/explain/explain_history.h -- what befell one object in a failing run.
//
// Read next: properties/explain/explain_words.h.

#pragma once

#include <string>

#include "properties/explain/explain_words.h"

namespace properties {

// In order: "b: created at 2, reachable from 6, flip at 8, gathered at 11."
std::string HistoryOf(const Case& run);

}  // namespace properties
