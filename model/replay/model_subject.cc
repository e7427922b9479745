// model/replay/model_subject.cc -- orders, names and events over the machine.

#include "model/replay/model_subject.h"

#include <algorithm>
#include <utility>

namespace model {

using reference::Answer;
using reference::Event;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Verb;

namespace {

// Keeps an ordered list equal to a set: drops what left it, appends what joined.
void Follow(std::vector<Entry>& list, Mask mask) {
  std::erase_if(list, [mask](Entry entry) { return !Has(mask, entry); });
  ForEach(mask, [&](Entry entry) {
    if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
  });
}

Entry FirstOf(const std::vector<Entry>& list, Mask mask) {
  for (const Entry entry : list) {
    if (Has(mask, entry)) return entry;
  }
  Entry entry = 0;
  while (!Has(mask, entry)) ++entry;
  return entry;
}

}  // namespace

// Turns facts about entries into events about names.
class ModelSubject::Publisher final : public FactSink {
 public:
  Publisher(const ModelSubject& subject, std::vector<Event>& events)
      : subject_(subject), events_(events) {}

  void Fact(EventKind kind, Entry entry, bool flag) override {
    if (kind == EventKind::kPoll) {
      events_.back().flag = flag;
    } else {
      events_.push_back({.kind = kind, .object = subject_.names_[entry]});
    }
  }

 private:
  const ModelSubject& subject_;
  std::vector<Event>& events_;
};

ModelSubject::ModelSubject(gc::FaultSet faults, ListOrder order)
    : machine_(faults), faults_(faults), order_(order) {
  promises_.verbs = reference::VerbSet::All();
  // The model's mutator has one thread, and nobody decides on its cycles but the trace.
  promises_.verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kSection));
  promises_.verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kRequest));
  promises_.units = promises_.staged_destruction = promises_.colours = true;
}

void ModelSubject::Reset(const reference::TraceHeader& header) {
  machine_ = Machine(faults_, header.locals);
  state_ = {};
  out_of_bounds_ = false;
  names_.assign(kMaxEntries, kNull);
  entries_.clear();
  field_counts_.clear();
  for (std::vector<Entry>* list : {&work_, &barrier_, &batch_, &waiting_, &free_}) list->clear();
  weaks_.clear();
  referencers_.fill(kNull);
  dangling_ = {};
}

Entry ModelSubject::EntryOf(Name name) const {
  return name < entries_.size() ? entries_[name] : kNone;
}

Answer ModelSubject::Apply(const Operation& operation, std::vector<Event>& events) {
  if (out_of_bounds_) return {.kind = Answer::Kind::kStopped};
  bool ended = false;
  refused_ = false;
  switch (operation.verb) {
    case Verb::kStart:
      if (!Flip(events)) Machine::EndStep(state_);
      break;
    case Verb::kTick:
      // The machine knows slices of one unit only.
      out_of_bounds_ = operation.number > 1 && faults_.Has(gc::Fault::kEndBetweenFields);
      for (std::uint32_t i = 0; i < operation.number && !ended; ++i) {
        if (!OneUnit(events, ended)) break;
      }
      Machine::EndStep(state_);
      break;
    case Verb::kCollect:
      out_of_bounds_ = faults_.Has(gc::Fault::kEndBetweenFields);
      Collect(events);
      break;
    case Verb::kWeakRead:
    case Verb::kResolve:
    case Verb::kFind:
      return Read(operation);
    default:
      if (!Mutate(operation)) out_of_bounds_ = true;
      break;
  }
  FollowLists(kNone);
  if (out_of_bounds_) return {.kind = Answer::Kind::kStopped};
  if (refused_) return {.kind = Answer::Kind::kRefused};
  return {};
}

bool ModelSubject::Flip(std::vector<Event>& events) {
  if (!machine_.CanFlip(state_)) return false;
  events.push_back({.kind = EventKind::kFlip});
  Publisher publisher(*this, events);
  machine_.Flip(state_, &publisher);
  FollowLists(kNone);
  return true;
}

