// properties/reflecting/judging/core_scarce.h -- objects are duplicated, and become objects of
// another class, without memory. (The library of documents allocates while it destroys one, so that
// a load that lacks memory may end the program.)
//
// Read next: properties/subjects/core/list_memory.h.

#pragma once

#include "properties/reflecting/judging/comparison.h"

namespace properties::reflecting {

// Some allocations of each call fail, one at a time. Then the call says so, and every object has
// the values and the place that it had.
void JudgeScarcity(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
