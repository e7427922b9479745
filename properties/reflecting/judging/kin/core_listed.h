// properties/reflecting/judging/kin/core_listed.h -- copies of objects whose classes say little.
//
// A class that is described by hand has values of which only the copy is known, and references in
// a list. A struct has a member that no copy can have, and passes; another one has no default. And
// a template has a part that the constructor of its copy does not make. The paper says what each
// copy has, and where its references lead; and that nothing is made where there is no memory for
// all of it.

#pragma once

#include <cstdint>

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

void JudgeListed(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
