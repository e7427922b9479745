// core/collect/sharing.h -- what a heap needs when more than one thread uses it.
//
// A heap of one thread pays for nothing of this. One that is given a lock (HeapOptions::lock) may
// be used by several mutator threads between the collector's steps, under these rules:
//
//   - a mutator thread is in a section of the lock whenever it uses the heap (the collector's own
//     thread need not be), and a step is taken under the lock, which excludes all sections
//     (lock-excludes); so no mutator runs beside a step
//   - what is known of objects by decree (indices, memory, roots, counts, serials, referencers) is
//     changed under the table lock
//   - a slot has one writer at a time, and who reads what another thread wrote got it in a way that
//     orders the two, as with any other memory
//
// Beside mutators run only the collector's own helpers: workers inside a step, and whoever destroys
// objects that may be destroyed anywhere (core/collect/destroyer.h), which takes the table lock.
//
// Happens-before: the table lock orders all who change what it guards. The collector reads the same
// without it inside a step: every mutator's last change happened before the end of its section, and
// that before the start of the step. What the destroyer changes, free indices and the memory's
// books, is read under the lock always, in a step and by who inspects.
//
// Lock order: a section, then the table lock, then nothing.
//
// Read next: core/base/shared_list.h.

#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/base/lock.h"
#include "core/base/shared_list.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

struct Sharing {
  bool on = false;       // several threads use the heap, or help it
  Lock* lock = nullptr;  // of the mutators, if there are several
  mutable std::mutex table;
  SharedList<Object*> barrier;  // grey: shaded by mutators, of whom there are several

  // Whether this thread may use the heap as a mutator.
  bool MayMutate() const { return IsHome() || lock->InSection(); }
  bool IsHome() const { return lock == nullptr || lock->OnCollectorThread(); }
  // Whether a step may be taken now.
  bool MayStep() const {
    return lock == nullptr || (lock->OnCollectorThread() && lock->IsLocked());
  }
};

// Holds the table lock of a heap that is shared, and nothing of one that is not.
class TableLock {
 public:
  explicit TableLock(const Sharing& sharing) : held_(sharing.on ? &sharing.table : nullptr) {
    if (held_ != nullptr) held_->lock();
  }
  ~TableLock() {
    if (held_ != nullptr) held_->unlock();
  }
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;

 private:
  std::mutex* const held_;
};

// How many constructors and callbacks of the user are running. Whoever asks for a step has excluded
// all others, so what is counted then is its own; relaxed is enough, as everywhere under a lock.
class CallCount {
 public:
  void Enter(const Sharing& sharing) { Add(sharing, 1); }
  void Leave(const Sharing& sharing) { Add(sharing, ~std::uint32_t{0}); }
  void Reset() { count_.store(0, std::memory_order_relaxed); }
  std::uint32_t Count() const { return count_.load(std::memory_order_relaxed); }

 private:
  void Add(const Sharing& sharing, std::uint32_t change) {
    if (sharing.on) {
      count_.fetch_add(change, std::memory_order_relaxed);
    } else {
      count_.store(Count() + change, std::memory_order_relaxed);
    }
  }
  std::atomic<std::uint32_t> count_{0};
};

}  // namespace GC_BUILD
}  // namespace gc
