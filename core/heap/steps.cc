// core/heap/steps.cc -- the collector's steps, as the user asks for them.
//
// A step is one call: nothing else happens in the heap meanwhile, and when it returns, every grey
// object is in a list of the collector. A purge slice may gather and purge; it never marks.
//
// Only a full purge waits for objects that are not ready to finish, and not for ever: such an
// object may wait for a fence that is never signalled. When the grace time is over, FinishPurge
// names the objects that still wait; later ticks go on asking them.
//
// Upholds: wait-is-revisited, flip-precondition.
// Read next: core/collect/cycle.cc.

#include <thread>

#include "core/collect/collector.h"
#include "core/heap/heap.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

bool StartCycle(Collector& collector, ObjectFlags mask) {
  const Use use(collector.population, "Start");
  collector.BeginStep();
  if (collector.population.Stopped()) return false;
  const StepScope scope(collector.population.activity, Step::kStart);
  return collector.StartCycle(mask);
}

Work TickOnce(Collector& collector, Work budget, const Deadline& until) {
  const Use use(collector.population, "Tick");
  collector.BeginStep();
  const StepScope scope(collector.population.activity, Step::kTick);
  if (!collector.Pending() && HasWaiting(collector.purger) && budget > 0) {
    collector.StartRound();
  }
  return collector.Run(budget, until);
}

bool PurgeSome(Collector& collector, Work budget, const Deadline& until) {
  const Use use(collector.population, "Purge");
  collector.BeginStep();
  const StepScope scope(collector.population.activity, Step::kTick);
  Work done = 0;
  while (collector.PurgeOrGatherPending() && done < budget && !collector.population.Stopped()) {
    const Work spent = collector.Run(budget - done, until, Collector::Only::kPurge);
    done += spent;
    if (spent == 0 || until.Passed()) break;
  }
  return !collector.PurgeOrGatherPending();
}

}  // namespace

bool Heap::Start(ObjectFlags mask, Marking marking) {
  if (marking == Marking::kInSlices) collector_->births.raw_fields().CheckMayMarkInSlices();
  return StartCycle(*collector_, mask);
}

Work Heap::Tick(Work budget) { return TickOnce(*collector_, budget, {}); }
Work Heap::TickUntil(const Deadline& deadline) {
  return TickOnce(*collector_, kUnlimited, deadline);
}

void Heap::Collect(ObjectFlags mask) {
  const Use use(collector_->population, "Collect");
  Collector& collector = *collector_;
  Population& heap = collector.population;
  const std::vector<Object*>& constructing = collector.construction.pending();
  collector.BeginStep();
  GC_CHECK(heap, constructing.empty(), Rule::kEndNeedsEmpty, constructing.back()->header().index,
           "a whole cycle must not be asked for while an object is pending construction");
  collector.CollectAll(mask);
}

bool Heap::Purge(Work budget) { return PurgeSome(*collector_, budget, {}); }
bool Heap::PurgeUntil(const Deadline& deadline) {
  return PurgeSome(*collector_, kUnlimited, deadline);
}

// Every object that waits is asked once more at least; without a clock, exactly once.
Unready Heap::FinishPurge(const Deadline& grace) {
  Collector& collector = *collector_;
  const Purger& purger = collector.purger;
  PurgeSome(collector, kUnlimited, {});
  while (HasWaiting(purger) && !collector.population.Stopped()) {
    collector.StartRound();
    PurgeSome(collector, kUnlimited, {});
    if (!HasWaiting(purger) || !grace.clock.Runs() || grace.Passed()) break;
    std::this_thread::yield();
  }
  collector.purger.Wait();
  return purger.Unfinished();
}

void Heap::Trim() {
  Collector& collector = *collector_;
  collector.BeginStep();
  collector.purger.Wait();  // the worker frees memory, too
  const TableLock lock(collector.population.sharing);
  collector.memory.Trim();
  collector.population.table.Trim();
  collector.wavefront.Trim();
  collector.marker.Trim();
  collector.gatherer.Trim();
  collector.purger.Trim();
  collector.serials.Trim();
}

void Heap::BeginDestroy(Object* object) {
  const Use use(collector_->population, "BeginDestroy");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (Fits(heap, object,
           {.call = "BeginDestroy",
            .sentence = "only an object of this heap that is not doomed is begun by hand",
            .where = GC_HERE,
            .rule = Rule::kBeginFinishFree,
            .doomed = Requirement::Doomed::kForbidden})) {
    collector_->purger.BeginByHand(*object);
  }
}

Phase Heap::phase() const { return collector_->population.phase(); }
bool Heap::PurgePending() const { return collector_->purger.Pending(); }

}  // namespace GC_BUILD
}  // namespace gc