bool ModelSubject::OneUnit(std::vector<Event>& events, bool& ended) {
  const std::optional<Unit> unit = machine_.NextUnit(state_);
  if (!unit) return false;
  const Entry entry = unit->candidates == 0 ? kNone : Choose(*unit);
  const State before = state_;
  const Name name = entry == kNone || !Has(before.exists, entry) ? kNull : names_[entry];
  events.push_back({.kind = unit->kind, .object = name});
  const std::size_t mine = events.size() - 1;
  Publisher publisher(*this, events);
  machine_.Do(state_, unit->kind, entry, &publisher);
  if (unit->kind == EventKind::kScan) {  // who is dissolved is scanned after that
    std::rotate(events.begin() + static_cast<std::ptrdiff_t>(mine),
                events.begin() + static_cast<std::ptrdiff_t>(mine) + 1, events.end());
  }
  if (unit->kind == EventKind::kGather) {
    events[mine].detail = entry + 1u;
    events[mine].flag = Has(state_.batch, entry) && !Has(before.batch, entry);
  } else if (unit->kind == EventKind::kEndCheck) {
    events[mine].flag = state_.phase != Phase::kMarking;
  } else if (unit->kind == EventKind::kFree) {
    Forget(before, entry);
  } else if (unit->kind == EventKind::kBegin && Has(state_.released, entry)) {
    free_.push_back(entry);
  }
  const bool gathered = before.phase != Phase::kIdle && state_.phase == Phase::kIdle;
  const bool purged = unit->kind == EventKind::kPoll || unit->kind == EventKind::kFree;
  ended = (gathered || purged) && !state_.purge_pending;
  if (ended) events.push_back({.kind = EventKind::kCycleEnd});
  FollowLists(unit->kind == EventKind::kScan ? entry : kNone);
  machine_.Normalise(state_);
  return true;
}

// The object of an entry is gone; whoever referred to it refers to freed memory.
void ModelSubject::Forget(const State& before, Entry entry) {
  free_.push_back(entry);
  entries_[names_[entry]] = kNone;
  dangling_[entry] = {};
  ForEach(state_.exists, [&](Entry other) {
    for (std::size_t i = 0; i < kMaxFields; ++i) {
      if (before.field[other][i] == entry) dangling_[other][i] = true;
    }
  });
}

// Finishes what is pending, then runs a whole cycle. The bound is for faults that never end.
void ModelSubject::Collect(std::vector<Event>& events) {
  constexpr int kUnitLimit = 1000;
  bool ended = false;
  const auto pending = [&] { return state_.phase != Phase::kIdle || state_.purge_pending; };
  for (int i = 0; pending() && i < kUnitLimit; ++i) OneUnit(events, ended);
  Flip(events);
  for (int i = 0; pending() && i < kUnitLimit; ++i) OneUnit(events, ended);
  Machine::EndStep(state_);
}

Entry ModelSubject::Choose(const Unit& unit) const {
  switch (unit.kind) {
    case EventKind::kScan:
      if (unit.candidates == state_.work && order_ == ListOrder::kLastInFirstOut) {
        return work_.back();
      }
      return FirstOf(work_, unit.candidates);
    case EventKind::kBegin:
    case EventKind::kFree:
      return FirstOf(batch_, unit.candidates);
    case EventKind::kPoll:
      return FirstOf((unit.candidates & state_.batch) != 0 ? batch_ : waiting_, unit.candidates);
    default:
      return FirstOf({}, unit.candidates);
  }
}

// The lists in order: the barrier's is appended to the work list as a whole, and what a scan shaded
// joins in the order of the fields.
void ModelSubject::FollowLists(Entry scanned) {
  for (const Entry entry : barrier_) {
    if (Has(state_.work, entry) && !Has(state_.barrier, entry)) work_.push_back(entry);
  }
  if (scanned != kNone) {
    for (const Entry target : state_.field[scanned]) {
      const bool listed = std::find(work_.begin(), work_.end(), target) != work_.end();
      if (target != kNone && Has(state_.work, target) && !listed) work_.push_back(target);
    }
  }
  Follow(work_, state_.work);
  Follow(barrier_, state_.barrier);
  Follow(batch_, state_.batch);
  Follow(waiting_, state_.waiting);
}

bool ModelSubject::Peek(Name object, std::vector<Name>& fields) const {
  fields.clear();
  const Entry entry = EntryOf(object);
  if (entry == kNone) return false;
  for (std::uint32_t i = 0; i < field_counts_[object]; ++i) {
    const Entry target = state_.field[entry][i];
    const Name null = dangling_[entry][i] ? reference::kDangling : kNull;
    fields.push_back(target == kNone ? null : names_[target]);
  }
  return true;
}

void ModelSubject::Observe(reference::Observation& observation) const {
  using reference::Colour;
  observation.phase = static_cast<reference::Phase>(state_.phase);
  observation.initial_references_taken = state_.phase == Phase::kMarking && !state_.initial_pending;
  observation.purge_pending = state_.purge_pending;
  observation.colours.assign(entries_.size(), Colour::kNone);
  const Mask doomed =
      static_cast<Mask>(state_.batch | state_.waiting | state_.dropped | state_.unreachable);
  for (Name name = 0; name < entries_.size(); ++name) {
    const Entry entry = entries_[name];
    if (entry == kNone) continue;
    // A member shows as its root does; doomed with it, it is told so at its own index.
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
  if (!out_of_bounds_) return std::nullopt;
  return reference::Breach{.rule = "", .object = kNull, .detail = "larger than the model can hold"};
}

}  // namespace model
