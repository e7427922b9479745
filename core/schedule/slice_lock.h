// core/schedule/slice_lock.h -- takes the lock for a slice of a collection, and shows that one
// runs.
//
// SliceLock answers what other threads may ask about a slice: whether one runs, and whether names
// must stay as they are. It calls the lock, and reads the heap's phase; it changes nothing in the
// heap.
//
// Thread rules: the collector's thread, but for the two queries that say otherwise.
//
// Upholds: lock-excludes (no step outside the lock).   Read next: core/schedule/collection_run.h.

#pragma once

#include <atomic>

#include "core/base/lock.h"
#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

class SliceLock {
 public:
  class Held;

  // Heap and lock must outlive it. Aborts if the heap is shared under another lock.
  SliceLock(const Heap& heap, Lock& lock);
  SliceLock(const SliceLock&) = delete;
  SliceLock& operator=(const SliceLock&) = delete;

  // Acquire waits until no section is open. A full purge releases the lock in the middle of its
  // slice, so that another thread can make objects ready.
  void Acquire();
  void Release() { lock_.Release(); }
  // For a try. Reserve waits until no section is open, TryReserve answers false at once if one is.
  // Then none opens any more, and the next slice begins without waiting; or the try is called off.
  void Reserve();
  bool TryReserve();
  void CallOff();
  // To be called where the phase has changed.
  void NoteNames();

  // For any thread.
  bool IsCollecting() const { return collecting_.load(std::memory_order_relaxed); }
  bool NamesAreLocked() const { return names_locked_.load(std::memory_order_relaxed); }

 private:
  bool Overlooks() const;

  const Heap& heap_;
  Lock& lock_;
  std::atomic<bool> collecting_{false};
  std::atomic<bool> names_locked_{false};
};

// Holds the lock for one slice. `collecting` is the answer of IsCollecting meanwhile.
class SliceLock::Held {
 public:
  Held(SliceLock& lock, bool collecting);
  ~Held();
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  SliceLock& lock_;
};

}  // namespace GC_BUILD
}  // namespace gc
