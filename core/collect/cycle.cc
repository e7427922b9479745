// core/collect/cycle.cc -- the cycle: which unit of work comes next.
//
//     idle --Start: flip and roots--> marking --end check--> gathering --last index--> idle
//                                                                          | doomed
//                                       purge: begin all, poll each, free all
//
// A purge goes on beside the phases: a new cycle may start while one is pending. Units then go to
// the trace first; when it has ended, the purge goes on, and the gather waits for it: a doomed
// object of the older cycle may still refer to one that the new gather would let be freed first.
//
// A tick ends where a cycle ends, and so does a round of the waiting list: whoever is not ready is
// asked once in each.
//
// Upholds: flip-precondition, end-needs-empty, finish-before-free (the order of choice).
// Read next: core/collect/marker.cc.

#include "core/collect/collector.h"
#include "core/collect/running.h"

namespace gc {
inline namespace GC_BUILD {

// A step is taken where nobody else uses the heap: not inside a constructor or a callback, and if
// there are other mutators, under the lock that keeps them out. What they shaded is taken over
// first, so that whatever the step does, whoever looks afterwards finds what is grey in a list.
void Collector::BeginStep() {
  GC_CHECK(*this, calling.Count() == 0, Rule::kScanIsAtomic, kNoIndex,
           "no collector step may be asked for from a constructor or a callback");
  if (!sharing.MayStep()) {
    Abort(Misuse{.row = "S7.1, rule lock-excludes",
                 .sentence = "a step of a heap with a lock is taken under it, by the lock's thread",
                 .where = GC_HERE});
  }
  TakeShared();
}

// A flip exchanges meanings, so nothing may be white and no list may hold anything: there is no
// flip while a trace or a gather is pending.
bool Collector::Start(ObjectFlags root_mask) {
  BeginStep();
  if (Stopped()) return false;
  const StepScope scope(*this, Step::kStart);
  if (phase == Phase::kMarking &&
      Obeys(Rule::kFlipPrecondition, Fault::kSwapWhileMarking, GC_HERE)) {
    return false;
  }
  if (phase == Phase::kGathering &&
      Obeys(Rule::kFlipPrecondition, Fault::kSwapWhileGathering, GC_HERE)) {
    return false;
  }
  mask = root_mask;
  workers != nullptr&& first_referencer != nullptr ? FlipAndAsk() : Flip();
  return true;
}

Work Collector::Tick(Work budget) {
  BeginStep();
  const StepScope scope(*this, Step::kTick);
  if (!Pending() && !purge.waiting.empty() && budget > 0) {
    BeginPurge();
    Settle();
  }
  return Run(budget);
}

Work Collector::TickUntil(const Deadline& until) {
  deadline = until;
  const Work done = Tick(kUnlimited);
  deadline = {};
  return done;
}

// The mask adds roots to the trace that is pending too, or what it is to keep would be lost to it.
void Collector::Collect(ObjectFlags root_mask) {
  BeginStep();
  GC_CHECK(*this, constructing.empty(), Rule::kEndNeedsEmpty, constructing.back()->header().index,
           "a whole cycle must not be asked for while an object is pending construction");
  const StepScope scope(*this, Step::kCollect);
  mask = root_mask;
  if (phase == Phase::kMarking && !Stopped()) MarkMasked();
  while (Pending() && !Stopped()) Run(kUnlimited);
  Start(root_mask);
  while (Pending() && !Stopped()) Run(kUnlimited);
  if (destroyer != nullptr) destroyer->Wait();
}

Unit Collector::NextUnit() {
  if (phase == Phase::kMarking) return NextMarkingUnit();
  if (purge.stage != Stage::kNone) return NextPurgeUnit();
  if (phase == Phase::kGathering) return Unit::kGather;
  return Unit::kNone;
}

Unit Collector::NextMarkingUnit() {
  if (trace.end_decided) return Unit::kEndCheck;
  if (!trace.initial_references_taken &&
      (trace.ran_dry || Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnfinishedTask))) {
    return Unit::kInitialReferences;
  }
  if (!work.empty()) return Unit::kScan;
  trace.ran_dry = true;
  if (!barrier.empty() && Obeys(Rule::kEndNeedsEmpty, Fault::kLookAtOneList, GC_HERE)) {
    return Unit::kBarrierList;
  }
  // construction-is-kept: what is not constructed was not scanned.
  if (!constructing.empty() && Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnconstructed, GC_HERE)) {
    return Unit::kNone;
  }
  return Unit::kEndCheck;
}

Unit Collector::NextPurgeUnit() {
  switch (purge.stage) {
    case Stage::kBegin:
      return Unit::kBegin;
    case Stage::kPoll:
      if (purge.freed < purge.finished.size() &&
          !Obeys(Rule::kFinishBeforeFree, Fault::kFreeEachAtOnce, GC_HERE)) {
        return Unit::kFree;
      }
      return Unit::kPoll;
    case Stage::kFree:
      return Unit::kFree;
    case Stage::kNone:
      break;
  }
  return Unit::kNone;
}

// Does units of one kind, as many as the budget allows and there are, and answers how many.
Work Collector::Do(Unit unit, Work budget) {
  switch (unit) {
    case Unit::kInitialReferences:
      TakeInitialReferences();
      return 1;
    case Unit::kScan:
      return ScanSome(budget);
    case Unit::kBarrierList:
      TakeBarrierList();
      return 1;
    case Unit::kEndCheck:
      CheckEnd();
      return 1;
    case Unit::kGather:
      return GatherSome(budget);
    case Unit::kBegin:
      BeginNext();
      return 1;
    case Unit::kPoll:
      PollNext();
      return 1;
    case Unit::kFree:
      FreeNext();
      return 1;
    case Unit::kNone:
      break;
  }
  return 0;
}

// Works until the budget is spent, nothing is left to do, or a cycle or a round has ended. With a
// deadline it is looked at after each unit; a gather does that by itself.
Work Collector::Run(Work budget, Only only) {
  // More than any cycle takes: a heap in which a rule was broken must not run for ever.
  const Work guard = units + 64 + Work{128} * (table.End() + work.size() + barrier.size());
  Work done = 0;
  while (done < budget && !Stopped()) {
    TakeShared();
    const Unit unit =
        only == Only::kPurge && phase == Phase::kMarking ? NextPurgeUnit() : NextUnit();
    const bool one = deadline.clock.Runs() && unit != Unit::kGather;
    const Work spent = Do(unit, one ? 1 : budget - done);
    if (spent == 0) break;
    done += spent;
    units += spent;
    GC_ASSERT(*this, units <= guard, Rule::kEndNeedsEmpty, kNoIndex,
              "a cycle must end within a bound");
    if (Settle() || deadline.Passed()) break;
  }
  TakeShared();
  if (destroyer != nullptr) destroyer->Send();
  return done;
}

// Goes over to what comes next where something is done. True where a tick ends.
bool Collector::Settle() {
  if (phase == Phase::kGathering && purge.stage == Stage::kNone && gather.next == gather.end) {
    phase = Phase::kIdle;
    EndGather();
    if (clusters.Any()) BuryClusters();
    Listen();
    BeginPurge();
    while (!begin_in_slices && purge.next < purge.batch.size()) BeginNext();
  }
  return purge.stage != Stage::kNone && PurgeIsOver();
}

}  // namespace GC_BUILD
}  // namespace gc
