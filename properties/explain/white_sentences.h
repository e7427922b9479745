// properties/explain/white_sentences.h -- of a step that was seen to leave white what it should
// have shaded, in sentences.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include "properties/explain/blame.h"
#include "properties/explain/claims.h"
#include "properties/explain/seen/deeds.h"
#include "properties/judge/judge.h"
#include "reference/trace/trace.h"

namespace properties {

// "5 reads a from w0 without shading it.", of a guilty step with this operation.
Sentence WhiteText(const GuiltyStep& guilty, const reference::Operation& operation,
                   const Deed& deed);

// "A barrier at 5 saves it."; if that could not be tried, what the step is for.
Sentence WhiteSavesText(const Blame& blame, const Finding& finding);

}  // namespace properties
