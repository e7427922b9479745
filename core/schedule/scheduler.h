// core/schedule/scheduler.h -- when a heap is collected: in slices of frames, on request, or now.
//
// The heap does units and waits to be asked. The scheduler asks: a world's tick comes by once a
// frame (or several, with several worlds), a table decides what is done (core/schedule/decision.h),
// and it is done in slices, each under the lock that keeps the sections of other threads out.
//
//     gc::Lock lock;
//     gc::Heap heap({.lock = &lock});
//     gc::Environment environment;
//     gc::Scheduler scheduler(heap, lock, environment, settings);
//     scheduler.WorldBeganPlay();
//     for (;;) scheduler.WorldTick({.frame = n, .delta = seconds});
//
// A scheduled collection is a try: if another thread is in a section, or something is being loaded,
// it is for the next frame; after so many tries that met sections the next one waits. A try looks
// before it tells anybody that it collects. Who hears that may still wait for a worker, so a
// section that opens meanwhile is waited for: it must be short, and no new one opens behind it.
//
// A slice that goes on with a trace or a purge is no try, it always waits. Nothing is collected
// inside a collection: asked for from a callback or a subscriber, a try answers false, and a demand
// aborts.
//
// Thread rules: the collector's thread, which is the lock's; the queries may be asked from any.
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

// One world's tick.
struct Frame {
  std::uint64_t frame = 0;  // its number, the same for all worlds
  double delta = 0;         // seconds of game time since the last one
};

// What a frame cost, all its ticks together.
struct FrameReport {
  std::string_view row;  // of the decision table, of the frame's last tick
  Act act = Act::kNothing;
  bool started = false;      // a collection began
  std::uint32_t slices = 0;  // of a trace, a gather or a purge
  Work units = 0;
  Nanoseconds pause = 0;       // subscribers and waiting for the lock included
  Nanoseconds worst_step = 0;  // between two looks at the clock
};

class Scheduler {
 public:
  // All must outlive it. Made on the lock's thread.
  Scheduler(Heap& heap, Lock& lock, Environment& environment, const Settings& settings = {});
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // From the next decision on. Settings that are read at start-up have no effect any more.
  void Configure(const Settings& settings) { settings_ = settings; }
  const Settings& settings() const { return settings_; }
  Notices& notices() { return notices_; }

  // Collects now. Full: what was unreachable at the call is gone on return, purged as well; a
  // collection that was pending is finished first, without limits. Not full: finishes a trace that
  // is pending and its gather, else a purge that is, and then traces and gathers; the purge is left
  // to slices. Objects with any of the author's flags in `mask` are roots of the cycle, and of the
  // trace that is completed.
  void Collect(bool full = true, ObjectFlags mask = object_flag::kNone);
  // The same, unless a section of another thread is open or something is being loaded; then false.
  bool TryCollect(bool full = true, ObjectFlags mask = object_flag::kNone);

  // Once in every frame for each world.
  void WorldTick(const Frame& frame);
  void WorldBeganPlay() { playing_ = true; }
  // The mask of the collections that ticks begin: an editor keeps what it has on its shelves.
  void KeepWhenScheduled(ObjectFlags mask) { scheduled_mask_ = mask; }

  // What the next tick is asked to do; asked twice, it is done once.
  void RequestCollection(bool full);
  // Skips the next frame, but for further ticks' trace slices.
  void DelayCollection() { delay_ = true; }
  // Once, the next timed cycle is due in so many seconds of game time.
  void SetTimeUntilNext(double seconds) { due_at_ = elapsed_ + seconds; }
  // Requests a full collection, if the settings say so.
  void LevelUnloaded();

  // Queries. In a locked slice of a collection; and so that names cannot be changed, since the
  // collector goes by them.
  bool IsCollecting() const { return collecting_.load(std::memory_order_relaxed); }
  bool NamesAreLocked() const { return names_locked_.load(std::memory_order_relaxed); }
  bool IsLocked() const { return lock_.IsLocked(); }
  bool OnCollectorThread() const { return lock_.OnCollectorThread(); }
  // On the collector's thread.
  bool TracePending() const { return heap_.phase() == Phase::kMarking; }
  bool PurgePending() const { return heap_.phase() == Phase::kGathering || heap_.PurgePending(); }
  // In a call that purges fully.
  bool IsPurgingFully() const { return purging_fully_; }
  double TraceLimit() const { return settings_.trace_incremental ? settings_.trace_slice : 0; }
  double PurgeLimit() const { return gc::PurgeLimit(settings_, CurrentLoad()); }
  double CurrentInterval() const { return Interval(settings_, CurrentLoad()); }
  double Elapsed() const { return elapsed_; }
  std::uint32_t SkippedTries() const { return skipped_; }
  std::uint64_t cycle() const { return cycle_; }
  const FrameReport& frame_report() const { return report_; }

 private:
  // How far notices of this cycle's purge may go: it has to wait for post-collect.
  enum class Allowed : std::uint8_t { kNothing, kBegin, kAll };
  class Busy;
  class Locked;

  void CheckThread(const char* what) const;
  void CheckNotBusy(const char* what) const;
  void NoteNames();

  // scheduled_cycle.cc
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

  // scheduler.cc
  void OpenCycle(bool full);
  void Tell(Notice notice);
  void TellOnce(Notice notice);
  bool WasTold(Notice notice) const { return (told_ >> static_cast<unsigned>(notice) & 1u) != 0; }
  void TellOfProgress(Allowed allowed);
  void TellAfterRelease();

  // world_tick.cc
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

  // The cycle that is open, from its pre-collect to its complete.
  std::uint64_t cycle_ = 0;
  std::uint32_t told_ = 0;  // a bit for each Notice
  bool open_ = false;
  bool full_ = false;
  bool busy_ = false;  // in a call that collects
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
  std::optional<double> due_at_;  // instead of the interval
  double elapsed_ = 0;
  std::uint32_t skipped_ = 0;
  std::uint32_t rest_ = 0;  // frames until the trace's next slice
  std::optional<std::uint64_t> frame_;
  std::uint64_t frames_ = 0;
  FrameReport report_;
};

}  // namespace GC_BUILD
}  // namespace gc
