// properties/explain/check_claims.h -- runs what an explanation claims, and names what is false.
//
// The check shares no code with what makes the sentences, but for the record of a run (watch.h):
// it looks at each step by itself, runs the trace on from the middle, and changes it. So a sentence
// that was reasoned out wrongly is refuted.
//
// Read next: properties/explain/claims.h.

#pragma once

#include <string>
#include <vector>

#include "properties/explain/explain.h"

namespace properties {

// The sentences of an explanation of this trace on this subject that a run refutes, each with what
// is false of it; also those that claim nothing.
std::vector<std::string> FalseSentences(const reference::Trace& trace, reference::Subject& subject,
                                        const Explanation& explanation);

}  // namespace properties
