// properties/reflecting/judging/core_reloading.h -- objects become objects of another class, beside
// paper.
//
// Read next: properties/reflecting/judging/core_reloading.cc.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

// In the middle of a marking all objects of one of the run's classes become objects of another one,
// which is above or below it; then the values of all objects are compared. Does nothing for a run
// with one class.
void JudgeReloading(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
