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
// sections, the next one waits. A try looks for sections before it tells pre-collect. A subscriber
// of pre-collect may wait for a worker thread, so a section may open in between; the try waits for
// it.
//
// A slice that continues marking or a purge is not a try; it always waits for the lock. Collections
// do not nest: in a callback or a subscriber, TryCollect returns false and Collect aborts.
//
// Thread rules: the collector's thread, on which the lock was made. The first group of queries may
// be called on any thread.
// Read next: core/schedule/scheduled_cycle.cc.

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "core/base/lock.h"
#include "core/heap/heap.h"
#include "core/object/object_flags.h"
#include "core/schedule/decision.h"
#include "core/schedule/environment.h"
#include "core/schedule/notices.h"
#include "core/schedule/settings.h"
#include "core/schedule/slice.h"

namespace gc {
inline namespace GC_BUILD {

// The frame of a world's tick.
struct Frame {
  std::uint64_t frame = 0;  // the number of the frame, the same for all worlds
  double delta = 0;         // seconds of game time since the last frame
};

// What a frame did and cost, all its ticks together.
struct FrameReport {
  std::string_view row;  // the decisive row of the decision table, for the last tick
  Act act = Act::kNothing;
  bool started = false;      // a collection began
  std::uint32_t slices = 0;  // slices of marking, a gather or a purge
  Work units = 0;
  Nanoseconds pause = 0;       // including subscribers and waiting for the lock
  Nanoseconds worst_step = 0;  // the longest time between two readings of the clock
};

class Scheduler {
 public:
  // The heap, lock and environment must outlive the scheduler. Made on the lock's thread.
  Scheduler(Heap& heap, Lock& lock, Environment& environment, const Settings& settings = {});
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // The settings hold from the next decision on. Those that are read at start-up have no effect.
  void Configure(const Settings& settings) { settings_ = settings; }
  const Settings& settings() const { return settings_; }
  Notices& notices() { return notices_; }

  // Collects now. Full: all that was unreachable at the call is purged on return; a pending
  // collection is finished first, without time limits. Not full: if marking is pending, finishes it
  // and its gather; otherwise finishes a pending purge, then marks and gathers, and leaves the
  // purge to slices. Objects with any of the author's flags in `mask` are roots of the cycle, and
  // of pending marking. Waits for open sections; aborts inside a collection, and on another thread
  // than the collector's (S13.13).
  void Collect(bool full = true, ObjectFlags mask = object_flag::kNone);
  // The same, but returns false if a section of another thread is open, something is being loaded,
  // an object is under construction, or a collection is running.
  bool TryCollect(bool full = true, ObjectFlags mask = object_flag::kNone);

  // To be called once in every frame for each world.
  void WorldTick(const Frame& frame);
  void WorldBeganPlay() { playing_ = true; }
  // The mask of the collections that ticks begin, such as the assets that an editor keeps.
  void KeepWhenScheduled(ObjectFlags mask) { scheduled_mask_ = mask; }

  // Requests a collection from the next tick. Several requests give one collection.
  void RequestCollection(bool full);
  // Skips the next frame, except for slices of marking in further ticks.
  void DelayCollection() { delay_ = true; }
  // The next timed cycle, once, is due after so many seconds of game time.
  void SetTimeUntilNext(double seconds) { due_at_ = elapsed_ + seconds; }
  // Requests a full collection, if the settings say so.
  void LevelUnloaded();

  // Queries for any thread. IsCollecting: a slice of a collection is running. NamesAreLocked: names
  // must not change, because a cycle is under way.
  bool IsCollecting() const { return collecting_.load(std::memory_order_relaxed); }
  bool NamesAreLocked() const { return names_locked_.load(std::memory_order_relaxed); }
  bool IsLocked() const { return lock_.IsLocked(); }
  bool OnCollectorThread() const { return lock_.OnCollectorThread(); }
  // Queries for the collector's thread.
  bool TracePending() const { return heap_.phase() == Phase::kMarking; }
  bool PurgePending() const { return heap_.phase() == Phase::kGathering || heap_.PurgePending(); }
  // Whether a call that purges fully is running.
  bool IsPurgingFully() const { return purging_fully_; }
  double TraceLimit() const { return settings_.trace_incremental ? settings_.trace_slice : 0; }
  double PurgeLimit() const { return gc::PurgeLimit(settings_, CurrentLoad()); }
  double CurrentInterval() const { return Interval(settings_, CurrentLoad()); }
  double Elapsed() const { return elapsed_; }
  std::uint32_t SkippedTries() const { return skipped_; }
  std::uint64_t cycle() const { return cycle_; }
  const FrameReport& frame_report() const { return report_; }

 private:
  // Which notices of the purge may be told now; the last of them must follow post-collect.
  enum class Allowed : std::uint8_t { kNothing, kBegin, kAll };
  class Busy;
  class Locked;

  void CheckThread(const char* what) const;
  void CheckNotBusy(const char* what) const;
  void NoteNames();

  // Defined in core/schedule/scheduled_cycle.cc.
  bool MayStart(bool wait);
  void TakeLock();
  bool CollectNow(bool full, bool wait, bool sliced, ObjectFlags mask);
  bool FinishPending(bool full, ObjectFlags mask);
  void RunCycle(bool full, bool sliced, ObjectFlags mask);
  void TraceOnce(double limit);
  void FinishTrace();
  void FinishGather();
  void BeginAtOnce();
  void FinishAll();
  void AwaitUnready();
  void GatherOnce();
  void PurgeOnce();
  void TraceSlice();
  void PurgeSlice();
  void Count(const TimeSlice& slice);

  // Defined in core/schedule/scheduler.cc.
  void OpenCycle(bool full);
  void Tell(Notice notice);
  void TellOnce(Notice notice);
  bool WasTold(Notice notice) const { return (told_ >> static_cast<unsigned>(notice) & 1u) != 0; }
  void TellOfProgress(Allowed allowed);
  void TellAfterRelease();

  // Defined in core/schedule/world_tick.cc.
  Situation Now(bool again) const;
  void BeginFrame(const Frame& frame);
  void Do(Act act);
  void StartScheduled(bool full);
  Load CurrentLoad() const;

  Heap& heap_;
  Lock& lock_;
  Environment& environment_;
  Settings settings_;
  Notices notices_;

  // The open cycle, from its notice pre-collect to its notice complete.
  std::uint64_t cycle_ = 0;
  std::uint32_t told_ = 0;  // the notices told in this cycle, a bit for each
  bool open_ = false;
  bool full_ = false;
  bool busy_ = false;  // a call that collects is running
  bool purging_fully_ = false;
  std::atomic<bool> collecting_{false};
  std::atomic<bool> names_locked_{false};

  // Requests and timers.
  bool playing_ = false;
  bool full_request_ = false;
  bool forced_request_ = false;  // the full request waits for sections
  bool request_ = false;
  bool delay_ = false;
  ObjectFlags scheduled_mask_ = object_flag::kNone;
  std::optional<double> due_at_;  // when set, replaces the interval once
  double elapsed_ = 0;
  std::uint32_t skipped_ = 0;
  std::uint32_t rest_ = 0;  // frames until the next slice of marking
  std::optional<std::uint64_t> frame_;
  std::uint64_t frames_ = 0;
  FrameReport report_;
};

}  // namespace GC_BUILD
}  // namespace gc
