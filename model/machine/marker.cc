// model/machine/marker.cc -- the flip, and the units of marking.

#include <utility>

#include "model/machine/marker.h"

namespace model {

using gc::Fault;
using reference::EventKind;
using reference::Property;

bool Marker::CanFlip(const State& state) const {
  if (state.heap_dropped) return false;
  switch (state.phase) {
    case Phase::kIdle:
      return true;
    case Phase::kMarking:
      return switches_.Faulty(Fault::kSwapWhileTracing);
    case Phase::kGathering:
      return switches_.Faulty(Fault::kSwapWhileGathering);
  }
  return false;
}

void Marker::Flip(State& state, FactSink* sink, std::size_t order, bool masked) const {
  std::swap(state.reachable, state.maybe);
  if (switches_.Faulty(Fault::kSwapUnreachableToo)) {
    Add(state.maybe, state.unreachable);
    state.unreachable = 0;
  }
  state.masked = masked ? NamedByMask(state) : Mask{0};
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
  const Mask kept = switches_.Faulty(Fault::kIgnoreOneFlag) ? Mask{0} : state.kept;
  state.activated = 0;
  if (switches_.Faulty(Fault::kKeepStaleBits) || switches_.Faulty(Fault::kKeepStaleBitIdle)) {
    state.stale = static_cast<Mask>(state.stale ^ RootsOf(state));
  }
  const Mask named = switches_.Slips(Slip::kMaskIsNotShaded) ? Mask{0} : state.masked;
  clusters_.ReachAll(state, static_cast<Mask>(state.root | kept | state.strong | named), sink,
                     order);
}

// What is doomed is no part of a cycle that begins, and is freed.
Mask Marker::NamedByMask(const State& state) {
  return static_cast<Mask>(state.authored & state.exists &
                           ~(state.batch | state.waiting | state.found | state.dropped));
}

void Marker::AddMask(State& state, FactSink* sink, std::size_t order) const {
  const Mask named = NamedByMask(state);
  Add(state.masked, named);
  Remove(state.must_go, Closure(state, named));
  if (!switches_.Slips(Slip::kMaskOfTheFlipOnly)) clusters_.ReachAll(state, named, sink, order);
}

void Marker::AskBeside(State& state) const {
  LetWrapperGo(state);
  state.asked = true;
  state.carried = static_cast<Mask>(state.wrapper | state.raw | state.protect);
}

// The slot is cleared if it holds garbage and may be cleared; else its value is kept for later.
void Marker::AskField(State& state, Entry entry, std::size_t field) const {
  const Entry target = state.field[entry][field];
  const bool killable = Has(state.garbage, target) && !Has(state.immutable[field], entry);
  if (!killable) return Add(state.carried, Bit(target));
  if (!switches_.Faulty(Fault::kNeitherClearNorFollow)) state.field[entry][field] = kNone;
}

void Marker::LetWrapperGo(State& state) {
  Remove(state.slot, static_cast<Mask>(state.wrapper & state.garbage));
  Remove(state.wrapper, state.garbage);
}

// The initial references are taken before any other unit of marking. With a fault they are taken
// only when the work list is empty, if marking has not ended by then. While an object is under
// construction marking does not end, and a tick may have nothing to do.
std::optional<Unit> Marker::NextUnit(const State& state) const {
  if (state.end_decided) return Unit{EventKind::kEndCheck, 0};
  const bool put_off = switches_.Faulty(Fault::kIgnoreUnfinishedTask) && !state.ran_dry;
  if (state.initial_pending && !put_off) return Unit{EventKind::kInitialReferences, 0};
  if (state.work != 0) return Unit{EventKind::kScan, state.work};
  if (state.barrier != 0 && !switches_.Faulty(Fault::kLookAtOneList)) {
    return Unit{EventKind::kBarrierList, 0};
  }
  if (state.constructing != 0 && !switches_.Faulty(Fault::kIgnoreUnconstructed))
    return std::nullopt;
  return Unit{EventKind::kEndCheck, 0};
}

void Marker::TakeBarrierList(State& state) {
  Add(state.twice, static_cast<Mask>(state.work & state.barrier));
  Add(state.work, state.barrier);
  state.barrier = 0;
}

// A wrapper referencer drops its object here if that is garbage.
void Marker::InitialReferences(State& state, FactSink* sink, std::size_t order) const {
  state.initial_pending = false;
  const bool beside = state.asked;  // what was reported then is not asked for again
  Mask reported = 0;
  if (beside) {
    if (!switches_.Slips(Slip::kCarriedIsLost)) Add(reported, state.carried);
    state.asked = false;
    state.carried = 0;
  } else {
    LetWrapperGo(state);
  }
  if (!beside && !(switches_.Faulty(Fault::kSkipReferencers) && state.barrier != 0)) {
    Add(reported, static_cast<Mask>(state.wrapper | state.raw | state.protect));
  }
  if (switches_.locals != reference::Locals::kDead) Add(reported, state.held);
  clusters_.ReachAll(state, reported, sink, order);
}

// The root of a cluster is not scanned: its cluster is activated. If that dissolves the cluster,
// the root is scanned like any object.
//
// With the fault of scan-is-atomic a slice ends after the first field, and the second is never
// scanned. With miss-a-slot outers are never scanned, which the last line of a class shows.
std::optional<Finding> Marker::Scan(State& state, Entry entry, FactSink* sink) const {
  const bool again = Has(state.scanned, entry);  // true only with a fault
  Remove(Has(state.twice, entry) ? state.twice : state.work, Bit(entry));
  if (Has(RootsOf(state), entry)) clusters_.Activate(state, entry, entry, sink);
  std::size_t fields = switches_.Faulty(Fault::kEndBetweenFields) ? 1 : kMaxFields;
  if (Has(RootsOf(state), entry)) fields = 0;
  bool left = false;  // whether a reference was neither cleared nor followed
  for (std::size_t field = 0; field < fields; ++field) {
    const Entry target = state.field[entry][field];
    if (target == kNone) continue;
    if (Has(state.immutable[field], entry) && switches_.Faulty(Fault::kMissASlot)) continue;
    if (Has(state.garbage, target) && Clears(state, entry, field)) {
      left |= state.field[entry][field] != kNone && !Has(state.immutable[field], entry);
      continue;
    }
    clusters_.Reach(state, target, sink);
  }
  if (switches_.Faulty(Fault::kQueueTwice) || switches_.Faulty(Fault::kSwapWhileTracing) ||
      switches_.Faulty(Fault::kBornWhiteWhileMarking)) {
    Add(state.scanned, Bit(entry));
  }
  if (again) return Finding{Property::kProgress, entry};
  if (left) return Finding{Property::kFields, entry};
  return std::nullopt;
}

// The field holds garbage. Clears the field if it may be cleared. Returns false if it is to be
// followed.
bool Marker::Clears(State& state, Entry entry, std::size_t field) const {
  Entry& target = state.field[entry][field];
  if (Has(state.immutable[field], entry)) {
    return Has(state.maybe, target) && switches_.Faulty(Fault::kSkipImmutableGarbage);
  }
  if (!switches_.Faulty(Fault::kNeitherClearNorFollow)) target = kNone;
  return true;
}

// Raw referencers, and locals that are rescanned, may have changed unseen, so they report again. If
// that shades nothing, everything reachable is black.
void Marker::EndCheck(State& state, FactSink* sink, std::size_t order) const {
  if (state.end_decided) return EndMarking(state);
  Mask reported = 0;
  if (!switches_.Faulty(Fault::kSkipRawInFinalPass)) Add(reported, state.raw);
  if (switches_.locals == reference::Locals::kRescanned &&
      !switches_.Faulty(Fault::kSkipLocalsInFinalPass)) {
    Add(reported, state.held);
  }
  const Mask before = static_cast<Mask>(state.work | state.twice);
  clusters_.ReachAll(state, reported, sink, order);
  if ((state.work | state.twice) != before) return;
  state.end_decided = switches_.Faulty(Fault::kBarrierOffLate);
  if (!state.end_decided) EndMarking(state);
}

void Marker::EndMarking(State& state) const {
  state.initial_pending = state.end_decided = state.ran_dry = false;
  state.phase = Phase::kGathering;
  state.scanned = state.activated = 0;
  state.unvisited = static_cast<Mask>(state.used & ~state.permanent);
  if (state.unvisited == 0) gatherer_.End(state);
}

}  // namespace model
