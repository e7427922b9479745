// properties/reflecting/judging/core_editing.h -- duplicates and replaced references beside the
// paper.
//
// Read next: properties/reflecting/judging/core_reflecting.cc.

#pragma once

#include "properties/reflecting/judging/comparison.h"

namespace properties::reflecting {

// Duplicates the run's first object, in the middle of a marking, and compares the copies; then lets
// all references to one object lead to another, and compares all objects.
void JudgeEditing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
