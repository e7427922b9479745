// properties/reflecting/judging/kin/core_lacking_succession.h -- classes with parts change, and an
// allocation fails: all is as it was, or what leads to successors goes on to do so.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

void JudgeLackingSuccession(const ReflectingRun& run, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
