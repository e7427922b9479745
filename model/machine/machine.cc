// model/machine/machine.cc -- a switch over the verbs, and one over the units.

#include "model/machine/machine.h"

namespace model {

using gc::Fault;
using reference::EventKind;
using reference::Verb;

Outcome Machine::Apply(State& state, const Step& step, FactSink* sink) const {
  if (!mutation_) return Do(state, step, sink);
  const State before = state;
  const Outcome outcome = Do(state, step, sink);
  mutation_->Undo(step, before, state);
  return outcome;
}

Outcome Machine::Do(State& state, const Step& step, FactSink* sink) const {
  Outcome outcome;
  if (step.deed != Deed::kVerb) {
    outcome.finding = DoDeed(state, step, sink);
    return outcome;
  }
  switch (step.verb) {
    case Verb::kTick:
    case Verb::kPurge:
      outcome.finding = Tick(state, step, sink);
      break;
    case Verb::kStart:
      marker_.Flip(state, sink, step.order);
      EndStep(state);
      break;
    case Verb::kCreate:
    case Verb::kRecreate:
      mutator_.Create(state, step.object, step.flag);
      break;
    case Verb::kCopy:
      mutator_.Copy(state, step.object, step.target);
      break;
    case Verb::kCreateNamed:
      mutator_.CreateNamed(state, step.object);
      break;
    case Verb::kReserve:
      mutator_.Reserve(state, step.object);
      break;
    case Verb::kComplete:
      mutator_.Complete(state, step.object);
      break;
    case Verb::kPermanent:
      mutator_.CreatePermanent(state, step.object);
      break;
    case Verb::kResurrect:
      mutator_.SetResurrection(state, step.object, step.target, step.target_field);
      break;
    case Verb::kStore:
      outcome.refused = !mutator_.Store(state, step.object, step.field, step.target);
      break;
    case Verb::kMove:
      mutator_.Move(state, step.object, step.field, step.target, step.target_field);
      break;
    case Verb::kSwap:
      mutator_.Swap(state, step.object, step.field, step.target, step.target_field);
      break;
    case Verb::kOuter:
      mutator_.SetOuter(state, step.object, step.field, step.target);
      break;
    case Verb::kAppend:
      mutator_.Append(state, step.object, step.field, step.target, !step.flag);
      break;
    case Verb::kErase:
      mutator_.Erase(state, step.object, step.field);
      break;
    case Verb::kTake:
      mutator_.Take(state, step.object, step.target);
      break;
    case Verb::kGarbage:
      mutator_.MarkGarbage(state, step.object);
      break;
    case Verb::kCluster:
      outcome.refused = !clusters_.MakeCluster(state, step.object);
      break;
    case Verb::kClusterAdd:
      outcome.refused = !clusters_.AddToCluster(state, step.object, step.target);
      break;
    case Verb::kDissolve:
      clusters_.DissolveClusterOf(state, step.object);
      break;
    case Verb::kRoot:
    case Verb::kUnroot:
      mutator_.SetRoot(state, step.object, step.verb == Verb::kRoot);
      break;
    case Verb::kKeep:
    case Verb::kUnkeep:
      mutator_.SetKept(state, step.object, step.verb == Verb::kKeep);
      break;
    case Verb::kStrongTake:
    case Verb::kStrongDrop:
      mutator_.SetStrong(state, step.object, step.verb == Verb::kStrongTake);
      break;
    case Verb::kHold:
    case Verb::kDrop:
      mutator_.SetHeld(state, step.object, step.verb == Verb::kHold);
      break;
    case Verb::kReferencerHold:
    case Verb::kReferencerProtect:
      mutator_.ReferencerHold(state, step.object, step.hold);
      break;
    case Verb::kReferencerRelease:
      Mutator::ReferencerRelease(state, step.hold);
      break;
    case Verb::kReady:
      Mutator::SetReady(state, step.object, step.flag);
      break;
    case Verb::kWeakMake:
      mutator_.WeakMake(state, step.slot, step.object);
      break;
    case Verb::kWeakCopy:
      Mutator::WeakCopy(state, step.slot, step.other_slot);
      break;
    case Verb::kWeakRead:
      outcome.finding = reader_.WeakRead(state, step.slot, outcome.answer);
      break;
    case Verb::kFind:
      outcome.finding = reader_.Find(state, step.object, outcome.answer);
      break;
    case Verb::kResolve:
      outcome.finding = reader_.Resolve(state, step.object, step.field, step.slot, outcome.answer);
      break;
    case Verb::kAbandon:  // Its object is gone, and the slot means nothing that a state has.
      state.weak[step.slot] = 0;
      state.weak_serial[step.slot] = 0;
      state.weak_true[step.slot] = false;
      break;
    case Verb::kStartKeeping:
      marker_.Flip(state, sink, step.order, true);
      EndStep(state);
      break;
    case Verb::kFlag:
    case Verb::kUnflag:
      mutator_.SetAuthored(state, step.object, step.verb == Verb::kFlag);
      break;
    case Verb::kBeginByHand:
      if (!Has(state.begun, step.object) && sink != nullptr) {
        sink->Fact(EventKind::kBegan, step.object, false);
      }
      mutator_.BeginByHand(state, step.object);
      break;
    case Verb::kIdentify:  // A state has no identities; the object is loaded for it.
      mutator_.Touch(state, step.object);
      break;
    case Verb::kTrim:  // Like a tick that has nothing to do: no memory is kept for later.
      EndStep(state);
      break;
    case Verb::kRename:  // A state has no names, and a renaming shades nothing.
    case Verb::kEnter:   // Sections and questions to the oracle change no heap.
    case Verb::kLeave:
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      break;
    case Verb::kCollect:  // These are several steps, or a scheduler's decision.
    case Verb::kCollectKeeping:
    case Verb::kFinishPurge:
    case Verb::kTryCollect:
    case Verb::kFrame:
      outcome.declared = false;
      break;
  }
  return outcome;
}

std::optional<Finding> Machine::Tick(State& state, const Step& step, FactSink* sink) const {
  if (step.unit == EventKind::kCycleEnd) return Purger::Idle(state);
  std::optional<Finding> finding;
  if (switches_.Faulty(Fault::kIgnoreUnfinishedTask) && state.work == 0) state.ran_dry = true;
  switch (step.unit) {
    case EventKind::kFlip:
      marker_.Flip(state, sink, step.order);
      break;
    case EventKind::kInitialReferences:
      ForEach(static_cast<Mask>(state.carried & ~state.exists), [&](Entry entry) {
        finding = Finding{reference::Property::kSafety, entry};
      });
      marker_.InitialReferences(state, sink, step.order);
      break;
    case EventKind::kBarrierList:
      Marker::TakeBarrierList(state);
      break;
    case EventKind::kScan:
      finding = marker_.Scan(state, step.object, sink);
      break;
    case EventKind::kEndCheck:
      marker_.EndCheck(state, sink, step.order);
      break;
    case EventKind::kGather:
      finding = gatherer_.Visit(state, step.object);
      break;
    case EventKind::kBegin:
      finding = purger_.Begin(state, step.object, sink);
      break;
    case EventKind::kPoll:
      finding = purger_.Poll(state, step.object, sink);
      break;
    case EventKind::kFree:
      finding = purger_.Free(state, step.object, sink);
      break;
    case EventKind::kCycleEnd:  // These are facts, not units.
    case EventKind::kBegan:
    case EventKind::kFinished:
    case EventKind::kFreed:
    case EventKind::kDissolved:
    case EventKind::kFaultCommitted:
      break;
  }
  EndStep(state);
  return finding;
}

std::optional<Finding> Machine::DoDeed(State& state, const Step& step, FactSink* sink) const {
  std::optional<Finding> finding;
  switch (step.deed) {
    case Deed::kFlag:
    case Deed::kUnflag:
      mutator_.SetAuthored(state, step.object, step.deed == Deed::kFlag);
      return finding;
    case Deed::kAskField:
      marker_.AskField(state, step.object, step.field);
      return finding;
    case Deed::kAbandon:
      return mutator_.Abandon(state, step.object);
    case Deed::kBeginByHand:
      mutator_.BeginByHand(state, step.object);
      if (sink != nullptr) sink->Fact(EventKind::kBegan, step.object, false);
      return finding;
    case Deed::kWorkerFrees:
      Remove(state.handed, Bit(step.object));
      if (Has(state.exists, step.object)) finding = {reference::Property::kOrder, step.object};
      return finding;
    case Deed::kReopen:
      HeapEnd::Reopen(state);
      return finding;
    case Deed::kFlipMasked:
    case Deed::kFlipAsking:
    case Deed::kFlipMaskedAsking:
      marker_.Flip(state, sink, step.order, step.deed != Deed::kFlipAsking);
      if (step.deed != Deed::kFlipMasked) marker_.AskBeside(state);
      break;
    case Deed::kMaskMore:
      marker_.AddMask(state, sink, step.order);
      break;
    case Deed::kWorkerVisits:
      finding = gatherer_.VisitByWorker(state, step.object);
      break;
    case Deed::kJoin:
      finding = gatherer_.Join(state);
      break;
    case Deed::kHandOver:
      finding = purger_.HandOver(state, step.object, sink);
      break;
    case Deed::kDrop:
      heap_end_.Drop(state);
      break;
    case Deed::kVerb:
      break;
  }
  EndStep(state);
  return finding;
}

// Marking goes before an older purge, and an older purge before the gather.
std::optional<Unit> Machine::NextUnit(const State& state) const {
  if (state.phase == Phase::kMarking) return marker_.NextUnit(state);
  return NextPurgeUnit(state, true);
}

std::optional<Unit> Machine::NextPurgeUnit(const State& state, bool waits) const {
  if (state.purge_pending) return purger_.NextUnit(state);
  if (state.phase == Phase::kGathering && state.unvisited != 0) {
    return Unit{EventKind::kGather, state.unvisited};
  }
  if (state.phase == Phase::kGathering) return std::nullopt;  // the workers' lists are to be joined
  if (waits && state.waiting != 0) return Unit{EventKind::kPoll, state.waiting};
  return std::nullopt;
}

void Machine::EndStep(State& state) {
  state.named = Reachable(state);
  state.fresh = 0;
}

void Machine::Normalise(State& state) const {
  const bool kept =
      switches_.Faulty(Fault::kKeepSerial) || switches_.Slips(Slip::kAbandonedKeepsSerial);
  if (switches_.Faulty(Fault::kWrapSerial) || (state.weak[0] | state.weak[1]) == 0) return;
  for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
    bool current = false;
    ForEach(state.weak[slot], [&](Entry entry) {
      const bool possible = kept || Has(state.exists, entry);
      current = possible && SerialOf(state, entry) == state.weak_serial[slot];
    });
    if (!current) {
      state.weak[slot] = 0;
      state.weak_serial[slot] = 0;
      state.weak_true[slot] = false;
    }
  }
  state.serial_low = state.serial_high = 0;
  for (std::size_t slot = kWeakSlots; slot-- > 0;) {
    ForEach(state.weak[slot],
            [&](Entry entry) { SetSerial(state, entry, static_cast<std::uint8_t>(slot + 1)); });
  }
  for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
    ForEach(state.weak[slot],
            [&](Entry entry) { state.weak_serial[slot] = SerialOf(state, entry); });
  }
}

}  // namespace model
