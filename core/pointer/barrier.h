// core/pointer/barrier.h -- the write barrier's fast path: keeps the wavefront sound between ticks.
//
// The collector marks a little on each tick; the mutator stores references in between. A black
// object has been scanned and will not be scanned again in this cycle, so a white object whose last
// reference moves into it would be lost.
//
//     before the tick    g(rey) -> w       b(lack)
//     the mutator        b.f = w;  g.f = null
//     without a barrier  w is live, white, and about to be freed
//
// The barrier shades the target of every store made while a trace is pending, whatever the colour
// of the holder (Dijkstra's barrier, coarsened; overwritten values are not shaded). Idle, it costs
// one load and one branch: a word for the whole process says how many heaps want to be told of
// stores; the slow path asks the target's own heap.
//
// A heap that has clusters wants to be told too, in a trace or not, and of the slot that is
// written: a store into a member of a cluster is not for the wavefront alone
// (core/cluster/clusters.h).
//
// Memory order: relaxed is enough. A heap is used by one thread at a time and adds itself to the
// word on that thread (or before a hand-over that orders the two); read-modify-writes on one word
// are totally ordered, so whoever runs after the heap's addition reads it or a later value, and
// every later value contains it until the heap takes it back.
//
// Upholds: insertion-barrier, move-barrier, root-barrier, strong-barrier, referencer-barrier,
// weak-read-barrier (each at the place that calls this).
// Read next: core/collect/barrier.cc.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/obeys.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// How many heaps are marking or have clusters; in checked builds also those that are gathering,
// where a store of a doomed object is caught.
inline std::atomic<std::uint32_t> heaps_listening{0};

// The rule that a call of the barrier upholds, the fault that leaves it out, and where. Passed by
// value, in registers: written to memory, it would cost the fast path more than the test does.
struct Upholds {
  Rule rule;
  Fault fault;
  const char* where;
};

// Defined in core/collect/barrier.cc.
void ShadeSlow(Object& target, Upholds why);

// White becomes grey and is queued, if a trace is pending; grey and black stay as they are.
inline void Shade(Object* target, Upholds why) {
  if (!kBarriered) return;
  if (heaps_listening.load(std::memory_order_relaxed) != 0) [[unlikely]] {
    if (target != nullptr) ShadeSlow(*target, why);
  }
}

// Defined in core/collect/barrier.cc.
void StoredSlow(const void* slot, Object& target, Upholds why);

// The same for what now stands in a slot.
inline void Stored(const void* slot, Object* target, Upholds why) {
  if (!kBarriered) return;
  if (heaps_listening.load(std::memory_order_relaxed) != 0) [[unlikely]] {
    if (target != nullptr) StoredSlow(slot, *target, why);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
