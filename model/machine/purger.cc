// model/machine/purger.cc -- the units of a purge: begin, poll, free.

#include "model/machine/purger.h"

namespace model {

using gc::Fault;
using reference::EventKind;
using reference::Property;

namespace {

void Tell(FactSink* sink, EventKind kind, Entry entry, bool flag = false) {
  if (sink != nullptr) sink->Fact(kind, entry, flag);
}

// The object's weak references keep their index and serial; the entry loses its serial.
void RetireSerial(const State& before, State& state, Entry entry, bool keep) {
  state.weak = before.weak;
  for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
    if (Has(state.weak[slot], entry)) state.weak_true[slot] = false;
  }
  if (keep) SetSerial(state, entry, SerialOf(before, entry));
}

Mask ToBegin(const State& state) { return static_cast<Mask>(state.batch & ~state.begun); }
Mask ToPoll(const State& state) {
  return static_cast<Mask>(state.batch & state.begun & ~state.finished);
}

}  // namespace

// All objects of the batch are begun, then they are polled, then the waiting objects are polled,
// and then all that finished are freed.
std::optional<Unit> Purger::NextUnit(const State& state) const {
  if (switches_.Faulty(Fault::kFreeEachAtOnce) && state.finished != 0) {
    return Unit{EventKind::kFree, state.finished};
  }
  if (const Mask mask = ToBegin(state)) return Unit{EventKind::kBegin, mask};
  if (const Mask mask = ToPoll(state)) return Unit{EventKind::kPoll, mask};
  if (state.polling != 0) return Unit{EventKind::kPoll, state.polling};
  if (state.finished != 0) return Unit{EventKind::kFree, state.finished};
  return std::nullopt;
}

std::optional<Finding> Purger::Idle(const State& state) {
  std::optional<Finding> finding;
  if (state.phase == Phase::kMarking) return finding;
  ForEach(state.dropped, [&](Entry entry) { finding = Finding{Property::kProgress, entry}; });
  return finding;
}

std::optional<Finding> Purger::Begin(State& state, Entry entry, FactSink* sink) const {
  Add(state.begun, Bit(entry));
  if (switches_.Faulty(Fault::kReleaseAtBegin)) Add(state.released, Bit(entry));
  if (switches_.Faulty(Fault::kFinishBeforeBegin)) Tell(sink, EventKind::kFinished, entry);
  if (!switches_.Faulty(Fault::kSkipBegin)) Tell(sink, EventKind::kBegan, entry);
  if (switches_.Faulty(Fault::kBeginTwice)) Tell(sink, EventKind::kBegan, entry);
  if (Has(Reachable(state), entry)) return Finding{Property::kSafety, entry};
  if (switches_.Faulty(Fault::kFinishBeforeBegin) || switches_.Faulty(Fault::kBeginTwice)) {
    return Finding{Property::kOrder, entry};
  }
  return Has(state.leaver, entry) ? Resurrect(state, entry) : std::nullopt;
}

// With the fault, the leaver is stored in the heir, although the mutator never stored it there.
std::optional<Finding> Purger::Resurrect(State& state, Entry entry) const {
  Entry heir = 0;
  while (!Has(state.heir, heir)) ++heir;
  const bool seen = Has(static_cast<Mask>(Reachable(state) | state.named), heir);
  const bool forbidden = Has(state.permanent, heir) && !switches_.Faulty(Fault::kHoldManaged);
  if (!forbidden) state.field[heir][state.heir_second ? 1 : 0] = entry;
  return seen && !forbidden ? std::optional(Finding{Property::kFields, heir}) : std::nullopt;
}

