// core/schedule/collection_run.h -- runs one collection, from its first notice to its last, or a
// slice of it.
//
// A cycle may be taken in slices, and a caller may demand a collection in the middle of one. Then
// the pending cycle is finished first. Objects that became unreachable after it began would survive
// it, so a cycle of its own follows, unless the pending phase was marking and the demand was not
// for a full collection.
//
// Every step is taken under the lock. One slice may contain:
//
//     slice of   does                          and, if nothing of it is left
//     marking    scanning                      the gather, unless that is sliced
//     a gather   a part of its range           begin-destroy, unless that is sliced
//     a purge    begin, finish, free, while there is time
//
// CollectionRun knows whether a collection is running, because collections do not nest. It makes
// the heap work, tells the notices of the cycle, restarts the timers when a collection begins, and
// counts its slices into the report of the frame.
//
// Thread rules: the collector's thread only.
//
// Upholds: lock-excludes (no step outside the lock).   Read next: core/schedule/slice.h.

#pragma once

#include <cstdint>
#include <optional>
#include <source_location>
#include <string_view>

#include "core/base/clock.h"
#include "core/base/work.h"
#include "core/heap/heap.h"
#include "core/object/object_flags.h"
#include "core/schedule/collection_requests.h"
#include "core/schedule/cycle_notices.h"
#include "core/schedule/decision.h"
#include "core/schedule/environment.h"
#include "core/schedule/settings.h"
#include "core/schedule/slice.h"
#include "core/schedule/slice_lock.h"

namespace gc {
inline namespace GC_BUILD {

// What a frame did and cost, all its ticks together.
struct FrameReport {
  std::string_view row;  // the decisive row of the decision table, for the last tick
  Act act = Act::kNothing;
  bool started = false;  // a collection began
  // The place in the user's code that asked for it; none: its time had come, or a setting asked.
  std::optional<std::source_location> asked_at;
  std::uint32_t slices = 0;  // slices of marking, a gather or a purge
  Work units = 0;
  Nanoseconds pause = 0;       // including subscribers and waiting for the lock
  Nanoseconds worst_step = 0;  // the longest time between two readings of the clock
  // The object of many slots that was scanned in that time: it, and no limit, decides how long such
  // a step takes. kNoIndex: there was none.
  Index worst_object = kNoIndex;
};

// How a collection is to be done.
struct Demand {
  bool full = true;        // purges all that was unreachable
  bool wait = true;        // waits for sections; otherwise it is a try, which fails if one is open
  bool sliced = false;     // a cycle that is not full ends with its first slice of marking
  bool scheduled = false;  // of a tick: it grants what was asked for before it begins
  bool trim = false;       // a full one gives memory back at its end
  ObjectFlags mask = object_flag::kNone;  // objects with any of these flags are roots
};

class CollectionRun {
 public:
  // What a run works with; all of it must outlive the run.
  struct Parts {
    Heap& heap;
    const Settings& settings;
    Environment& environment;
    SliceLock& lock;
    CycleNotices& cycle;
    CollectionRequests& requests;
    FrameReport& report;
  };
  explicit CollectionRun(const Parts& parts) : parts_(parts) {}
  CollectionRun(const CollectionRun&) = delete;
  CollectionRun& operator=(const CollectionRun&) = delete;

  // Whether a collection or a slice is running. The three calls below must not be made then.
  bool IsBusy() const { return busy_; }
  // Whether a call that purges fully is running.
  bool IsPurgingFully() const { return purging_fully_; }

  // Returns false if the demand was a try and it failed.
  bool Collect(const Demand& demand);
  // Marks for as long as the settings say.
  void MarkingSlice();
  // Continues a gather or a purge, or polls the objects that were not ready.
  void PurgeSlice();

 private:
  class Busy;

  bool MayStart(const Demand& demand);
  bool IsPutOffByLoading() const;
  bool MeetsConstruction(const Demand& demand) const;
  bool FinishPending(const Demand& demand);
  void RunCycle(const Demand& demand);
  Heap::Marking HowToMark(const Demand& demand) const;
  void MarkOnce();
  void FinishMarking();
  void FinishGather();
  void BeginAtOnce();
  void FinishAll();
  void AwaitUnready();
  void GatherOnce();
  void PurgeOnce();
  void TrimIfLow();
  void Count(const TimeSlice& slice);

  const Parts parts_;
  bool busy_ = false;
  bool purging_fully_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
