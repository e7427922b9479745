// core/schedule/scheduler.h -- decides when a heap is collected: in slices, on request, or now.
//
// The heap does units of work when it is called, and no more. The scheduler calls it. Each world
// ticks once in a frame; a table decides what the tick does (core/schedule/decision.h), and it is
// done in slices, each under the lock that keeps the sections of other threads out.
//
//     gc::Lock lock;
//     gc::Heap heap({.lock = &lock});
//     gc::Environment environment;
//     gc::Scheduler scheduler(heap, lock, environment, settings);
//     scheduler.WorldBeganPlay();
//     for (;;) scheduler.WorldTick({.frame = n, .delta = seconds});
//
// A scheduled collection is a try: it fails if another thread is in a section or something is being
// loaded, and the next frame tries again. After schedule.tries_before_forcing tries that met
// sections, the next one waits. A try reserves the lock before it asks or tells anything: if it
// fails nothing has happened, and if it begins no section can open any more, so it never waits for
// one. A subscriber of pre-collect that waits for a thread which opens a section would therefore
// wait for ever; only a Collect that is demanded tells pre-collect with sections still open to all.
//
// A slice that continues marking or a purge is not a try; it always waits for the lock. Collections
// do not nest: in a callback or a subscriber, TryCollect returns false and Collect aborts.
//
// A scheduler is made of parts, each with its own state: what was asked for and what is due
// (collection_requests.h), the open cycle and its notices (cycle_notices.h), the lock of a slice
// (slice_lock.h), and the collection that runs (collection_run.h). It owns them, the settings and
// the report of the frame, and does what the decision table says. It upholds no rule: the heap
// stays sound whatever is decided here. Only the moment of a collection depends on it.
//
// Thread rules: the collector's thread, on which the lock was made. The first group of queries may
// be called on any thread.
// Read next: core/schedule/collection_run.h.

#pragma once

#include <cstdint>
#include <source_location>

#include "core/base/lock.h"
#include "core/heap/heap.h"
#include "core/object/object_flags.h"
#include "core/schedule/collection_requests.h"
#include "core/schedule/collection_run.h"
#include "core/schedule/cycle_notices.h"
#include "core/schedule/decision.h"
#include "core/schedule/environment.h"
#include "core/schedule/notices.h"
#include "core/schedule/settings.h"
#include "core/schedule/slice.h"
#include "core/schedule/slice_lock.h"

namespace gc {
inline namespace GC_BUILD {

class Scheduler {
 public:
  // The heap, lock and environment must outlive the scheduler. Made on the lock's thread.
  Scheduler(Heap& heap, Lock& lock, Environment& environment, const Settings& settings = {});
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // The settings hold from the next decision on. Those that are read at start-up have no effect.
  void Configure(const Settings& settings) { settings_ = settings; }
  const Settings& settings() const { return settings_; }
  Notices& notices() { return cycle_.notices(); }

  // Collects now. Full: all that was unreachable at the call is purged on return; a pending
  // collection is finished first, without time limits. Not full: if marking is pending, finishes it
  // and its gather; otherwise finishes a pending purge, then marks and gathers, and leaves the
  // purge to slices. Objects with any of the author's flags in `mask` are roots of the cycle, and
  // of pending marking; without a mask, those of Keep are. Waits for open sections; aborts inside a
  // collection, and on another thread than the collector's (S13.13).
  void Collect(bool full = true, std::source_location where = std::source_location::current()) {
    Collect(full, requests_.kept(), where);
  }
  void Collect(bool full, ObjectFlags mask,
               std::source_location where = std::source_location::current());
  // The same, but returns false if a section of another thread is open, something is being loaded,
  // an object is under construction, or a collection is running.
  bool TryCollect(bool full = true, std::source_location where = std::source_location::current()) {
    return TryCollect(full, requests_.kept(), where);
  }
  bool TryCollect(bool full, ObjectFlags mask,
                  std::source_location where = std::source_location::current());
  // To be called between two maps, when the old one is gone and a pause does no harm: Collect, and
  // in the same pause memory that holds no object goes back to the system (S13.19).
  void MapChanged(std::source_location where = std::source_location::current());

  // To be called once in every frame for each world.
  void WorldTick(const Frame& frame);
  void WorldBeganPlay() { requests_.WorldBeganPlay(); }
  // The mask of collections that ticks begin and of those without one, such as the assets that an
  // editor keeps (KeepFlagsOf).
  void Keep(ObjectFlags mask) { requests_.Keep(mask); }

  // Requests a collection from the next tick. Several requests give one collection.
  void RequestCollection(bool full, std::source_location where = std::source_location::current()) {
    requests_.Request(full, where);
  }
  // Skips the next frame, except for slices of marking in further ticks.
  void DelayCollection() { requests_.Delay(); }
  // Makes the next timed cycle due after `seconds` of game time; later cycles use the interval
  // again.
  void SetTimeUntilNext(double seconds) { requests_.SetTimeUntilNext(seconds); }
  // Requests a full collection, if the settings say so.
  void LevelUnloaded(std::source_location where = std::source_location::current());

  // Queries for any thread. IsCollecting: a slice of a collection is running. NamesAreLocked: names
  // must not change, because a cycle is under way.
  bool IsCollecting() const { return slice_lock_.IsCollecting(); }
  bool NamesAreLocked() const { return slice_lock_.NamesAreLocked(); }
  bool IsLocked() const { return lock_.IsLocked(); }
  bool OnCollectorThread() const { return lock_.OnCollectorThread(); }
  // Queries for the collector's thread.
  bool MarkingPending() const { return gc::MarkingPending(heap_); }
  bool PurgePending() const { return gc::PurgePending(heap_); }
  // Whether a call that purges fully is running.
  bool IsPurgingFully() const { return run_.IsPurgingFully(); }
  double MarkingLimit() const { return gc::MarkingLimit(settings_); }
  double PurgeLimit() const { return CurrentPurgeLimit(settings_, environment_); }
  double CurrentInterval() const { return requests_.CurrentInterval(); }
  double Elapsed() const { return requests_.elapsed(); }
  std::uint32_t SkippedTries() const { return requests_.skipped(); }
  std::uint64_t cycle() const { return cycle_.number(); }
  const FrameReport& frame_report() const { return report_; }

 private:
  void CheckThread(const char* what) const;
  void CheckNotBusy(const char* what) const;
  Situation Now(bool again) const;
  void Do(Act act);
  void StartScheduled(bool full);

  Heap& heap_;
  Lock& lock_;
  Environment& environment_;
  Settings settings_;
  FrameReport report_;
  SliceLock slice_lock_;
  CycleNotices cycle_;
  CollectionRequests requests_;
  CollectionRun run_;
};

}  // namespace GC_BUILD
}  // namespace gc
