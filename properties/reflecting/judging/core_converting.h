// properties/reflecting/judging/core_converting.h -- core's values of one type as values of
// another, beside those on paper.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

// Values of the types of a run that is drawn by DrawTurningRun.
void JudgeConverting(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
