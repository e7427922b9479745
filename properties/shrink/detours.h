// properties/shrink/detours.h -- changes that make a trace no simpler, and may let it become so.
//
// The steps of shrink_steps.h only go down, and so they end in a trace from which no single step
// leads further, though a much shorter one may exist. In this one a field of a root keeps b until
// the flip:
//
//     create a 1   root a   store a.0 b   ...   store a.0 null
//
// A referencer would do it without an object of its own, but that is three changes at once, and
// after each of the first two the object is not lost. A detour makes such a change as a whole, or
// another one that costs nothing; the shrinker then sees whether something has become needless.
//
// Read next: properties/shrink/shrink.cc.

#pragma once

#include <vector>

#include "reference/trace/trace.h"

namespace properties {

// The detours of a trace, the most promising first. They need be neither simpler nor sensible.
std::vector<reference::Trace> Detours(const reference::Trace& trace);

}  // namespace properties
