// core/purge/destroyer.h -- destructors that run beside the mutator.
//
// The last stage of a purge, destructor and memory, is often the longest, and for many types it
// touches nothing but the object itself. An object whose class says so (Class::destroy_anywhere) is
// destroyed on a worker thread, any other on the collector's thread. The order for each object is
// the same: its entry was unpublished before the object is handed over; then destructor, memory,
// and last of all its index returns to the free list.
//
// Happens-before, edge by edge:
//
//     the object   what the collector's thread saw of it -> Send's lock -> the worker
//     its index    the worker frees the memory, then releases the index, both under the table lock
//                  -> the thread that acquires that index under the table lock; or without it, when
//                  it has noted the end
//     the end      the worker's last destructor -> the lock under which it notes that it is idle
//                  -> the return of Wait, or Send, either of which notes that nothing works beside
//                  the mutator any more (core/base/sharing.h)
//
// Upholds: begin-finish-free, index-after-free (with core/purge/purger.cc).
// Read next: core/purge/purger.cc.

#pragma once

#include <condition_variable>
#include <memory>
#include <span>
#include <vector>

#include "core/base/guarded.h"
#include "core/base/sharing.h"
#include "core/object/table.h"
#include "core/purge/doomed.h"

namespace gc {
inline namespace GC_BUILD {

// Frees the memory of a destroyed object, and then its index: a thread that acquires the index
// finds the memory gone. Under the table lock.
inline void FreeMemory(const Doomed& doomed, ObjectMemory& memory, Table& table) {
  memory.Free(*doomed.object, doomed.Block());
  if (!doomed.index_released) table.Release(doomed.index);
}

// Owns the objects that it was handed, until they are freed. Calls destructors, the memory and the
// table. Thread rules: Hand, Send and Wait on the collector's thread; one worker at a time does the
// rest.
class Destroyer {
 public:
  Destroyer(ObjectMemory& memory, Table& table, Sharing& sharing);
  ~Destroyer();
  Destroyer(const Destroyer&) = delete;
  Destroyer& operator=(const Destroyer&) = delete;

  // Takes an object whose entry is empty. A later Send passes it to the worker; true if there are
  // enough to pass now. If there is nothing to pass, Send looks whether the worker has ended.
  bool Hand(const Doomed& doomed);
  void Send();
  // Returns when every object that was handed over is freed; all must have been sent.
  void Wait();

 private:
  struct Order;
  struct Arena;
  // Where what was handed over went; not at all if there is no memory.
  enum class Sent : std::uint8_t { kNot, kToABusyWorker, kToAnIdleWorker };
  Sent SendHanded();
  void Wake();
  void Work();
  void DestroyAll(std::span<const Doomed> batch);
  void NoteEnd();

  ObjectMemory& memory_;
  Table& table_;
  Sharing& sharing_;
  std::vector<Doomed> handed_;  // the collector's thread only

  Mutex mutex_;
  std::condition_variable idle_;
  Guarded<std::vector<Doomed>> sent_{mutex_};
  Guarded<bool> working_{mutex_};
  std::vector<Doomed> working_on_;  // the worker only; its room is kept for the next batch

  std::unique_ptr<Arena> arena_;  // since the constructor
};

}  // namespace GC_BUILD
}  // namespace gc
