// properties/reflecting/judging/core_calling.h -- functions called by name: core beside the paper.
//
// By a program that knows the types of its arguments, and by one that does not: it fills a frame.
// Most calls ask for what is there; the others have another name, too many arguments or too few,
// one of another type, or expect another result.

#pragma once

#include "properties/reflecting/reflecting_run.h"
#include "properties/reflecting/stage.h"

namespace properties::reflecting {

// The objects of the run are on the stage.
void JudgeCalling(const ReflectingRun& run, Stage& stage, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
