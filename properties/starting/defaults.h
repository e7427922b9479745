// properties/starting/defaults.h -- what a struct of core is if nothing is said.
//
// A program names the options that it wants, and leaves the others out. What they are then is a
// promise, and no judged run shows it: a judge says everything. So each struct that core takes or
// gives is made without a word, and compared: with zeroes, but for the members that begin
// otherwise.
//
// Read next: core/collect/heap_options.h.

#pragma once

#include "properties/base/paper_run.h"

namespace properties::starting {

// `lies`: one of them is said to be another.
void CompareDefaults(bool lies, PaperVerdict& verdict);

}  // namespace properties::starting
