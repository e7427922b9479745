#include "core/schedule/slice.h"

#include <algorithm>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The number of units that can be done without passing the end of the stage.
Work SurelyLeft(const Collector& collector) {
  const Purger& purger = collector.purger;
  switch (purger.stage()) {
    case Stage::kBegin:
    case Stage::kPoll:
      return purger.batch().size() - purger.next();
    case Stage::kFree:
      return purger.finished().size() - purger.freed();
    case Stage::kNone:
      break;
  }
  return 1;
}

// A number of units that cannot pass the end of the stage. While marking, once the initial
// references are taken, every unit but the last scans one waiting entry. When only waiting objects
// are left to be polled, a round begins with one unit.
Work SafeBudget(const Heap& heap, Doing doing) {
  const Collector& collector = heap.collector();
  if (doing == Doing::kNothing) return 1;
  if (doing != Doing::kMarking) return std::max<Work>(1, SurelyLeft(collector));
  if (!collector.marker.InitialReferencesTaken()) return 1;
  return std::max<Work>(1, collector.wavefront.work().size());
}

// A gather tests its deadline by itself, perhaps on several worker threads. This deadline passes
// when the time is over, and also when the gather is.
struct GatherWatch {
  const Heap& heap;
  Environment& environment;
  const Nanoseconds end;  // in nanoseconds; 0: no limit

  static Nanoseconds IsOver(void* self) {
    const GatherWatch& watch = *static_cast<const GatherWatch*>(self);
    if (WhatIsNext(watch.heap) != Doing::kGathering) return 1;
    return watch.end != 0 && watch.environment.Now() >= watch.end ? 1 : 0;
  }
};

}  // namespace

Doing WhatIsNext(const Heap& heap) {
  if (heap.phase() == Phase::kMarking) return Doing::kMarking;
  switch (heap.collector().purger.stage()) {
    case Stage::kBegin:
      return Doing::kBeginning;
    case Stage::kPoll:
      return Doing::kFinishing;
    case Stage::kFree:
      return Doing::kFreeing;
    case Stage::kNone:
      break;
  }
  return heap.phase() == Phase::kGathering ? Doing::kGathering : Doing::kNothing;
}

TimeSlice::TimeSlice(Environment& environment, double limit)
    : environment_(environment),
      limit_(static_cast<Nanoseconds>(limit * kNanosecondsPerSecond)),
      start_(environment.Now()),
      last_look_(start_) {}

bool TimeSlice::IsOver() {
  if (!IsLimited()) return false;
  const Nanoseconds now = environment_.Now();
  worst_step_ = std::max(worst_step_, now - last_look_);
  last_look_ = now;
  return now - start_ >= limit_;
}

Work RunStage(Heap& heap, TimeSlice& slice, Work poll) {
  const Doing doing = WhatIsNext(heap);
  Work done = 0;
  if (doing == Doing::kGathering) {
    GatherWatch watch{heap, slice.environment_,
                      slice.IsLimited() ? slice.start_ + slice.limit_ : 0};
    done = heap.TickUntil({.clock = {.now = GatherWatch::IsOver, .context = &watch}, .at = 1});
    slice.IsOver();
  } else {
    Work ticked = 0;
    do {
      const Work most = slice.IsLimited() ? poll : kUnlimited;
      ticked = heap.Tick(std::min(most, SafeBudget(heap, doing)));
      done += ticked;
    } while (ticked != 0 && !slice.IsOver() && doing != Doing::kNothing &&
             WhatIsNext(heap) == doing);
  }
  slice.units += done;
  return done;
}

}  // namespace GC_BUILD
}  // namespace gc
