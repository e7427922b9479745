// core/collect/cycle.cc -- the cycle: which unit of work comes next.
//
//     idle --start: flip and roots--> marking --end check--> gathering --last index--> idle
//                                                                          | doomed
//                                       purge: begin all, poll each, free all
//
// A purge runs beside the phases: a new cycle may start while a purge is pending. Units then go to
// marking first; when marking has ended, the purge goes on, and the gather waits for it. Otherwise
// the new gather could free an object to which a doomed object of the older cycle still refers.
//
// A tick ends where a cycle ends, and where a round of the waiting list ends, so an object that is
// not ready is asked once in each tick.
//
// Upholds: flip-precondition, end-needs-empty, finish-before-free (by the order of units).
// Read next: core/collect/marker.h.

#include "core/collect/collector.h"

#include <algorithm>

namespace gc {
inline namespace GC_BUILD {

// A step is taken where nothing else uses the heap: not inside a constructor or a callback, not
// while referencers are asked or an object shows its references, and if there are other mutators,
// under the lock that keeps them out.
void Collector::BeginStep() {
  GC_CHECK(population, population.activity.Calls() == 0 && !outside.IsAsking(), Rule::kScanIsAtomic,
           kNoIndex,
           "no collector step may be asked for from a constructor, a callback or a referencer");
  GC_CHECK(population, !population.activity.DoesUnits(), Rule::kScanIsAtomic, kNoIndex,
           "no collector step may be asked for by an object that shows its references");
  if (!population.sharing.MayStep()) {
    Abort(Misuse{.rule = Rule::kLockExcludes,
                 .sentence = "a step of a heap with a lock is taken under it, by the lock's thread",
                 .where = GC_HERE});
  }
  TakeOver();
}

void Collector::TakeOver() {
  wavefront.TakeShared();
  wavefront.Settle();
}

// A flip exchanges the meanings of two bits, so before it nothing may be white and no list may hold
// anything: there is no flip while marking or a gather is pending.
bool Collector::StartCycle(ObjectFlags mask) {
  if (population.phase() == Phase::kMarking &&
      population.Obeys(Rule::kFlipPrecondition, Fault::kSwapWhileTracing, GC_HERE)) {
    return false;
  }
  if (population.phase() == Phase::kGathering &&
      population.Obeys(Rule::kFlipPrecondition, Fault::kSwapWhileGathering, GC_HERE)) {
    return false;
  }
  roots.BeginMask(mask);
  marker.Begin();
  return true;
}

// The mask adds roots to a marking that is pending too, or that cycle would free what the mask is
// to keep.
void Collector::CollectAll(ObjectFlags mask) {
  const StepScope scope(population.activity, Step::kCollect);
  if (population.phase() == Phase::kMarking && !population.Stopped()) {
    roots.AddMask(mask);
    marker.MarkMasked();
  }
  while (Pending() && !population.Stopped()) Run(kUnlimited);
  TakeOver();
  if (!population.Stopped()) {
    const StepScope start(population.activity, Step::kStart);
    StartCycle(mask);
  }
  while (Pending() && !population.Stopped()) Run(kUnlimited);
  purger.Wait();
}

void Collector::StartRound() {
  purger.BeginRound();
  Settle();
}

Unit Collector::NextUnit(Only only) {
  if (population.phase() == Phase::kMarking && only == Only::kAll) return marker.NextUnit();
  if (purger.Pending()) return purger.NextUnit();
  if (population.phase() == Phase::kGathering) return Unit::kGather;
  return Unit::kNone;
}

// Does units of one kind, as many as there are and the budget allows, and returns how many.
Work Collector::Do(Unit unit, Work budget, const Deadline& until) {
  switch (unit) {
    case Unit::kInitialReferences:
      marker.TakeInitialReferences();
      marker.scanner().NoteList();
      return 1;
    case Unit::kScan:
      return marker.scanner().ScanSome(budget, until);
    case Unit::kBarrierList:
      wavefront.TakeBarrierList();
      marker.scanner().NoteList();
      return 1;
    case Unit::kEndCheck:
      marker.scanner().NoteList();
      if (marker.CheckEnd()) EndMarking();
      return 1;
    case Unit::kGather:
      if (budget == kUnlimited && !until.clock.Runs() && MaySweep()) return SweepPlain();
      return gatherer.Some(budget, until);
    case Unit::kBegin:
      return purger.BeginSome(budget);
    case Unit::kPoll:
      return purger.PollSome(budget);
    case Unit::kFree:
      return purger.FreeSome(budget);
    case Unit::kNone:
      break;
  }
  return 0;
}

// Whether what is left of a gather may be swept; not if it has doomed something, which may look at
// the rest. What waits to be asked again looks at nothing: it has let go of its references.
bool Collector::MaySweep() const {
  if (!gatherer.HasNothing()) return false;
  return plain_sweep.MayBegin(gatherer.next(), gatherer.end());
}

// As many units as if each object had gone through the stages.
Work Collector::SweepPlain() {
  const Work freed = plain_sweep.Free(gatherer.next(), gatherer.end());
  return gatherer.PassAll() + PlainSweep::kStages * freed;
}

// With a deadline, does one unit at a time and then reads the clock; a gather and a scan read it by
// themselves.
Work Collector::Run(Work budget, const Deadline& until, Only only) {
  const UnitsScope running(population.activity);
  // The guard is more than any cycle takes: a heap in which a rule was broken must not run for
  // ever.
  const std::size_t grey = wavefront.work().size() + wavefront.barrier().size();
  const Work guard = 64 + Work{128} * (population.table.End() + grey);
  Work done = 0;
  while (done < budget && !population.Stopped()) {
    wavefront.TakeShared();
    const Unit unit = NextUnit(only);
    const bool looks_itself = unit == Unit::kGather || unit == Unit::kScan;
    // What is unlimited stays so, whatever was done before: a gather asks.
    const Work left = budget == kUnlimited ? kUnlimited : budget - done;
    const Work spent = Do(unit, until.clock.Runs() && !looks_itself ? 1 : left, until);
    if (spent == 0) break;
    done += spent;
    // What no list had room for may be looked for once for each object that was marked.
    const Work again =
        std::min(marker.scanner().again(), Work{population.table.End()} * population.table.End());
    GC_ASSERT(population, done <= guard + again, Rule::kEndNeedsEmpty, kNoIndex,
              "a cycle must end within a bound");
    if (Settle() || until.Passed()) break;
  }
  wavefront.TakeShared();
  purger.Send();
  return done;
}

// From here on what is white is doomed. The barrier is switched off in the same step, and the
// gather's range is the indices that exist now.
void Collector::EndMarking() {
  if constexpr (kFaulty) marker.EndWithFaults();
  population.colours.Enter(Phase::kGathering);
  gatherer.Begin();
  population.Publish({.kind = EventKind::kEndCheck, .flag = 1});
}

// Goes over to the next phase or stage where one is done. True where a tick ends.
bool Collector::Settle() {
  if (population.phase() == Phase::kGathering && !purger.Pending() && gatherer.IsOver()) {
    population.colours.Enter(Phase::kIdle);
    gatherer.Finish();
    clusters.Bury();
    purger.Begin(gatherer.Gathered(), gatherer.Chained());
  }
  return purger.Pending() && purger.IsOver();
}

}  // namespace GC_BUILD
}  // namespace gc
