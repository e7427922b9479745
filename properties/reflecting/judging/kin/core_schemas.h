// properties/reflecting/judging/kin/core_schemas.h -- the packed schemas of classes that derive
// from each other and change while the program runs.
//
// A class begins with the words of the class above, if its lines do; and when that one changes, its
// own words are out of date. So a line of classes is drawn, one object is given each of them in
// turn, and it is compared which slots its words lead to, in which order, which line lists each,
// and what a collection keeps. Then some of them change, and those above and beside must not.
//
// Read next: core/assembly/assembled.h.

#pragma once

#include <cstdint>

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

void JudgeSchemas(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
