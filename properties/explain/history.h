// properties/explain/history.h -- what happened to the lost object in a failing run, and to the
// ways by which marking would have come to it.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include <cstddef>
#include <string>

#include "properties/explain/sentences.h"

namespace properties {

// All that happened, in order: "b: created at 2, reachable from 6, flip at 8, gathered at 11."
Sentence HistoryOf(const Case& run);

// The way by which marking would have reached it from before the step: "Of what is still to be
// scanned, b, which is grey, leads to d."
Sentence WayTo(const Case& run, std::size_t step);

// What the steps did that cut the last way: "10 cuts b -> d."
Sentence WhatWasCut(const Case& run);
// That a step cut it, in these words.
Sentence CutText(const Case& run, std::size_t step, std::string text);

}  // namespace properties
