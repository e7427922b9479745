// core/inspect/verify/fingerprint.h -- a hash such that heaps with equal hashes behave alike.
//
// An explorer that has seen a state need not continue from it again. The hash includes everything
// that affects what the collector will do: contents and order of every list, positions, colours,
// edges. It excludes what has no effect: which of the two bits means reachable, the value of a
// serial (only whether a weak reference is current matters), addresses, counters.
//
// Read next: core/collect/collector.h.

#pragma once

#include "core/heap/heap.h"
#include "core/inspect/verify/hasher.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// Adds the state of the heap, with its referencers and locals, to the hash.
void AddState(const Heap& heap, Hasher& hasher);

// Adds the state of a weak reference into the heap.
void AddWeak(const Heap& heap, const WeakReference& weak, Hasher& hasher);

}  // namespace GC_BUILD
}  // namespace gc
