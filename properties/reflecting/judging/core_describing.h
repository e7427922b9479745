// properties/reflecting/judging/core_describing.h -- what core says of a class: by its path, its
// members and functions by their names, what is said of them, and where it has room that no member
// covers. And functions are called by their names.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

void JudgeDescribing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
