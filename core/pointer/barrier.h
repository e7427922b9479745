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
// The barrier shades the target of every store while marking, whatever the colour of the holder
// (Dijkstra's barrier, coarsened; overwritten values are not shaded). In an idle heap it costs one
// load and one branch: a process-wide word counts the heaps that listen to stores. If it is not 0,
// the target's own heap is asked. While that marks, a store notes its target, whose line of memory
// it need not wait for (core/object/store_buffer.h); it is shaded soon.
//
// A heap with clusters listens in all phases, and must know the slot that is written as well,
// because a store into a member can concern the cluster (core/cluster/clusters.h). It need not hear
// of other stores, and the slot's address tells most of them (core/pointer/clustered_granules.h).
//
// Memory order: relaxed is enough. A heap is used by one thread at a time, and adds itself to the
// word on that thread, or before a hand-over that orders the two. Read-modify-writes of one word
// are totally ordered, so a thread that runs after the addition reads a value that contains it,
// until the heap subtracts itself.
//
// Upholds: insertion-barrier, move-barrier, root-barrier, strong-barrier, referencer-barrier,
// weak-read-barrier (each at the place that calls this).
// Read next: core/collect/barrier.cc.

#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "core/base/obeys.h"
#include "core/object/header.h"
#include "core/object/listening.h"
#include "core/object/store_buffer.h"
#include "core/pointer/clustered_granules.h"

namespace gc {
inline namespace GC_BUILD {

// The rule that a call of the barrier upholds, the fault that leaves the call out, and the place.
// Passed by value, in registers: through memory, it would cost the fast path more than the test
// does.
struct Upholds {
  Rule rule;
  Fault fault;
  const char* where;
};

// While it lives, the assignments of this thread uphold this, whatever they uphold otherwise: a
// copy of a whole object is made of assignments, and the rule that it may break is its own. Of the
// faulty build; the others know no rules at run time.
class Upholding {
 public:
  explicit Upholding(Upholds by) {
    if constexpr (kFaulty) outer_ = std::exchange(Now(), by);
  }
  ~Upholding() {
    if constexpr (kFaulty) Now() = outer_;
  }
  Upholding(const Upholding&) = delete;
  Upholding& operator=(const Upholding&) = delete;

  static Upholds Instead(Upholds of) {
    if constexpr (!kFaulty) return of;
    return Now().where != nullptr ? Now() : of;
  }

 private:
  static Upholds& Now() {
    static thread_local Upholds now{};
    return now;
  }
  Upholds outer_{};
};

// Defined in core/collect/barrier.cc.
void ShadeSlow(Object& target, Upholds why);

// While its heap is marking: white becomes grey and is queued, at once; grey and black stay as they
// are.
inline void Shade(Object* target, Upholds why) {
  if (!kBarriered) return;
  if (heaps_listening.load(std::memory_order_relaxed) != 0) [[unlikely]] {
    if (target != nullptr) ShadeSlow(*target, why);
  }
}

// Defined in core/collect/barrier.cc. In checked builds, in every phase: aborts if this thread may
// not store, if the target was freed, or if it is doomed and the slot is a live object's.
void CheckStored(const void* slot, Object& target);

// Defined in core/collect/barrier.cc.
void StoredSlow(const void* slot, Object& target, Upholds why);

// The barrier of a store: has `target` shaded, which was stored into `slot`, and tells its cluster.
// Most targets are in a block whose heap is known without a look at them, and there is room to note
// them. A heap that is idle, or in which each store shades at once, has no room.
//
// Neither of the first two branches is said to be unlikely: in a program with clusters both are
// taken at every store, and what a compiler takes for unlikely it puts far away, at the price of a
// jump there and one back. That the code stands in the way costs an idle store nothing that was
// measured.
inline void Stored(const void* slot, Object* target, Upholds why) {
  if (!kBarriered) return;
  if constexpr (kChecked && !kFaulty) {
    if (target != nullptr) CheckStored(slot, *target);
  }
  const std::uint32_t listening = heaps_listening.load(std::memory_order_relaxed);
  if (listening != 0) {
    if (!AnyMarks(listening)) {
      if (!ClusteredGranules::MayHold(slot)) [[likely]]
        return;
    }
    if (target == nullptr) return;
    StoreBuffer* const buffer = BufferOfBlock::Find(target);
    if (buffer == nullptr || !buffer->TryPut(*target)) [[unlikely]]
      StoredSlow(slot, *target, why);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
