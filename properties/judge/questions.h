// properties/judge/questions.h -- questions about a whole heap: the collector's answers, held
// against the oracle's own.
//
// The oracle knows which objects there are, which of them are found, and by which references. So
// whatever a subject answers to a survey (reference/survey/survey.h) is worked out here once more,
// from the oracle's heap alone:
//
//     visits       each object that may be found, once; while gathering, what is unreachable may
//                  be hidden already
//     chains       there is one if the object is reachable, and none if not; without clusters its
//                  length is that of a breadth-first search
//     references   those that reachable objects and roots hold
//     numbers      objects and bytes by class, references that hold garbage, leaks
//
// A survey costs as much as some hundred operations, so that searches ask for one now and then
// (JudgeOptions::survey_every).
//
// Read next: properties/judge/judge.h.

#pragma once

#include <cstdint>

#include "reference/oracle/oracle.h"
#include "reference/survey/survey.h"

namespace properties {

// The first answer that is wrong. `bytes_given`: of all objects that exist, by the subject's count.
reference::Finding CheckSurvey(const reference::Survey& survey, const reference::Oracle& oracle,
                               std::uint64_t bytes_given);

}  // namespace properties
