// model/machine/emptying.h -- an object is gone from its entry, by a purge or because it was given
// up.

#pragma once

#include "model/machine/state.h"

namespace model {

// The entry forgets its object, and every list and reference does. Weak references keep its index
// and serial; the entry loses its serial, unless a fault keeps it. Whether the gather has still to
// visit the index stays as it is.
void EmptyEntry(State& state, Entry entry, bool keeps_serial);

// The objects under construction to which nothing refers, so that they may be given up.
Mask Forgettable(const State& state);

}  // namespace model
