#include "core/schedule/collection_run.h"

#include <algorithm>
#include <optional>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

// Marks the time of a call that collects. Another such call inside it is refused.
class CollectionRun::Busy {
 public:
  Busy(CollectionRun& run, bool full) : run_(run) {
    run_.busy_ = true;
    run_.purging_fully_ = full;
  }
  ~Busy() {
    run_.busy_ = false;
    run_.purging_fully_ = false;
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  CollectionRun& run_;
};

// A try looks at the lock before all else: if it meets a section it asks nothing of the program and
// leaves nothing behind but the count (S7.6). If it looked first and took the lock later, a section
// could open in between, in a callback of the program, and the try would wait for it:
//
//     the collector   no section is open       tells pre-collect                  waits, and waits
//     a worker                                                   opens a section
//
// So the lock is reserved in the same step. Only tries that meet a section are counted; if tries
// that meet a loader counted too, a long load would end with a forced collection.
//
// A tick that waits for sections, because a setting asks, is a try all the same: an object under
// construction puts it off (B9), and a demand would abort.
bool CollectionRun::MayStart(const Demand& demand) {
  if (demand.wait && !demand.scheduled) return true;
  if (demand.wait) {
    parts_.lock.Reserve();
    if (!MeetsConstruction(demand)) return true;
    parts_.lock.CallOff();
    return false;
  }
  if (!parts_.requests.MaySkip()) {
    if (IsPutOffByLoading()) return false;
    parts_.lock.Reserve();
  } else if (!parts_.lock.TryReserve()) {
    parts_.requests.CountSkipped();
    return false;
  }
  if (!MeetsConstruction(demand) && !IsPutOffByLoading()) return true;
  parts_.lock.CallOff();
  return false;
}

bool CollectionRun::IsPutOffByLoading() const {
  const Settings& settings = parts_.settings;
  if (settings.flush_loading_first || settings.collect_while_loading) return false;
  return !settings.debug_stress_loading && parts_.environment.IsLoading();
}

// With no section open, a constructor or callback can only be running on this thread. B9: while an
// object is pending construction, marking can begin and cannot end.
bool CollectionRun::MeetsConstruction(const Demand& demand) const {
  const Collector& collector = parts_.heap.collector();
  if (collector.population.activity.Calls() != 0) return true;
  return !demand.sliced && collector.construction.IsConstructing();
}

bool CollectionRun::Collect(const Demand& demand) {
  if (!MayStart(demand)) return false;
  const Busy busy(*this, demand.full);
  // Before anything of the program is called: what a subscriber asks for is for the next frame.
  if (demand.scheduled) parts_.requests.Granted(demand.full);
  Environment& environment = parts_.environment;
  if (parts_.settings.flush_loading_first && environment.IsLoading()) {
    // Loaders work in sections, so a try that has begun waits for them.
    parts_.lock.CallOff();
    environment.FinishLoading();
  }
  parts_.requests.CollectionBegins();
  if (!FinishPending(demand)) RunCycle(demand);
  return true;
}

// Finishes what is pending. Returns true if no further cycle is needed. The mask adds roots to
// pending marking, which would doom the objects that the mask is to keep.
bool CollectionRun::FinishPending(const Demand& demand) {
  Heap& heap = parts_.heap;
  const bool marking = MarkingPending(heap);
  if (!marking && !PurgePending(heap)) return false;
  const bool enough = marking && !demand.full;
  {
    const SliceLock::Held held(parts_.lock, true);
    if (marking) {
      heap.collector().roots.AddMask(demand.mask);
      heap.collector().marker.MarkMasked();
    }
    if (enough) {
      FinishMarking();
    } else {
      parts_.cycle.BecomeFull();
      FinishAll();
      TrimIfLow();
      parts_.cycle.TellOfProgress(Allowed::kAll);
    }
  }
  parts_.cycle.TellAfterRelease();
  return enough;
}

void CollectionRun::RunCycle(const Demand& demand) {
  Heap& heap = parts_.heap;
  CycleNotices& cycle = parts_.cycle;
  cycle.Open(demand.full);
  cycle.Tell(Notice::kPreCollect);
  {
    const SliceLock::Held held(parts_.lock, true);
    cycle.Tell(Notice::kStarted);
    // For listeners to the heap's steps, a full collection is one step.
    std::optional<StepScope> whole;
    if (demand.full) whole.emplace(heap.collector().population.activity, Step::kCollect);
    heap.Start(demand.mask, HowToMark(demand));
    parts_.lock.NoteNames();
    if (demand.full) {
      FinishAll();
      AwaitUnready();
      if (demand.trim) {
        heap.Trim();
      } else {
        TrimIfLow();
      }
      cycle.TellOfProgress(Allowed::kAll);
    } else if (demand.sliced) {
      MarkOnce();
    } else {
      FinishMarking();
    }
  }
  cycle.TellAfterRelease();
}

// A cycle whose marking one slice without a limit completes is marked with the world stopped. It
// cannot be completed while an object is pending construction (B9).
Heap::Marking CollectionRun::HowToMark(const Demand& demand) const {
  const bool sliced = demand.sliced && (MarkingLimit(parts_.settings) != 0 ||
                                        parts_.heap.collector().construction.IsConstructing());
  return sliced ? Heap::Marking::kInSlices : Heap::Marking::kAtOnce;
}

void CollectionRun::Count(const TimeSlice& slice) {
  FrameReport& report = parts_.report;
  report.slices += 1;
  report.units += slice.units;
  if (slice.worst_step() <= report.worst_step) return;
  report.worst_step = slice.worst_step();
  report.worst_object = slice.worst_object();
}

void CollectionRun::MarkOnce() {
  const Settings& settings = parts_.settings;
  TimeSlice slice(parts_.environment, MarkingLimit(settings));
  RunStage(parts_.heap, slice, settings.trace_poll);
  parts_.cycle.TellOfProgress(Allowed::kNothing);
  Count(slice);
  if (MarkingPending(parts_.heap)) return;
  if (parts_.heap.phase() == Phase::kIdle) return BeginAtOnce();  // nothing was to be gathered
  if (!settings.gather_incremental) FinishGather();
}

void CollectionRun::FinishMarking() {
  Heap& heap = parts_.heap;
  TimeSlice slice(parts_.environment, 0);
  if (MarkingPending(heap)) RunStage(heap, slice);
  GC_CHECK(heap.collector().population, !MarkingPending(heap), Rule::kEndNeedsEmpty, kNoIndex,
           "a whole cycle must not be asked for while an object is pending construction");
  parts_.cycle.TellOfProgress(Allowed::kNothing);
  Count(slice);
  FinishGather();
}

void CollectionRun::FinishGather() {
  Heap& heap = parts_.heap;
  TimeSlice slice(parts_.environment, 0);
  while (heap.phase() == Phase::kGathering && RunStage(heap, slice) != 0) continue;
  Count(slice);
  BeginAtOnce();
}

void CollectionRun::BeginAtOnce() {
  Heap& heap = parts_.heap;
  parts_.lock.NoteNames();
  if (!PurgePending(heap)) TrimIfLow();  // nothing was doomed
  if (parts_.settings.begin_incremental && !parts_.cycle.IsFull()) return;
  parts_.cycle.TellOfProgress(Allowed::kBegin);
  TimeSlice slice(parts_.environment, 0);
  while (WhatIsNext(heap) == Doing::kBeginning && RunStage(heap, slice) != 0) continue;
  parts_.cycle.TellOfProgress(Allowed::kBegin);
  Count(slice);
}

void CollectionRun::FinishAll() {
  Heap& heap = parts_.heap;
  FinishMarking();
  TimeSlice slice(parts_.environment, 0);
  while (heap.PurgePending() && RunStage(heap, slice) != 0) {
    parts_.cycle.TellOfProgress(Allowed::kBegin);
  }
  Count(slice);
}

// Waits for objects that are not ready, with the lock released, because another thread may have to
// make them ready.
void CollectionRun::AwaitUnready() {
  Heap& heap = parts_.heap;
  const Settings& settings = parts_.settings;
  Environment& environment = parts_.environment;
  const Nanoseconds since = environment.Now();
  Unready unready = heap.FinishPurge({});
  while (unready && heap.failure() == nullptr) {
    if (environment.Now() - since >= NanosecondsOf(settings.purge_grace)) {
      unready.culprits.resize(
          std::min<std::size_t>(unready.culprits.size(), settings.purge_culprits));
      return environment.NotReadyInTime(unready);
    }
    {
      // No step runs while the lock is free: a worker may make objects (S3.9).
      const StepPause between(heap.collector().population.activity);
      parts_.lock.Release();
      environment.Pause();
      parts_.lock.Acquire();
    }
    unready = heap.FinishPurge({});
  }
}

void CollectionRun::GatherOnce() {
  Heap& heap = parts_.heap;
  TimeSlice slice(parts_.environment, GatherLimit(parts_.settings));
  while (heap.phase() == Phase::kGathering && RunStage(heap, slice) != 0) {
    if (slice.IsOver()) break;
  }
  Count(slice);
  if (heap.phase() == Phase::kIdle) BeginAtOnce();
}

// With no purge pending, it polls the waiting objects once. It gets on however small the limit, and
// though a subscriber takes all of its time.
void CollectionRun::PurgeOnce() {
  Heap& heap = parts_.heap;
  const Settings& settings = parts_.settings;
  TimeSlice slice(parts_.environment, CurrentPurgeLimit(settings, parts_.environment));
  Work done = heap.PurgePending() ? 0 : RunStage(heap, slice, settings.purge_poll);
  parts_.cycle.TellOfProgress(Allowed::kAll);
  while (heap.PurgePending() && (done == 0 || !slice.IsOver())) {
    const bool begins = WhatIsNext(heap) == Doing::kBeginning;
    done = RunStage(heap, slice, begins ? settings.begin_poll : settings.purge_poll);
    if (done == 0) break;
    if (!heap.PurgePending()) TrimIfLow();
    parts_.cycle.TellOfProgress(Allowed::kAll);
  }
  Count(slice);
}

// S14.3: the notice "complete" says that this is done, too.
void CollectionRun::TrimIfLow() {
  const Settings& settings = parts_.settings;
  if (IsLow(settings, CurrentLoad(settings, parts_.environment))) parts_.heap.Trim();
}

void CollectionRun::MarkingSlice() {
  const Busy busy(*this, false);
  {
    const SliceLock::Held held(parts_.lock, true);
    MarkOnce();
  }
  parts_.cycle.TellAfterRelease();
}

void CollectionRun::PurgeSlice() {
  Heap& heap = parts_.heap;
  if (!PurgePending(heap) && !HasWaiting(heap.collector().purger)) return;
  const Busy busy(*this, false);
  {
    const bool gather = heap.phase() == Phase::kGathering;
    const SliceLock::Held held(parts_.lock, gather);
    if (gather) {
      GatherOnce();
    } else {
      PurgeOnce();
    }
  }
  parts_.cycle.TellAfterRelease();
}

}  // namespace GC_BUILD
}  // namespace gc
