// core/schedule/cycle_notices.h -- the open cycle, and which of its notices are due.
//
// Which notices are due is computed from the state of the heap, and each is told once in a cycle.
// So a slice need not know what an earlier slice has told, and a cycle in which no object died
// tells every notice all the same. The order is the one that notices.h promises.
//
// CycleNotices owns the open cycle, from its notice pre-collect to its notice complete, and the
// subscribers. It reads the heap's stage, and takes the lock for the one notice that may be due
// without a slice.
//
// Thread rules: the collector's thread only.   Read next: core/schedule/collection_run.h.

#pragma once

#include <cstdint>

#include "core/base/clock.h"
#include "core/heap/heap.h"
#include "core/schedule/notices.h"
#include "core/schedule/slice_lock.h"

namespace gc {
inline namespace GC_BUILD {

// Which notices of the purge may be told now; the last of them must follow post-collect.
enum class Allowed : std::uint8_t { kNothing, kBegin, kAll };

class CycleNotices {
 public:
  // Heap and lock must outlive it.
  CycleNotices(const Heap& heap, SliceLock& lock, Clock clock)
      : heap_(heap), lock_(lock), notices_(clock) {}

  Notices& notices() { return notices_; }
  // The number of the last cycle that was opened, from 1; 0: none was.
  std::uint64_t number() const { return number_; }
  bool IsFull() const { return full_; }

  void Open(bool full);
  // A full collection was asked for, and finishes the open cycle.
  void BecomeFull() { full_ = true; }
  void Tell(Notice notice);
  // Clean-up belongs to no cycle, but says which one was begun.
  void TellCleanUp(bool full);
  // Called under the lock, after each stage.
  void TellOfProgress(Allowed allowed);
  // Called without the lock, after each slice. Closes a cycle of which nothing is left.
  void TellAfterRelease();

 private:
  void TellOnce(Notice notice);
  bool WasTold(Notice notice) const { return (told_ >> static_cast<unsigned>(notice) & 1u) != 0; }

  const Heap& heap_;
  SliceLock& lock_;
  Notices notices_;
  std::uint64_t number_ = 0;
  std::uint32_t told_ = 0;  // the notices told in this cycle, a bit for each
  bool open_ = false;
  bool full_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
