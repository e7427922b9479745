#include "core/schedule/slice.h"

#include <algorithm>
#include <atomic>

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

constexpr Work kMostSlots = 1024;  // between two readings of the clock

// Marking asks its deadline after each batch of objects, and scans no more in one than the
// allowance says. This one reads the clock only when enough was scanned since the last reading. It
// passes when the time is over, and also when marking is. Workers that share the marking ask
// another one, which is only about the time; the next reading of this one goes on from their last.
class MarkingWatch {
 public:
  MarkingWatch(const Heap& heap, TimeSlice& slice, Work poll)
      : heap_(heap), slice_(slice), poll_(poll) {
    Allow();
  }

  Deadline ForMarking() {
    return {.clock = {.now = IsOver, .context = this},
            .at = 1,
            .allowance = &allowance_,
            .of_workers = &of_workers_};
  }

 private:
  static Nanoseconds IsOver(void* self) {
    return static_cast<MarkingWatch*>(self)->IsOverNow() ? 1 : 0;
  }
  static Nanoseconds WorkersLook(void* self) {
    MarkingWatch& watch = *static_cast<MarkingWatch*>(self);
    const Nanoseconds now = watch.limit_.clock.Now();
    const Nanoseconds noted = now + 1;
    Nanoseconds last = watch.last_of_workers_.load(std::memory_order_relaxed);
    while (last < noted &&
           !watch.last_of_workers_.compare_exchange_weak(last, noted, std::memory_order_relaxed)) {
    }
    return now;
  }

  const Marker& marker() const { return heap_.collector().marker; }
  Work Most() const { return std::min(slice_.Allowed(), kMostSlots); }

  // The weight of the next unit. One that scans nothing takes a whole list.
  Work Next() const {
    const PagedList<Object*>& work = heap_.collector().wavefront.work();
    return work.empty() ? kMostSlots : WeightOf(*work.back());
  }

  void Allow() {
    const MarkProgress& now = marker().scanner().progress();
    allowance_ = {.units = poll_ - (now.units - last_.units),
                  .weight = Most() - (now.weight - last_.weight)};
  }

  bool IsOverNow() {
    if (over_ || WhatIsNext(heap_) != Doing::kMarking) return true;
    const MarkProgress& now = marker().scanner().progress();
    const Nanoseconds shared_until = last_of_workers_.exchange(0, std::memory_order_relaxed);
    const bool is_shared = shared_until != 0;
    if (is_shared || now.units - last_.units >= poll_ ||
        now.weight - last_.weight + Next() > Most()) {
      slice_.NoteLarge(now.larges != last_.larges ? now.large : kNoIndex);
      over_ = is_shared ? slice_.IsOverAfterSharing(shared_until - 1)
                        : slice_.IsOverAfter(now.sure - last_.sure);
      last_ = now;
    }
    Allow();
    return over_;
  }

  const Heap& heap_;
  TimeSlice& slice_;
  const Work poll_;
  MarkProgress last_ = marker().scanner().progress();  // at the last reading of the clock
  Allowance allowance_;
  const Deadline limit_ = slice_.AsDeadline();
  const Deadline of_workers_ = {.clock = {.now = WorkersLook, .context = this}, .at = limit_.at};
  // One more than when they looked last; 0: they have not, since the last reading.
  std::atomic<Nanoseconds> last_of_workers_{0};
  bool over_ = false;
};

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
      limit_(NanosecondsOf(limit)),
      start_(environment.Now()),
      last_look_(start_) {}

bool TimeSlice::IsOver() {
  if (!IsLimited()) return false;
  const Nanoseconds now = environment_.Now();
  if (now - last_look_ > worst_step_) {
    worst_step_ = now - last_look_;
    worst_object_ = large_;
  }
  large_ = kNoIndex;
  last_look_ = now;
  return now - start_ >= limit_;
}

// The pace may have been that of cheap work, so the weight at most doubles from one reading to the
// next. What has no weight says nothing of the pace.
bool TimeSlice::IsOverAfter(Work weight) {
  const Nanoseconds before = last_look_;
  const bool over = IsOver();
  const Nanoseconds took = std::max<Nanoseconds>(1, last_look_ - before);
  const Nanoseconds tenth = limit_ / 10;
  allowed_ = static_cast<Work>(static_cast<double>(weight) * static_cast<double>(tenth) /
                               static_cast<double>(took));
  allowed_ = std::clamp<Work>(allowed_, 1, std::max<Work>(1, 2 * weight));
  return over;
}

bool TimeSlice::IsOverAfterSharing(Nanoseconds last_look) {
  last_look_ = std::max(last_look_, last_look);
  allowed_ = 1;
  return IsOver();
}

Deadline TimeSlice::AsDeadline() const {
  return {.clock = environment_.clock(), .at = start_ + limit_};
}

Work RunStage(Heap& heap, TimeSlice& slice, Work poll) {
  const Doing doing = WhatIsNext(heap);
  Work done = 0;
  if (doing == Doing::kMarking && slice.IsLimited()) {
    MarkingWatch watch(heap, slice, poll);
    done = heap.TickUntil(watch.ForMarking());
  } else if (doing == Doing::kGathering) {
    GatherWatch watch{heap, slice.environment_,
                      slice.IsLimited() ? slice.start_ + slice.limit_ : 0};
    done = heap.TickUntil({.clock = {.now = GatherWatch::IsOver, .context = &watch}, .at = 1});
    slice.IsOver();
  } else {
    Work ticked = 0;
    do {
      const Work most = slice.IsLimited() ? std::min(poll, slice.Allowed()) : kUnlimited;
      ticked = heap.Tick(std::min(most, SafeBudget(heap, doing)));
      done += ticked;
    } while (ticked != 0 && !slice.IsOverAfter(ticked) && doing != Doing::kNothing &&
             WhatIsNext(heap) == doing);
  }
  slice.units += done;
  return done;
}

}  // namespace GC_BUILD
}  // namespace gc
