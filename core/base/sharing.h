// core/base/sharing.h -- what a heap needs when more than one thread uses it.
//
// A heap of one thread pays for nothing of this. One that is given a lock (HeapOptions::lock) may
// be used by several mutator threads between the collector's steps, under these rules:
//
//   - a mutator thread is in a section of the lock whenever it uses the heap (the collector's own
//     thread need not be), and a step is taken under the lock, which excludes all sections
//     (lock-excludes); so no mutator runs beside a step
//   - what is known of objects beside their slots (indices, memory, roots, counts, serials,
//     referencers) is changed under the table lock
//   - a slot has one writer at a time, and a thread that reads what another one wrote got it in a
//     way that orders the two, as with any other memory
//
// A thread that is in no section may use strong pointers all the same, and make them of weak ones
// (core/pointer/pin.h): these calls open a section of their own (AnyThread).
//
// Beside mutators run only the collector's own helpers: workers inside a step, and the destroyer of
// objects that may be destroyed anywhere (core/purge/destroyer.h), which takes the table lock.
//
// Happens-before: the table lock orders all changes of what it guards. Inside a step, the collector
// reads that without the lock: every mutator's last change happened before the end of its section,
// and that before the start of the step. The exceptions are free indices and the figures of the
// memory, which the destroyer changes at any time: they are always read under the lock.
//
// Lock order: a section, then the lock of first requests, then the table lock, then nothing. The
// lock of first requests is held while the first object of a class, or the transient package, is
// made (core/heap/classes.cc), and so while constructors of default objects run.
//
// Read next: core/base/shared_list.h.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "core/base/lock.h"
#include "core/base/workers.h"

namespace gc {
inline namespace GC_BUILD {

// Owns the heap's table lock and its workers; knows the lock of its mutators.
class Sharing {
 public:
  // `workers` threads may help, if they are more than one; `helped`: they do so from the start.
  void Open(Lock* lock, std::uint32_t workers, bool helped) {
    lock_ = lock;
    most_workers_ = workers;
    SetHelped(helped);
  }
  void Close() {
    lock_ = nullptr;
    workers_.reset();
    SetHelped(false);
  }
  // From here on several mutators, or null: one again.
  void ShareUnder(Lock* lock) {
    lock_ = lock;
    on_ = lock != nullptr || helped_;
  }
  // From here on the workers help, or do not. Called between steps; to end the help, when no
  // destroyer works any more, since it holds the table lock only if IsOn().
  void SetHelped(bool helped) {
    helped_ = helped && most_workers_ > 1;
    if (helped_ && workers_ == nullptr) workers_ = std::make_unique<Workers>(most_workers_);
    on_ = lock_ != nullptr || helped_;
  }

  // Whether several threads use the heap, or help it.
  bool IsOn() const { return on_; }
  // Of the mutators, if there are several.
  Lock* lock() const { return lock_; }
  // Null: the thread that takes a step works alone.
  Workers* workers() const { return helped_ ? workers_.get() : nullptr; }

  // Checked builds: how often the table lock was taken since the heap was made.
  std::uint64_t TableLocks() const { return table_locks_; }

  // Whether this thread may use the heap as a mutator.
  bool MayMutate() const { return IsHome() || lock_->InSection(); }
  bool IsHome() const { return lock_ == nullptr || lock_->OnCollectorThread(); }
  // Whether a step may be taken now.
  bool MayStep() const {
    return lock_ == nullptr || (lock_->OnCollectorThread() && lock_->IsLocked());
  }

 private:
  friend class FirstRequestLock;
  friend class TableLock;
  bool on_ = false;
  bool helped_ = false;
  std::uint32_t most_workers_ = 1;
  Lock* lock_ = nullptr;
  mutable std::mutex table_;
  mutable std::uint64_t table_locks_ = 0;  // under table_
  mutable std::recursive_mutex first_requests_;
  std::unique_ptr<Workers> workers_;  // made when they help for the first time
};

// Holds the table lock of a heap that is shared, and nothing of one that is not.
class TableLock {
 public:
  explicit TableLock(const Sharing& sharing) : held_(sharing.on_ ? &sharing.table_ : nullptr) {
    if (held_ == nullptr) return;
    held_->lock();
    if constexpr (kChecked) sharing.table_locks_ += 1;
  }
  ~TableLock() {
    if (held_ != nullptr) held_->unlock();
  }
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;

 private:
  std::mutex* const held_;
};

// Holds the lock of first requests of a heap that is shared: one thread at a time makes what all of
// them ask for. A thread that holds it may take it again, since what is made first may ask for
// something else that is made first.
class FirstRequestLock {
 public:
  explicit FirstRequestLock(const Sharing& sharing)
      : held_(sharing.on_ ? &sharing.first_requests_ : nullptr) {
    if (held_ != nullptr) held_->lock();
  }
  ~FirstRequestLock() {
    if (held_ != nullptr) held_->unlock();
  }
  FirstRequestLock(const FirstRequestLock&) = delete;
  FirstRequestLock& operator=(const FirstRequestLock&) = delete;

 private:
  std::recursive_mutex* const held_;
};

// Marks this thread as a helper of a collector: it works for a slice, which waits for it.
class Helping {
 public:
  Helping() { running_ = true; }
  ~Helping() { running_ = false; }
  Helping(const Helping&) = delete;
  Helping& operator=(const Helping&) = delete;
  static bool IsRunning() { return running_; }

 private:
  static inline thread_local bool running_ = false;
};

// Lets any thread use the heap: while it lives, a thread that is neither the collector's nor in a
// section has one, and waits for a slice to end until it gets it. A helper of the collector, for
// which a slice waits, gets none.
class AnyThread {
 public:
  explicit AnyThread(const Sharing& sharing) {
    if (!sharing.MayMutate() && !Helping::IsRunning()) section_.emplace(*sharing.lock());
  }

 private:
  std::optional<Section> section_;
};

}  // namespace GC_BUILD
}  // namespace gc
