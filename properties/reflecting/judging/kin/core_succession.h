// properties/reflecting/judging/kin/core_succession.h -- objects with parts, and inside of one
// another, become objects of classes that make other parts.
//
// Read next: reference/reflecting/paper_succession.h.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

// In the middle of a marking. Each successor must have the name, the outer, the values, the flags
// and the references that the paper says; what is told must be what the paper counts; and of the
// old objects only those stay that something is inside of.
void JudgeSuccession(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
