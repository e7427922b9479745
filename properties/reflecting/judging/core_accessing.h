// properties/reflecting/judging/core_accessing.h -- values by the paths of their names: core beside
// the paper.
//
// Most paths lead to something. The others have a name that nothing has, an index beyond the end,
// or a sign too few or too many. What is found is read, set to a random value, or made to lead to
// an object, as one of its own type or of another, in the middle of a marking.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

void JudgeAccessing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
