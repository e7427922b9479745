// model/replay/model_subject.cc -- adds orders, names and events to the machine.

#include "model/replay/model_subject.h"

#include <algorithm>
#include <string>

namespace model {

using reference::Answer;
using reference::Event;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Verb;

// Publishes facts about entries as events about names.
class ModelSubject::Publisher final : public FactSink {
 public:
  Publisher(const ModelSubject& subject, std::vector<Event>& events)
      : subject_(subject), events_(events) {}

  void Fact(EventKind kind, Entry entry, bool flag) override {
    if (kind == EventKind::kPoll) {
      events_.back().flag = flag;
    } else {
      events_.push_back({.kind = kind, .object = subject_.table_.NameOf(entry)});
    }
  }

 private:
  const ModelSubject& subject_;
  std::vector<Event>& events_;
};

ModelSubject::ModelSubject(gc::FaultSet faults, ListOrder order)
    : machine_(faults), faults_(faults), lists_(order) {
  promises_.verbs = reference::VerbSet::All();
  // The model's mutator has one thread, and only the trace decides on its cycles.
  promises_.verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kSection));
  promises_.verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kRequest));
  promises_.verbs.Remove(Verb::kFinishPurge).Remove(Verb::kCollectKeeping);
  promises_.verbs.Remove(Verb::kIdentify).Remove(Verb::kRecreate);
  promises_.units = promises_.staged_destruction = promises_.colours = true;
}

void ModelSubject::Reset(const reference::TraceHeader& header) {
  machine_ = Machine(faults_, header.locals);
  state_ = {};
  out_of_bounds_ = found_ = false;
  undeclared_.reset();
  table_.Clear();
  lists_.Clear();
  weaks_.clear();
  referencers_.fill(kNull);
}

Answer ModelSubject::Apply(const Operation& operation, std::vector<Event>& events) {
  if (Stopped()) return {.kind = Answer::Kind::kStopped};
  if (!reference::IsCollectorStep(operation.verb)) return Operate(operation);
  if (operation.verb == Verb::kStart) {
    if (!Flip(events)) Machine::EndStep(state_);
  } else if (operation.verb == Verb::kTick) {
    Tick(operation.number, events);
  } else if (operation.verb == Verb::kPurge) {
    Purge(operation.number, events);
  } else if (operation.verb == Verb::kCollect) {
    Collect(events);
  } else {
    return Operate(operation);  // a scheduler's decision, a verb that the machine does not have
  }
  lists_.Follow(state_, kNone);
  return Stopped() ? Answer{.kind = Answer::Kind::kStopped} : Answer{};
}

void ModelSubject::Tick(std::uint32_t units, std::vector<Event>& events) {
  // In the machine every slice is one unit, which matters if slices may end inside an object.
  out_of_bounds_ = units > 1 && faults_.Has(gc::Fault::kEndBetweenFields);
  bool ended = false;
  for (std::uint32_t i = 0; i < units && !ended; ++i) {
    if (!OneUnit(events, ended)) break;
  }
  Machine::EndStep(state_);
}

// Unlike a tick, a purge goes on where a cycle ends.
void ModelSubject::Purge(std::uint32_t units, std::vector<Event>& events) {
  bool ended = false;
  for (std::uint32_t i = 0; i < units; ++i) {
    const std::optional<Unit> unit = machine_.NextPurgeUnit(state_);
    if (!unit) break;
    DoUnit(*unit, events, ended);
  }
  Machine::EndStep(state_);
}

bool ModelSubject::Flip(std::vector<Event>& events) {
  if (!machine_.CanFlip(state_)) return false;
  events.push_back({.kind = EventKind::kFlip});
  Publisher publisher(*this, events);
  Note(machine_.Apply(state_, {.verb = Verb::kStart}, &publisher));
  lists_.Follow(state_, kNone);
  return true;
}

bool ModelSubject::OneUnit(std::vector<Event>& events, bool& ended) {
  const std::optional<Unit> unit = machine_.NextUnit(state_);
  if (!unit) return false;
  DoUnit(*unit, events, ended);
  return true;
}

