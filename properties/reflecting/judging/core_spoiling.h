// properties/reflecting/judging/core_spoiling.h -- saved documents with one mistake in them.
//
// A document that was saved gets another value at one place: a head that is another, an object
// without a class, a path that is there twice, a property that nothing has, a number beyond the
// range of its type, a key that is no pair. Core refuses it with the sentence that the mistake is
// drawn with, and makes nothing; or it takes it, where nothing is wrong. Classes and objects that
// have moved are found where the redirects lead.

#pragma once

#include <string>

#include "properties/reflecting/reflecting_run.h"
#include "properties/reflecting/stage.h"

namespace properties::reflecting {

// `saved`: the first object of the run, as JSON.
void JudgeSpoiling(const ReflectingRun& run, Stage& stage, const std::string& saved,
                   ReflectingVerdict& verdict);

}  // namespace properties::reflecting
