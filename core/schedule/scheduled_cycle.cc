// core/schedule/scheduled_cycle.cc -- one collection, from its first notice to its last.
//
// A cycle may be taken in slices, and a caller may demand a collection in the middle of one. Then
// the pending cycle is finished first. Objects that died after it began would survive it, so a
// cycle of its own follows, unless the pending phase was marking and the demand was not for a full
// collection.
//
// Every step is taken under the lock. One slice may contain:
//
//     slice of   does                          and, if nothing of it is left
//     marking    scanning                      the gather, unless that is sliced
//     a gather   a part of its range           begin-destroy, unless that is sliced
//     a purge    begin, finish, free, while there is time
//
// Upholds: lock-excludes (no step outside the lock).   Read next: core/schedule/slice.h.

#include <algorithm>
#include <optional>

#include "core/collect/collector.h"
#include "core/schedule/scheduler.h"

namespace gc {
inline namespace GC_BUILD {

// Holds the lock for a slice, so that no section is open; the queries of the scheduler show it.
class Scheduler::Locked {
 public:
  Locked(Scheduler& scheduler, bool collecting) : scheduler_(scheduler) {
    scheduler_.TakeLock();
    scheduler_.collecting_.store(collecting, std::memory_order_relaxed);
    scheduler_.NoteNames();
  }
  ~Locked() {
    scheduler_.collecting_.store(false, std::memory_order_relaxed);
    scheduler_.names_locked_.store(false, std::memory_order_relaxed);
    scheduler_.lock_.Release();
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Scheduler& scheduler_;
};

// Marks the time of a call that collects. Another such call inside it is refused.
class Scheduler::Busy {
 public:
  Busy(Scheduler& scheduler, bool full) : scheduler_(scheduler) {
    scheduler_.busy_ = true;
    scheduler_.purging_fully_ = full;
  }
  ~Busy() {
    scheduler_.busy_ = false;
    scheduler_.purging_fully_ = false;
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  Scheduler& scheduler_;
};

void Scheduler::Collect(bool full, ObjectFlags mask) {
  CheckThread("Collect");
  CheckNotBusy("Collect");
  CollectNow(full, /*wait=*/true, /*sliced=*/false, mask);
}

bool Scheduler::TryCollect(bool full, ObjectFlags mask) {
  CheckThread("TryCollect");
  return !busy_ && CollectNow(full, /*wait=*/false, /*sliced=*/false, mask);
}

// Only tries that meet a section are counted. If tries that meet a loader counted too, a long load
// would end with a forced collection.
bool Scheduler::MayStart(bool wait) {
  if (wait) return true;
  const bool loading = environment_.IsLoading() && !settings_.flush_loading_first;
  if (loading && !settings_.collect_while_loading && !settings_.debug_stress_loading) return false;
  const std::uint32_t tries = settings_.tries_before_forcing;
  if (lock_.Sections() != 0 && (tries == 0 || skipped_ < tries) &&
      heap_.collector().population.Obeys(Rule::kLockExcludes, Fault::kTryIgnoresSections,
                                         GC_HERE)) {
    skipped_ += 1;
    return false;
  }
  // With no section open, a constructor or callback can only be running on this thread.
  return heap_.collector().population.activity.Calls() == 0;
}

// Waits until no section is open.
void Scheduler::TakeLock() {
#if TRICOLOUR_FAULTY
  // The fault overlooks sections, so it must not wait for them here.
  const bool overlooks =
      !heap_.collector().population.Obeys(Rule::kLockExcludes, Fault::kTryIgnoresSections);
  if (overlooks && lock_.Sections() != 0) return lock_.Overrun();
#endif
  lock_.Acquire();
}

bool Scheduler::CollectNow(bool full, bool wait, bool sliced, ObjectFlags mask) {
  // B9: while an object is pending construction, marking can begin and cannot end.
  if (!wait && !sliced && heap_.collector().construction.IsConstructing()) return false;
  if (!MayStart(wait)) return false;
  const Busy busy(*this, full);
  if (settings_.flush_loading_first && environment_.IsLoading()) environment_.FinishLoading();
  skipped_ = 0;
  elapsed_ = 0;
  due_at_.reset();
  if (!FinishPending(full, mask)) RunCycle(full, sliced, mask);
  return true;
}

// Finishes what is pending. Returns true if no further cycle is needed. The mask adds roots to
// pending marking, which would doom the objects that the mask is to keep.
bool Scheduler::FinishPending(bool full, ObjectFlags mask) {
  const bool trace = TracePending();
  if (!trace && !PurgePending()) return false;
  {
    const Locked locked(*this, true);
    if (trace) {
      heap_.collector().roots.SetMask(mask);
      heap_.collector().marker.MarkMasked();
    }
    if (trace && !full) {
      FinishTrace();
    } else {
      full_ = true;
      FinishAll();
      TellOfProgress(Allowed::kAll);
    }
  }
  TellAfterRelease();
  return trace && !full;
}

void Scheduler::RunCycle(bool full, bool sliced, ObjectFlags mask) {
  OpenCycle(full);
  Tell(Notice::kPreCollect);
  {
    const Locked locked(*this, true);
    Tell(Notice::kStarted);
    // For listeners to the heap's steps, a full collection is one step.
    std::optional<StepScope> whole;
    if (full) whole.emplace(heap_.collector().population.activity, Step::kCollect);
    heap_.Start(mask);
    NoteNames();
    if (full) {
      FinishAll();
      AwaitUnready();
      TellOfProgress(Allowed::kAll);
    } else {
      sliced ? TraceOnce(TraceLimit()) : FinishTrace();
    }
  }
  TellAfterRelease();
}

void Scheduler::Count(const TimeSlice& slice) {
  report_.slices += 1;
  report_.units += slice.units;
  report_.worst_step = std::max(report_.worst_step, slice.worst_step());
}

void Scheduler::TraceOnce(double limit) {
  TimeSlice slice(environment_, limit);
  RunStage(heap_, slice, settings_.trace_poll);
  TellOfProgress(Allowed::kNothing);
  Count(slice);
  if (!TracePending() && !settings_.gather_incremental) FinishGather();
}

void Scheduler::FinishTrace() {
  TimeSlice slice(environment_, 0);
  while (TracePending() && RunStage(heap_, slice, settings_.trace_poll) != 0) continue;
  GC_CHECK(heap_.collector().population, !TracePending(), Rule::kEndNeedsEmpty, kNoIndex,
           "a whole cycle must not be asked for while an object is pending construction");
  TellOfProgress(Allowed::kNothing);
  Count(slice);
  FinishGather();
}

void Scheduler::FinishGather() {
  TimeSlice slice(environment_, 0);
  while (heap_.phase() == Phase::kGathering && RunStage(heap_, slice, 1) != 0) continue;
  Count(slice);
  BeginAtOnce();
}

void Scheduler::BeginAtOnce() {
  NoteNames();
  if (settings_.begin_incremental && !full_) return;
  TellOfProgress(Allowed::kBegin);
  TimeSlice slice(environment_, 0);
  while (WhatIsNext(heap_) == Doing::kBeginning && RunStage(heap_, slice, 1) != 0) continue;
  TellOfProgress(Allowed::kBegin);
  Count(slice);
}

void Scheduler::FinishAll() {
  FinishTrace();
  TimeSlice slice(environment_, 0);
  while (heap_.PurgePending() && RunStage(heap_, slice, 1) != 0) {
    TellOfProgress(Allowed::kBegin);
  }
  Count(slice);
}

// Waits for objects that are not ready, with the lock released, because another thread may have to
// make them ready.
void Scheduler::AwaitUnready() {
  const double since = Seconds(environment_.Now());
  Unready unready = heap_.FinishPurge({});
  while (unready && heap_.failure() == nullptr) {
    if (Seconds(environment_.Now()) - since >= settings_.purge_grace) {
      unready.culprits.resize(
          std::min<std::size_t>(unready.culprits.size(), settings_.purge_culprits));
      return environment_.NotReadyInTime(unready);
    }
    lock_.Release();
    environment_.Pause();
    TakeLock();
    unready = heap_.FinishPurge({});
  }
}

void Scheduler::GatherOnce() {
  const double own = settings_.gather_slice;
  TimeSlice slice(environment_, own > 0 ? own : PurgeLimit());
  while (heap_.phase() == Phase::kGathering && RunStage(heap_, slice, 1) != 0) {
    if (slice.IsOver()) break;
  }
  Count(slice);
  if (heap_.phase() == Phase::kIdle) BeginAtOnce();
}

// With no purge pending, it polls the waiting objects once.
void Scheduler::PurgeOnce() {
  TimeSlice slice(environment_, PurgeLimit());
  if (!heap_.PurgePending()) RunStage(heap_, slice, settings_.purge_poll);
  TellOfProgress(Allowed::kAll);
  while (heap_.PurgePending() && !slice.IsOver()) {
    const bool begins = WhatIsNext(heap_) == Doing::kBeginning;
    if (RunStage(heap_, slice, begins ? settings_.begin_poll : settings_.purge_poll) == 0) break;
    TellOfProgress(Allowed::kAll);
  }
  Count(slice);
}

void Scheduler::TraceSlice() {
  const Busy busy(*this, false);
  {
    const Locked locked(*this, true);
    TraceOnce(TraceLimit());
  }
  TellAfterRelease();
  rest_ = settings_.trace_delay == 0 ? 0 : settings_.trace_delay + 1;
}

void Scheduler::PurgeSlice() {
  if (!PurgePending() && heap_.collector().purger.waiting().empty()) return;
  const Busy busy(*this, false);
  {
    const bool gather = heap_.phase() == Phase::kGathering;
    const Locked locked(*this, gather);
    gather ? GatherOnce() : PurgeOnce();
  }
  TellAfterRelease();
}

}  // namespace GC_BUILD
}  // namespace gc