void ModelSubject::DoUnit(const Unit& unit, std::vector<Event>& events, bool& ended) {
  const Entry entry = unit.candidates == 0 ? kNone : lists_.Choose(state_, unit);
  const State before = state_;
  const Name name = entry == kNone || !Has(before.exists, entry) ? kNull : table_.NameOf(entry);
  events.push_back({.kind = unit.kind, .object = name});
  const std::size_t mine = events.size() - 1;
  Publisher publisher(*this, events);
  Note(machine_.Apply(state_, {.verb = Verb::kTick, .unit = unit.kind, .object = entry},
                      &publisher));
  if (unit.kind == EventKind::kScan) {  // a cluster that is dissolved is so before the scan
    std::rotate(events.begin() + static_cast<std::ptrdiff_t>(mine),
                events.begin() + static_cast<std::ptrdiff_t>(mine) + 1, events.end());
  } else {
    Describe(before, entry, events[mine]);
  }
  if (unit.kind == EventKind::kFree) table_.Free(before, state_, entry);
  if (unit.kind == EventKind::kBegin && Has(state_.released, entry)) table_.GiveBack(entry);
  const bool gathered = before.phase != Phase::kIdle && state_.phase == Phase::kIdle;
  const bool purged = unit.kind == EventKind::kPoll || unit.kind == EventKind::kFree;
  ended = (gathered || purged) && !state_.purge_pending;
  if (ended) events.push_back({.kind = EventKind::kCycleEnd});
  lists_.Follow(state_, unit.kind == EventKind::kScan ? entry : kNone);
  machine_.Normalise(state_);
}

// Fills in the parts of a unit's event beside its object.
void ModelSubject::Describe(const State& before, Entry entry, Event& unit) const {
  if (unit.kind == EventKind::kGather) {
    unit.detail = entry + 1u;
    unit.flag = Has(state_.batch, entry) && !Has(before.batch, entry);
  } else if (unit.kind == EventKind::kEndCheck) {
    unit.flag = state_.phase != Phase::kMarking;
  }
}

// Finishes what is pending, then runs a whole cycle. There is a bound, as with a fault a cycle may
// never end.
void ModelSubject::Collect(std::vector<Event>& events) {
  constexpr int kUnitLimit = 1000;
  out_of_bounds_ = faults_.Has(gc::Fault::kEndBetweenFields);
  bool ended = false;
  const auto pending = [&] { return state_.phase != Phase::kIdle || state_.purge_pending; };
  for (int i = 0; pending() && i < kUnitLimit; ++i) OneUnit(events, ended);
  Flip(events);
  for (int i = 0; pending() && i < kUnitLimit; ++i) OneUnit(events, ended);
  Machine::EndStep(state_);
}

bool ModelSubject::Peek(Name object, std::vector<Name>& fields) const {
  fields.clear();
  const Entry entry = table_.EntryOf(object);
  if (entry == kNone) return false;
  for (std::uint32_t i = 0; i < table_.FieldCountOf(object); ++i) {
    const Entry target = state_.field[entry][i];
    const Name null = table_.DanglingOf(entry)[i] ? reference::kDangling : kNull;
    fields.push_back(target == kNone ? null : table_.NameOf(target));
  }
  return true;
}

void ModelSubject::Observe(reference::Observation& observation) const {
  using reference::Colour;
  observation.phase = static_cast<reference::Phase>(state_.phase);
  observation.initial_references_taken = state_.phase == Phase::kMarking && !state_.initial_pending;
  observation.purge_pending = state_.purge_pending;
  observation.colours.assign(table_.NameCount(), Colour::kNone);
  const Mask doomed =
      static_cast<Mask>(state_.batch | state_.waiting | state_.dropped | state_.unreachable);
  for (Name name = 0; name < table_.NameCount(); ++name) {
    const Entry entry = table_.EntryOf(name);
    if (entry == kNone) continue;
    // A member has its root's colour. If the root is doomed, the member is seen as doomed only when
    // the gather has visited its own index.
    const Entry colour = ColourHolder(state_, entry);
    const bool white = Has(static_cast<Mask>(state_.maybe | state_.unreachable), colour);
    const bool listed = Has(static_cast<Mask>(state_.work | state_.barrier), colour);
    observation.colours[name] = Has(doomed, entry) ? Colour::kDoomed
                                : white            ? Colour::kWhite
                                : listed           ? Colour::kGrey
                                                   : Colour::kBlack;
  }
}

std::optional<reference::Breach> ModelSubject::Verify() const {
  if (!Stopped()) return std::nullopt;
  return reference::Breach{.rule = "",
                           .object = kNull,
                           .detail = undeclared_ ? "the model does not declare the verb " +
                                                       std::string(reference::WordOf(*undeclared_))
                                                 : std::string("larger than the model can hold")};
}

}  // namespace model