std::optional<Finding> Purger::Poll(State& state, Entry entry, FactSink* sink) const {
  if (!state.purge_pending) {  // an idle tick polls the waiting objects in a purge of its own
    state.purge_pending = true;
    state.polling = state.waiting;
  }
  Remove(state.polling, Bit(entry));
  const bool ready = !Has(state.unready, entry) || switches_.Faulty(Fault::kFreeUnready);
  Tell(sink, EventKind::kPoll, entry, ready);
  std::optional<Finding> finding = ready ? Finish(state, entry, sink) : LetWait(state, entry);
  if (switches_.Faulty(Fault::kSkipBegin)) finding = Finding{Property::kOrder, entry};
  if (!NextUnit(state)) state.purge_pending = false;
  return finding;
}

std::optional<Finding> Purger::Finish(State& state, Entry entry, FactSink* sink) const {
  Remove(state.waiting, Bit(entry));
  Add(state.batch, Bit(entry));
  Add(state.finished, Bit(entry));
  if (!switches_.Faulty(Fault::kSkipFinish) && !switches_.Faulty(Fault::kFinishBeforeBegin)) {
    Tell(sink, EventKind::kFinished, entry);
  }
  if (switches_.Faulty(Fault::kFinishTwice)) Tell(sink, EventKind::kFinished, entry);
  if (Has(Reachable(state), entry)) return Finding{Property::kSafety, entry};
  const bool unready = Has(state.unready, entry);
  if (unready || switches_.Faulty(Fault::kFinishTwice) || Has(BornTooEarly(state), entry)) {
    return Finding{Property::kOrder, entry};
  }
  return std::nullopt;
}

Mask Purger::BornTooEarly(const State& state) const {
  if (!switches_.Faulty(Fault::kReleaseAtBegin)) return 0;
  return static_cast<Mask>((state.batch | state.waiting) & ~state.unreachable);
}

// The object is not ready: it leaves the batch. It loses its references, as their targets may be
// freed before it.
std::optional<Finding> Purger::LetWait(State& state, Entry entry) const {
  const bool left_now = Has(state.batch, entry);
  Remove(state.batch, Bit(entry));
  if (switches_.Faulty(Fault::kDropWaiting)) {
    Remove(state.waiting, Bit(entry));
    Remove(state.begun, Bit(entry));
    Add(state.dropped, Bit(entry));
  } else {
    Add(state.waiting, Bit(entry));
  }
  if (left_now && !switches_.Faulty(Fault::kWaitingKeepsReferences))
    state.field[entry] = {kNone, kNone};
  if (Has(BornTooEarly(state), entry)) {
    const bool lost = Has(Reachable(state), entry);
    return Finding{lost ? Property::kSafety : Property::kOrder, entry};
  }
  return std::nullopt;
}

std::optional<Finding> Purger::Free(State& state, Entry entry, FactSink* sink) const {
  std::optional<Finding> finding;
  Tell(sink, EventKind::kFreed, entry);
  if (switches_.Faulty(Fault::kSkipFinish) || ToPoll(state) != 0)
    finding = {Property::kOrder, entry};
  if (Has(Reachable(state), entry)) finding = {Property::kSafety, entry};

  const Mask bit = Bit(entry);
  const State before = state;
  Clusters::LeaveClusters(state, entry);
  for (std::size_t i = 0; i < kMaskCount; ++i) Remove(MasksOf(state)[i], bit);
  Add(state.used, bit);
  state.unvisited = before.unvisited;  // a gather that waits visits the index, empty or not
  if (state.leaver == 0 || state.heir == 0) {
    state.leaver = state.heir = 0;
    state.heir_second = false;
  }
  RetireSerial(before, state, entry, switches_.Faulty(Fault::kKeepSerial));
  state.field[entry] = {kNone, kNone};
  for (Entry other = 0; other < kMaxEntries; ++other) {
    for (Entry& target : state.field[other]) {
      if (target != entry) continue;
      target = kNone;
      // An object that has not finished may still use its references.
      if (!Has(before.finished, other) && !finding) finding = {Property::kFields, other};
    }
  }
  if (!NextUnit(state)) state.purge_pending = false;
  return finding;
}

}  // namespace model
