// core/inspect/report/garbage_holders.h -- finds the references that keep garbage alive.
//
// The game marks an object as garbage when it no longer wants it; a reference that still holds it
// is probably forgotten. If the heap clears references to garbage, only a protected or immutable
// one can keep it; otherwise (HeapOptions::eliminate) any reference can. When marking has followed
// such a reference, a second search looks for the holders, between two units of the collector. It
// shares nothing with the marker: it goes over a graph of the heap, keeps its own set of visited
// objects, and changes no bit, slot, flag or count.
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
  kAll,      // every reference to garbage that a root reaches
  kSampled,  // one reference for each property of a class
};

// The findings, in the order of a search from the roots. `edge` is the reference to the garbage,
// and `text` also has the chain from a root to its holder.
std::vector<Finding> FindGarbageHolders(const Heap& heap, TrackGarbage track);

// Whether the present marking, or else the last one, followed a reference to garbage.
bool TraceFollowedGarbage(const Heap& heap);

}  // namespace GC_BUILD
}  // namespace gc
