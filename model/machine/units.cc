// model/machine/units.cc -- flip, trace and gather: how it is found out who dies.

#include <utility>

#include "model/machine/machine.h"

namespace model {

using gc::Fault;
using reference::EventKind;
using reference::Property;

bool Machine::CanFlip(const State& state) const {
  switch (state.phase) {
    case Phase::kIdle:
      return true;
    case Phase::kMarking:
      return Faulty(Fault::kSwapWhileMarking);
    case Phase::kGathering:
      return Faulty(Fault::kSwapWhileGathering);
  }
  return false;
}

void Machine::Flip(State& state, FactSink* sink, std::size_t order) const {
  std::swap(state.reachable, state.maybe);
  if (Faulty(Fault::kSwapUnreachableToo)) {
    Add(state.maybe, state.unreachable);
    state.unreachable = 0;
  }
  const Mask alive = static_cast<Mask>(state.exists & ~(state.batch | state.waiting));
  const Mask counting = state.garbage == 0 ? Reachable(state) : Counting(state);
  const Mask dead = static_cast<Mask>(alive & ~(counting | state.dropped));
  state.must_go = state.phase == Phase::kIdle ? dead : static_cast<Mask>(state.must_go | dead);
  state.promised = state.scanned = state.unvisited = 0;
  state.phase = Phase::kMarking;
  state.initial_pending = true;
  state.end_decided = state.ran_dry = false;
  Remove(state.maybe, state.constructing);
  Add(state.reachable, state.constructing);
  const Mask kept = Faulty(Fault::kIgnoreOneFlag) ? Mask{0} : state.kept;
  state.activated = 0;
  if (Faulty(Fault::kKeepStaleBits) || Faulty(Fault::kKeepStaleBitIdle)) {
    state.stale = static_cast<Mask>(state.stale ^ RootsOf(state));
  }
  ReachAll(state, static_cast<Mask>(state.root | kept | state.strong), sink, order);
  EndStep(state);
}

void Machine::EndStep(State& state) {
  state.named = Reachable(state);
  state.fresh = 0;
}

// The trace goes first, then an older purge, then the gather.
std::optional<Unit> Machine::NextUnit(const State& state) const {
  if (state.phase == Phase::kMarking) return NextMarkingUnit(state);
  if (state.purge_pending) return NextPurgeUnit(state);
  if (state.phase == Phase::kGathering) return Unit{EventKind::kGather, state.unvisited};
  if (state.waiting != 0) return Unit{EventKind::kPoll, state.waiting};
  return std::nullopt;
}

// The initial references come before anything else of the trace, but under a fault: then they come
// when the work list has run dry, if the trace has not ended by then. No trace ends while an object
// is under construction: nothing is left to do then.
std::optional<Unit> Machine::NextMarkingUnit(const State& state) const {
  if (state.end_decided) return Unit{EventKind::kEndCheck, 0};
  const bool put_off = Faulty(Fault::kIgnoreUnfinishedTask) && !state.ran_dry;
  if (state.initial_pending && !put_off) return Unit{EventKind::kInitialReferences, 0};
  if (state.work != 0) return Unit{EventKind::kScan, state.work};
  if (state.barrier != 0 && !Faulty(Fault::kLookAtOneList)) {
    return Unit{EventKind::kBarrierList, 0};
  }
  if (state.constructing != 0 && !Faulty(Fault::kIgnoreUnconstructed)) return std::nullopt;
  return Unit{EventKind::kEndCheck, 0};
}

std::optional<Finding> Machine::Do(State& state, EventKind unit, Entry entry, FactSink* sink,
                                   std::size_t order) const {
  std::optional<Finding> finding;
  if (Faulty(Fault::kIgnoreUnfinishedTask) && state.work == 0) state.ran_dry = true;
  switch (unit) {
    case EventKind::kInitialReferences:
      InitialReferences(state, sink, order);
      break;
    case EventKind::kBarrierList:
      Add(state.twice, static_cast<Mask>(state.work & state.barrier));
      Add(state.work, state.barrier);
      state.barrier = 0;
      break;
    case EventKind::kScan:
      finding = Scan(state, entry, sink);
      break;
    case EventKind::kEndCheck:
      EndCheck(state, sink, order);
      break;
    case EventKind::kGather:
      finding = Gather(state, entry);
      break;
    case EventKind::kBegin:
      finding = Begin(state, entry, sink);
      break;
    case EventKind::kPoll:
      finding = Poll(state, entry, sink);
      break;
    case EventKind::kFree:
      finding = Free(state, entry, sink);
      break;
    default:
      break;
  }
  EndStep(state);
  return finding;
}

bool Machine::Shade(State& state, Entry entry, Mask State::*list) const {
  const bool enrols = Faulty(Fault::kMarkDisregarded) && Has(state.permanent, entry) &&
                      !Has(state.reachable, entry);
  if (!Has(state.maybe, entry) && !enrols) return false;
  Remove(state.maybe, Bit(entry));
  Add(state.reachable, Bit(entry));
  if (Has(static_cast<Mask>(state.work | state.barrier), entry)) Add(state.twice, Bit(entry));
  Add(state.*list, Bit(entry));
  return true;
}

// A wrapper referencer lets go of garbage here. Under a fault it stays, unseen by who asks what is
// reported.
void Machine::InitialReferences(State& state, FactSink* sink, std::size_t order) const {
  state.initial_pending = false;
  Remove(state.slot, static_cast<Mask>(state.wrapper & state.garbage));
  Remove(state.wrapper, state.garbage);
  Mask reported = 0;
  if (!(Faulty(Fault::kSkipReferencers) && state.barrier != 0)) {
    Add(reported, static_cast<Mask>(state.wrapper | state.raw | state.protect));
  }
  if (locals_ != reference::Locals::kDead) Add(reported, state.held);
  ReachAll(state, reported, sink, order);
}

// A slice of one unit ends after the first field under a fault, and nobody comes back to the rest.
//
// The root of a cluster is not scanned: the cluster is activated, unless that dissolves it.
std::optional<Finding> Machine::Scan(State& state, Entry entry, FactSink* sink) const {
  const bool again = Has(state.scanned, entry);  // only a fault can make it so
  Remove(Has(state.twice, entry) ? state.twice : state.work, Bit(entry));
  if (Has(RootsOf(state), entry)) Activate(state, entry, entry, sink);
  std::size_t fields = Faulty(Fault::kEndBetweenFields) ? 1 : kMaxFields;
  if (Has(RootsOf(state), entry)) fields = 0;
  bool left = false;  // what was neither cleared nor followed
  for (std::size_t field = 0; field < fields; ++field) {
    const Entry target = state.field[entry][field];
    if (target == kNone) continue;
    if (Has(state.garbage, target) && Kills(state, entry, field)) {
      left |= state.field[entry][field] != kNone && !Has(state.immutable[field], entry);
      continue;
    }
    Reach(state, target, sink);
  }
  if (Faulty(Fault::kQueueTwice) || Faulty(Fault::kSwapWhileMarking) ||
      Faulty(Fault::kBornWhiteWhileMarking)) {
    Add(state.scanned, Bit(entry));
  }
  if (again) return Finding{Property::kProgress, entry};
  if (left) return Finding{Property::kFields, entry};
  return std::nullopt;
}

// The field holds garbage. True if it is cleared, and so not followed.
bool Machine::Kills(State& state, Entry entry, std::size_t field) const {
  Entry& target = state.field[entry][field];
  if (Has(state.immutable[field], entry)) {
    return Has(state.maybe, target) && Faulty(Fault::kSkipImmutableGarbage);
  }
  if (!Faulty(Fault::kNeitherClearNorFollow)) target = kNone;
  return true;
}

// Whoever changed unseen reports again. If that shaded nothing, everything reachable is black here.
void Machine::EndCheck(State& state, FactSink* sink, std::size_t order) const {
  if (state.end_decided) return EndTrace(state);
  Mask reported = 0;
  if (!Faulty(Fault::kSkipRawInFinalPass)) Add(reported, state.raw);
  if (locals_ == reference::Locals::kRescanned) Add(reported, state.held);
  const Mask before = static_cast<Mask>(state.work | state.twice);
  ReachAll(state, reported, sink, order);
  if ((state.work | state.twice) != before) return;
  state.end_decided = Faulty(Fault::kBarrierOffLate);
  if (!state.end_decided) EndTrace(state);
}

void Machine::EndTrace(State& state) const {
  state.initial_pending = state.end_decided = state.ran_dry = false;
  state.phase = Phase::kGathering;
  state.scanned = state.activated = 0;
  state.unvisited = static_cast<Mask>(state.used & ~state.permanent);
  if (state.unvisited == 0) EndGather(state);
}

std::optional<Finding> Machine::Gather(State& state, Entry entry) const {
  Remove(state.unvisited, Bit(entry));
  std::optional<Finding> finding;
  const bool skipped = Faulty(Fault::kSkipRecycledIndex) && Has(state.recycled, entry);
  if (IsDoomedMember(state, entry) || (Has(state.maybe, entry) && !skipped)) {
    if (Has(Reachable(state), entry))
      finding = Finding{Property::kSafety, entry};
    else if (Has(static_cast<Mask>(state.batch | state.waiting), entry)) {
      finding = Finding{Property::kOrder, entry};
    } else if (Has(state.promised, entry)) {
      finding = Finding{Property::kWeakAnswer, entry};
    }
    Remove(state.maybe, Bit(entry));
    Remove(state.reachable, Bit(entry));
    Add(state.unreachable, Bit(entry));
    Add(state.batch, Bit(entry));
    Remove(state.must_go, Bit(entry));
    Remove(state.denied, Bit(entry));
  }
  if (state.unvisited == 0 && !finding) return EndGather(state);
  return finding;
}

// Every index was visited: what had to go is in the batch, and the purge begins.
std::optional<Finding> Machine::EndGather(State& state) const {
  std::optional<Finding> finding;
  const Mask stayed = static_cast<Mask>(state.exists & (state.must_go | state.denied) &
                                        ~(state.batch | state.waiting | state.dropped));
  ForEach(stayed, [&](Entry entry) { finding = Finding{Property::kCompleteness, entry}; });
  state.phase = Phase::kIdle;
  state.must_go = state.denied = state.promised = 0;
  if (state.clustered != 0) BuryClusters(state);
  state.polling = state.waiting;
  state.purge_pending = (state.batch | state.waiting) != 0;
  return finding;
}

}  // namespace model
