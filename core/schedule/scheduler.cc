// core/schedule/scheduler.cc -- the scheduler's notices, in the order that notices.h promises.
//
// Which notices are due is computed from the state of the heap, and each is told once in a cycle.
// So a slice need not know what an earlier slice has told, and a cycle in which no object died
// tells every notice all the same.

#include "core/schedule/scheduler.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

Scheduler::Scheduler(Heap& heap, Lock& lock, Environment& environment, const Settings& settings)
    : heap_(heap),
      lock_(lock),
      environment_(environment),
      settings_(settings),
      notices_(environment.clock()) {
  const Lock* const of_heap = heap.collector().population.sharing.lock();
  if (of_heap == nullptr || of_heap == &lock) return;
  Abort(Misuse{.rule = Rule::kLockExcludes,
               .sentence = "a heap is collected under its own lock",
               .where = GC_HERE});
}

void Scheduler::CheckThread(const char* what) const {
  if (lock_.OnCollectorThread()) return;
  Abort(Misuse{.rule = Rule::kLockExcludes,
               .sentence = "only the collector's thread may collect",
               .where = GC_HERE,
               .what = what});
}

void Scheduler::CheckNotBusy(const char* what) const {
  if (!busy_) return;
  Abort(Misuse{.sentence = "a collection must not be demanded inside a collection",
               .where = GC_HERE,
               .what = what});
}

void Scheduler::NoteNames() {
  names_locked_.store(heap_.phase() != Phase::kIdle, std::memory_order_relaxed);
}

void Scheduler::OpenCycle(bool full) {
  cycle_ += 1;
  told_ = 0;
  open_ = true;
  full_ = full;
}

void Scheduler::Tell(Notice notice) {
  told_ |= 1u << static_cast<unsigned>(notice);
  notices_.Tell({.notice = notice, .full = full_, .cycle = cycle_});
}

void Scheduler::TellOnce(Notice notice) {
  if (open_ && !WasTold(notice)) Tell(notice);
}

// Called under the lock, after each stage.
void Scheduler::TellOfProgress(Allowed allowed) {
  if (TracePending()) return;
  TellOnce(Notice::kTraceDone);
  if (heap_.phase() == Phase::kGathering) return;
  NoteNames();
  if (allowed == Allowed::kNothing) return;
  TellOnce(Notice::kBeginStarts);
  if (WhatIsNext(heap_) == Doing::kBeginning) return;
  TellOnce(Notice::kBeginDone);
  if (allowed == Allowed::kAll && !heap_.PurgePending()) TellOnce(Notice::kPurgeDone);
}

// Called without the lock, after each slice.
void Scheduler::TellAfterRelease() {
  if (!open_ || heap_.phase() != Phase::kIdle) return;
  TellOnce(Notice::kPostCollect);
  // Nothing was doomed, so the purge is over without a slice.
  if (!heap_.PurgePending() && !WasTold(Notice::kPurgeDone)) {
    TakeLock();
    TellOfProgress(Allowed::kAll);
    lock_.Release();
  }
  if (!WasTold(Notice::kPurgeDone)) return;
  TellOnce(Notice::kComplete);
  open_ = full_ = false;
}

}  // namespace GC_BUILD
}  // namespace gc
