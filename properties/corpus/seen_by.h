// properties/corpus/seen_by.h -- which checkers see the fault of a trace, and from which operation
// on.
//
// A rule that is broken is seen by several eyes: what a mutator is answered, the colours, the
// collector's own verifier. If one of them goes blind, the others still see the fault, and nothing
// shows the loss, until a mistake comes that only this one could have seen. So a trace that shows a
// fault says by whom it is seen, and `verify` holds each of them to it:
//
//     # seen by: outcome safety 7, invariant 5, verifier insertion-barrier 5
//
// A run with several workers has no such line, since they find the same sooner or later. A number
// is that of the operation, from 1. To see it earlier is no failure; then the line wants to be
// written anew, and the test of the corpus says how.
//
// Read next: properties/judge/judge.h.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "properties/judge/judge.h"

namespace properties {

// The line of a run that was judged with stop_at_first = false; empty if nothing was seen.
std::string SeenBy(const Verdict& verdict);

// For each part of the line that the run does not bear out, or only later: one sentence.
std::vector<std::string> NotSeenBy(std::string_view line, const Verdict& verdict);

}  // namespace properties
