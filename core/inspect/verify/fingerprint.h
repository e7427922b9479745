// core/inspect/verify/fingerprint.h -- two heaps with equal fingerprints behave alike from now on.
//
// An explorer that has seen a state need not go on from it again. What goes in is everything that
// decides what the collector will do: contents and order of every list, positions, colours, edges.
// What does not is folded away: which of the two bits means reachable just now, the value of a
// serial (only whether a weak reference is current can be noticed), addresses, counters.
//
// Read next: core/collect/collector.h.

#pragma once

#include "core/heap/heap.h"
#include "core/inspect/verify/hasher.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// The heap, with its referencers and locals.
void AddState(const Heap& heap, Hasher& hasher);

// A weak reference into it.
void AddWeak(const Heap& heap, const WeakReference& weak, Hasher& hasher);

}  // namespace GC_BUILD
}  // namespace gc
