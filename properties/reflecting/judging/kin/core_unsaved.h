// properties/reflecting/judging/kin/core_unsaved.h -- what cannot be saved, and the sentence that
// says why.
//
// A saved object can be loaded again, or it is not saved. So one thing is put into an object that
// could otherwise be saved, and the error must name the place and say what is wrong there; without
// it the same object is saved.
//
// Read next: core/reflect/saving/writer.cc.

#pragma once

#include "properties/reflecting/reflecting_run.h"

namespace properties::reflecting {

// `seed` says which thing.
void JudgeUnsaved(std::uint64_t seed, ReflectingLie lie, ReflectingVerdict& verdict);

}  // namespace properties::reflecting
