// core/inspect/report/garbage_holders.h -- who still refers to what the game marked garbage, and
// keeps it.
//
// Garbage that stays is a leak with an alibi: the game says that it is gone, and somebody has it.
// Where references to garbage are cleared, only those that may not be cleared can keep it; where
// they are not (HeapOptions::eliminate), any can. When a trace has followed such a reference, the
// holders are looked for by a second trace, which shares nothing with the first: it goes over a
// graph of the heap, with a set of its own of what it has visited, between two units of the
// collector, and changes no bit, slot, flag or count.
//
// Read next: core/inspect/search/heap_graph.h.

#pragma once

#include <cstdint>
#include <vector>

#include "core/heap/heap.h"
#include "core/inspect/verify/verification.h"

namespace gc {
inline namespace GC_BUILD {

enum class TrackGarbage : std::uint8_t {
  kOff,
  kAll,      // every reference to garbage from what a root reaches
  kSampled,  // one for each property: of a thousand doors' `owner`, one
};

// In the order in which a search from the roots meets them. `edge` says who holds which, and `text`
// also how a root comes to the holder.
std::vector<Finding> FindGarbageHolders(const Heap& heap, TrackGarbage track);

// Whether the trace that is pending, or the last one, followed a reference to garbage.
bool TraceFollowedGarbage(const Heap& heap);

}  // namespace GC_BUILD
}  // namespace gc
