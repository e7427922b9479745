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
// A heap that has helpers and no lock is used by one mutator thread. That one makes and frees
// objects by the million, and most of the time no helper is at work: then it takes no table lock
// (IsConcurrent). It decides that by what it wrote itself:
//
//     its thread   notes the helper . . starts it . . . . . . . . learns that it ended . . unnotes
//     a helper                            sees the note, locks . . . ends
//
// Starting a helper and learning of its end order the notes with all that the helper does; so no
// helper sees a note that changes, and what is done without the lock is before or after its work.
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
#include <utility>

#include "core/base/guarded.h"
#include "core/base/lock.h"
#include "core/base/workers.h"

namespace gc {
inline namespace GC_BUILD {

// Owns the heap's table lock and its workers; knows the lock of its mutators.
class Sharing {
 public:
  // `workers` threads may help, if they are more than one; `helped`: they do so from the start.
  void Open(Lock* lock, std::uint32_t workers, bool helped) {
    most_workers_ = workers;
    times_taken_ = 0;
    ShareUnder(lock);
    SetHelped(helped);
  }
  void Close() {
    workers_.reset();
    destroying_ = false;
    helped_ = false;
    ShareUnder(nullptr);
  }
  // From here on several mutators, or null: one again. Called while no helper works.
  void ShareUnder(Lock* lock) {
    lock_ = lock;
    on_ = lock != nullptr || helped_;
  }
  // From here on the workers help, or do not. Called between steps; to end the help, when no
  // destroyer works any more, since it holds the table lock only if IsOn(). A std::bad_alloc if
  // there is no memory for workers, and then nothing has changed. Nothing is written if they do so
  // already: a destroyer that is at work may look.
  void SetHelped(bool helped) {
    const bool helps = helped && most_workers_ > 1;
    if (helps && workers_ == nullptr) workers_ = std::make_unique<Workers>(most_workers_);
    if (helps == helped_) return;
    helped_ = helps;
    on_ = lock_ != nullptr || helped_;
  }

  // Whether several threads use the heap, or help it.
  bool IsOn() const { return on_; }
  // Whether another thread may act in the heap at this moment.
  bool IsConcurrent() const {
    return on_ && (lock_ != nullptr || destroying_ || (helped_ && workers_->IsRunning()));
  }
  // Notes that the destroyer works, or that it does not any more: on the mutator's thread, before
  // it is started, and after its end is known.
  void SetDestroying(bool destroying) { destroying_ = destroying; }
  bool IsDestroying() const { return destroying_; }
  // Of the mutators, if there are several.
  Lock* lock() const { return lock_; }
  // Null: the thread that takes a step works alone.
  Workers* workers() const { return helped_ ? workers_.get() : nullptr; }

  // What the table lock guards is touched by its holder, or in a step, which has no mutator beside
  // it (see Guarded). Asked for in the build with faults, of a heap of several mutators.
  void AssertHeld() const {
    if constexpr (kFaulty) {
      if (lock_ != nullptr && !lock_->IsLocked()) table_.AssertHeld();
    }
  }

  // How often the table lock was taken since the heap was made. Exact where no other thread takes
  // it now.
  std::uint64_t TimesTaken() const { return times_taken_; }

  // Whether this thread may use the heap as a mutator.
  bool MayMutate() const { return IsHome() || lock_->InSection(); }
  bool IsHome() const { return lock_ == nullptr || lock_->OnCollectorThread(); }
  // Whether a step may be taken now.
  bool MayStep() const {
    return lock_ == nullptr || (lock_->OnCollectorThread() && lock_->IsLocked());
  }

 private:
  friend class FirstRequestLock;
  friend class TableHold;
  friend class TableLock;
  bool on_ = false;
  bool helped_ = false;
  bool destroying_ = false;
  std::uint32_t most_workers_ = 1;
  Lock* lock_ = nullptr;
  [[gnu::noinline]] void TakeTable() const {
    table_.lock();
    times_taken_ += 1;
  }
  mutable Mutex table_;
  mutable std::uint64_t times_taken_ = 0;  // under it
  mutable std::recursive_mutex first_requests_;
  std::unique_ptr<Workers> workers_;  // made when they help for the first time
};

// Holds the table lock of a heap in which another thread may act now, and nothing of any other.
class TableLock {
 public:
  [[gnu::always_inline]] explicit TableLock(const Sharing& sharing)
      : held_(sharing.IsConcurrent() ? &sharing : nullptr) {
    if (held_ != nullptr) [[unlikely]]
      held_->TakeTable();
  }
  [[gnu::always_inline]] ~TableLock() {
    if (held_ != nullptr) [[unlikely]]
      held_->table_.unlock();
  }
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;

 private:
  const Sharing* const held_;
};

// The same for work on many objects: the lock is let go now and then, and where code of the user
// runs. The end lets it go.
class TableHold {
 public:
  explicit TableHold(const Sharing& sharing) : sharing_(sharing) {}
  ~TableHold() { LetGo(); }
  TableHold(const TableHold&) = delete;
  TableHold& operator=(const TableHold&) = delete;

  // Takes the lock, if it is not held already.
  void Take() {
    if (held_ || !sharing_.IsConcurrent()) return;
    sharing_.TakeTable();
    held_ = true;
  }
  void LetGo() {
    if (std::exchange(held_, false)) sharing_.table_.unlock();
  }

 private:
  const Sharing& sharing_;
  bool held_ = false;
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
