// model/tie/tie.cc -- from what is seen to the states that look so, and back.

#include "model/tie/tie.h"

#include <algorithm>
#include <utility>

namespace model {

using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::Name;

namespace {

// An index that the gather visits and that holds nothing.
constexpr Entry kEmptyIndex = kMaxEntries;

// Gives entries to names, the same before and after the unit.
class Entries {
 public:
  explicit Entries(const TieState& before) {
    for (const TieObject& object : before.objects) names_.push_back(object.name);
  }
  Entry Of(Name name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? kNone : static_cast<Entry>(found - names_.begin());
  }
  Name NameOf(Entry entry) const { return names_[entry]; }

 private:
  std::vector<Name> names_;
};

void SetColour(State& state, Entry entry, const TieObject& object) {
  const Mask bit = Bit(entry);
  if (object.colour == Colour::kDoomed) {
    Add(state.unreachable, bit);
    Add(object.waiting ? state.waiting : state.batch, bit);
  } else {
    Add(object.colour == Colour::kWhite ? state.maybe : state.reachable, bit);
  }
}

// What is certain of the model's state. Where an object waits and who was asked is left open.
State Certain(const TieState& seen, const Entries& entries) {
  State state;
  state.phase = static_cast<Phase>(seen.phase);
  state.initial_pending =
      seen.phase == reference::Phase::kTracing && !seen.initial_references_taken;
  state.purge_pending = seen.purge_pending;
  for (const TieObject& object : seen.objects) {
    const Entry entry = entries.Of(object.name);
    const Mask bit = Bit(entry);
    const auto set = [bit](Mask& mask, bool value) {
      if (value) Add(mask, bit);
    };
    set(state.exists, true);
    set(state.used, true);
    SetColour(state, entry, object);
    set(state.root, object.root);
    set(state.strong, object.strong);
    set(state.held, object.held);
    set(state.wrapper, object.wrapper);
    set(state.raw, object.raw);
    set(state.unready, !object.ready);
    set(state.begun, object.begun);
    set(state.finished, object.finished);
    for (std::size_t i = 0; i < kMaxFields; ++i) {
      state.field[entry][i] = entries.Of(object.fields[i]);
    }
  }
  return state;
}

Colour ColourOf(const State& state, Entry entry) {
  if (Has(state.unreachable, entry)) return Colour::kDoomed;
  if (Has(state.maybe, entry)) return Colour::kWhite;
  return Has(static_cast<Mask>(state.work | state.barrier), entry) ? Colour::kGrey : Colour::kBlack;
}

bool LooksLike(const State& state, const TieObject& object, Entry entry, const Entries& entries) {
  if (!Has(state.exists, entry) || ColourOf(state, entry) != object.colour) return false;
  if (Has(state.begun, entry) != object.begun || Has(state.finished, entry) != object.finished ||
      Has(state.waiting, entry) != object.waiting) {
    return false;
  }
  for (std::size_t i = 0; i < kMaxFields; ++i) {
    if (state.field[entry][i] != entries.Of(object.fields[i])) return false;
  }
  return true;
}

bool LooksLike(const State& state, const TieState& seen, const Entries& entries) {
  if (static_cast<reference::Phase>(state.phase) != seen.phase) return false;
  if (state.purge_pending != seen.purge_pending) return false;
  if (state.phase == Phase::kTracing && state.initial_pending == seen.initial_references_taken) {
    return false;
  }
  Mask objects = 0;
  for (const TieObject& object : seen.objects) {
    const Entry entry = entries.Of(object.name);
    if (entry == kNone || !LooksLike(state, object, entry, entries)) return false;
    Add(objects, Bit(entry));
  }
  return objects == state.exists;
}

// The parts of a mask, itself and nothing included.
template <typename Visit>
void ForEachPart(Mask whole, Visit&& visit) {
  for (Mask part = whole;; part = static_cast<Mask>((part - 1) & whole)) {
    visit(part);
    if (part == 0) return;
  }
}

// Every state that looks like this one: grey objects in either list, any of the waiting asked.
template <typename Visit>
void ForEachState(const TieState& seen, const Entries& entries, Visit&& visit) {
  const State certain = Certain(seen, entries);
  Mask grey = 0;
  for (const TieObject& object : seen.objects) {
    if (object.colour == Colour::kGrey) Add(grey, Bit(entries.Of(object.name)));
  }
  ForEachPart(grey, [&](Mask in_work) {
    ForEachPart(certain.purge_pending ? certain.waiting : Mask{0}, [&](Mask asked_later) {
      State state = certain;
      state.work = in_work;
      state.barrier = static_cast<Mask>(grey & ~in_work);
      state.polling = asked_later;
      visit(state);
    });
  });
}

// Does the unit in one of the states that look like `before`, and compares.
bool Leads(const Machine& machine, State state, const Event& unit, Entry entry,
           const TieState& after, const Entries& entries) {
  if (unit.kind == EventKind::kFlip) {
    if (!machine.CanFlip(state)) return false;
    machine.Flip(state);
    return LooksLike(state, after, entries);
  }
  if (unit.kind == EventKind::kGather) {
    entry = entry == kNone ? kEmptyIndex : entry;
    state.unvisited = Bit(entry);
    if (after.phase == reference::Phase::kGathering) Add(state.unvisited, Bit(kEmptyIndex + 1));
  }
  const std::optional<Unit> next = machine.NextUnit(state);
  if (!next || next->kind != unit.kind) return false;
  if (next->candidates != 0 && (entry == kNone || !Has(next->candidates, entry))) return false;
  // A table may have indices that hold nothing.
  if (unit.kind == EventKind::kEndCheck && after.phase == reference::Phase::kGathering) {
    Add(state.used, Bit(kEmptyIndex));
  }
  if (machine.Do(state, unit.kind, next->candidates == 0 ? kNone : entry)) return false;
  return LooksLike(state, after, entries);
}

bool Fits(const TieState& state) { return state.objects.size() <= kMaxEntries; }

}  // namespace

TieVerdict Allows(const TieState& before, const Event& unit, const TieState& after,
                  reference::Locals locals) {
  if (!Fits(before) || !Fits(after)) {
    return {TieVerdict::Kind::kOutside, "more objects than the model can hold"};
  }
  const Machine machine({}, locals);
  const Entries entries(before);
  const Entry entry = unit.object == reference::kNull ? kNone : entries.Of(unit.object);
  bool allowed = false;
  ForEachState(before, entries, [&](const State& state) {
    allowed = allowed || Leads(machine, state, unit, entry, after, entries);
  });
  if (allowed) return {};
  return {TieVerdict::Kind::kRefused,
          "the model allows no " + std::string(reference::WordOf(unit.kind)) +
              (unit.object == reference::kNull ? "" : " of " + reference::NameText(unit.object)) +
              " here with this result"};
}

void TieRecorder::Reset(const reference::TraceHeader& header) {
  locals_ = header.locals;
  lives_.clear();
  visited_.clear();
  before_ = TieState{};
}

void TieRecorder::Note(const Event& event) {
  if (event.kind == EventKind::kEndCheck) visited_.clear();
  if (event.object == reference::kNull) return;
  if (event.object >= lives_.size()) lives_.resize(event.object + 1);
  Life& life = lives_[event.object];
  if (event.kind == EventKind::kBegan) life.begun = true;
  if (event.kind == EventKind::kFinished) life.finished = true;
  if (event.kind == EventKind::kPoll) life.waiting = event.flag == 0;
}

std::optional<TieState> TieRecorder::Look(const reference::Oracle& oracle,
                                          const reference::Subject& subject) {
  subject.Observe(observation_);
  TieState state{.phase = observation_.phase,
                 .initial_references_taken = observation_.initial_references_taken,
                 .purge_pending = observation_.purge_pending};
  lives_.resize(std::max(lives_.size(), oracle.NameCount()));
  for (Name name = 0; name < oracle.NameCount(); ++name) {
    const Colour colour =
        name < observation_.colours.size() ? observation_.colours[name] : Colour::kNone;
    if (colour == Colour::kNone) continue;
    TieObject object{.name = name, .colour = colour};
    subject.Peek(name, fields_);
    if (fields_.size() > kMaxFields || state.objects.size() == kMaxEntries) return std::nullopt;
    std::copy(fields_.begin(), fields_.end(), object.fields.begin());
    // To the model a reference to what was freed is null.
    std::replace(object.fields.begin(), object.fields.end(), reference::kDangling,
                 reference::kNull);
    object.root = oracle.IsRoot(name);
    object.strong = oracle.StrongCount(name) > 0;
    object.held = oracle.IsHeld(name);
    object.ready = oracle.IsReady(name);
    const Life& life = lives_[name];
    object.begun = life.begun;
    object.finished = life.finished;
    object.waiting = life.waiting;
    for (std::uint32_t r = 0; r < oracle.ReferencerCount(); ++r) {
      if (oracle.ReferencerTarget(r) != name) continue;
      (oracle.ReferencerIsRaw(r) ? object.raw : object.wrapper) = true;
    }
    state.objects.push_back(object);
  }
  return state;
}

TieVerdict TieRecorder::See(const reference::Oracle& oracle, const std::vector<Event>& events,
                            const reference::Subject& subject) {
  const Event* unit = nullptr;
  std::size_t units = 0;
  for (const Event& event : events) {
    Note(event);
    if (!reference::IsUnit(event.kind)) continue;
    unit = &event;
    ++units;
  }
  std::optional<TieState> after = Look(oracle, subject);
  std::optional<TieState> before = std::exchange(before_, after);
  if (!after) return {TieVerdict::Kind::kOutside, "larger than the model can hold"};
  if (units != 1 || !before) return {};
  if (unit->kind == EventKind::kGather && !visited_.insert(unit->detail).second) {
    return {TieVerdict::Kind::kRefused,
            "index " + std::to_string(unit->detail) + " was visited twice by one gather"};
  }
  return Allows(*before, *unit, *after, locals_);
}

}  // namespace model
