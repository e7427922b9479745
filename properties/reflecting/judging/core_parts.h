// properties/reflecting/judging/core_parts.h -- an object with parts: what its copies refer to, and
// what cannot be copied.
//
// A class makes two parts in its constructor. An object of it refers to them, to itself, to what is
// inside or outside of it, and weakly to what is gone, whose index a part has by now. It is the
// template of a second object, is duplicated, and is saved and loaded; the paper says of each
// reference of these three where it leads. Then one thing is made that no copy can have, and both
// calls must say so.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

void JudgeParts(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);
// References to one object of a few, which are replaced, or stay for a reason: core_replacing.cc.
void JudgeReplacing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
