// model/conformance/recorder.cc -- looks at a heap before and after each step, and asks the model.

#include "model/conformance/recorder.h"

#include <algorithm>
#include <utility>

#include "model/conformance/operation_check.h"

namespace model {

using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::Name;

namespace {

void LookInside(const reference::Insides& insides, Name name, ObservedObject& object) {
  if (name >= insides.objects.size()) return;
  const reference::Insides::Object& shown = insides.objects[name];
  object.in_work = shown.in_work;
  object.in_shaded = shown.in_shaded;
  object.unasked = shown.unasked;
  object.unvisited = std::ranges::binary_search(insides.unvisited, shown.index);
}

}  // namespace

void ConformanceRecorder::Reset(const reference::TraceHeader& header) {
  locals_ = header.locals;
  lives_.clear();
  insides_check_.Reset();
  looked_ = false;
}

void ConformanceRecorder::Note(const Event& event, const reference::Subject& subject) {
  insides_check_.Note(event, subject);
  if (event.object == reference::kNull) return;
  if (event.object >= lives_.size()) lives_.resize(event.object + 1);
  Life& life = lives_[event.object];
  if (event.kind == EventKind::kBegan) life.begun = true;
  if (event.kind == EventKind::kBegin) life.had_unit = true;
  if (event.kind == EventKind::kFinished) life.finished = true;
  if (event.kind == EventKind::kPoll) life.waiting = event.flag == 0;
}

std::optional<ObservedHeap> ConformanceRecorder::Look(const reference::Oracle& oracle,
                                                      const reference::Subject& subject) {
  subject.Observe(observation_);
  std::swap(insides_before_, insides_);
  inside_ = subject.Inspect(insides_);
  ObservedHeap state{.phase = observation_.phase,
                     .initial_references_taken = observation_.initial_references_taken,
                     .purge_pending = observation_.purge_pending,
                     .inside = inside_};
  lives_.resize(std::max(lives_.size(), oracle.NameCount()));
  for (Name name = 0; name < oracle.NameCount(); ++name) {
    const Colour colour =
        name < observation_.colours.size() ? observation_.colours[name] : Colour::kNone;
    if (colour == Colour::kNone) continue;
    ObservedObject object{.name = name, .colour = colour};
    subject.Peek(name, fields_);
    if (fields_.size() > kMaxFields || state.objects.size() == kMaxEntries) return std::nullopt;
    std::copy(fields_.begin(), fields_.end(), object.fields.begin());
    // To the model a reference to a freed object is null, even if another object has its memory by
    // now.
    const std::vector<Name>& meant = oracle.heap()[name].fields;
    for (std::size_t i = 0; i < meant.size() && i < fields_.size(); ++i) {
      const bool freed =
          meant[i] != reference::kNull && oracle.LifeOf(meant[i]) == reference::Life::kFreed;
      if (freed) object.fields[i] = reference::kNull;
    }
    std::replace(object.fields.begin(), object.fields.end(), reference::kDangling,
                 reference::kNull);
    object.garbage = oracle.heap().At(name).garbage;
    object.container = oracle.heap().At(name).container;
    object.cluster = oracle.heap().At(name).cluster;
    if (oracle.heap().At(name).has_outer) object.outer = fields_.size() - 1;
    object.root = oracle.heap().At(name).root;
    object.kept = oracle.heap().At(name).kept;
    object.permanent = oracle.heap().At(name).permanent;
    object.constructing = oracle.heap().At(name).constructing;
    object.strong = oracle.heap().At(name).strong > 0;
    object.held = oracle.heap().At(name).held;
    object.flagged = oracle.heap().At(name).flagged;
    object.masked = oracle.heap().At(name).masked;
    object.ready = oracle.heap().At(name).ready;
    const Life& life = lives_[name];
    object.begun = life.begun;
    object.by_hand = oracle.heap().At(name).begun && !life.had_unit;
    object.finished = life.finished;
    object.waiting = life.waiting;
    for (std::uint32_t r = 0; r < oracle.ReferencerCount(); ++r) {
      if (oracle.ReferencerTarget(r) != name) continue;
      const reference::Heap::Referencer& referencer = oracle.heap().ReferencerAt(r);
      (referencer.raw          ? object.raw
       : referencer.protecting ? object.protect
                               : object.wrapper) = true;
    }
    if (inside_) LookInside(insides_, name, object);
    state.objects.push_back(object);
  }
  state.clusters = oracle.Clusters();
  return state;
}

void ConformanceRecorder::Before(const reference::Operation& operation,
                                 const reference::Oracle& oracle,
                                 const reference::Subject& subject) {
  LookAhead(oracle, subject);
  operation_ = operation;
  reported_ = oracle.ReferencerTarget(operation.number);
  weak_target_ = oracle.WeakTarget(operation.number);
  size_ = oracle.Exists(operation.object) ? oracle.Fields(operation.object).size() : 0;
}

void ConformanceRecorder::LookAhead(const reference::Oracle& oracle,
                                    const reference::Subject& subject) {
  if (!looked_) before_ = Look(oracle, subject);
  looked_ = true;
}

void ConformanceRecorder::Follow(const std::vector<Event>& events,
                                 const reference::Subject& subject) {
  for (const Event& event : events) Note(event, subject);
  looked_ = false;
}

ConformanceVerdict ConformanceRecorder::See(const reference::Answer& answer,
                                            const std::vector<Event>& events,
                                            const reference::Oracle& oracle,
                                            const reference::Subject& subject) {
  for (const Event& event : events) Note(event, subject);
  std::optional<ObservedHeap> after = Look(oracle, subject);
  const std::optional<ObservedHeap> before = std::exchange(before_, after);
  ConformanceVerdict verdict = Compare(answer, events, before, after);
  if (verdict.kind == ConformanceVerdict::Kind::kRefused) return verdict;
  const bool allowed = verdict.kind == ConformanceVerdict::Kind::kAllowed;
  if (reached_ != nullptr && allowed) Count(events, *before);
  if (const InsidesCheck::Refusal refusal = CheckInsides(oracle)) {
    return {.kind = ConformanceVerdict::Kind::kRefused,
            .reason = refusal->reason,
            .object = refusal->object};
  }
  return verdict;
}

InsidesCheck::Refusal ConformanceRecorder::CheckInsides(const reference::Oracle& oracle) {
  if (!inside_) return std::nullopt;
  return insides_check_.Check(operation_, insides_before_, insides_,
                              observation_.phase == reference::Phase::kGathering, oracle);
}

ConformanceVerdict ConformanceRecorder::Compare(const reference::Answer& answer,
                                                const std::vector<Event>& events,
                                                const std::optional<ObservedHeap>& before,
                                                const std::optional<ObservedHeap>& after) const {
  const auto is_unit = [](const Event& event) { return reference::IsUnit(event.kind); };
  if (!after || !before) {
    return {.kind = ConformanceVerdict::Kind::kOutside, .reason = "larger than the model can hold"};
  }
  // A finish-purge asks what waits in a round of its own, also beside a marking: the model asks it
  // only where nothing is pending.
  const bool several = operation_.verb == reference::Verb::kFinishPurge;
  if (!several && std::ranges::count_if(events, is_unit) == 1) {
    return Allows(*before, *std::ranges::find_if(events, is_unit), *after, locals_,
                  operation_.verb);
  }
  if (reference::IsCollectorStep(operation_.verb)) return {};
  const bool refused = answer.kind == reference::Answer::Kind::kRefused;
  if (refused && operation_.verb == reference::Verb::kRecreate) return {};
  return Allows(*before, {operation_, answer, reported_, weak_target_, size_}, *after, locals_);
}

// The class of the step, which the model allowed.
void ConformanceRecorder::Count(const std::vector<Event>& events,
                                const ObservedHeap& before) const {
  const auto colour_of = [&](Name name) {
    for (const ObservedObject& object : before.objects) {
      if (object.name == name) return object.colour;
    }
    return Colour::kNone;
  };
  StepClass step{.kind = {.verb = operation_.verb},
                 .phase = static_cast<Phase>(before.phase),
                 .object = colour_of(operation_.object),
                 .target = colour_of(operation_.target)};
  const reference::Verb verb = operation_.verb;
  if (verb == reference::Verb::kWeakRead || verb == reference::Verb::kResolve) {
    step.target = colour_of(weak_target_);
  }
  const auto unit = std::ranges::find_if(
      events, [](const Event& event) { return reference::IsUnit(event.kind); });
  if (unit != events.end()) {
    const bool flips = unit->kind == EventKind::kFlip;
    step.kind = flips ? StepKind{.verb = reference::Verb::kStart} : StepKind{.unit = unit->kind};
    step.object = colour_of(unit->object);
    step.target = Colour::kNone;
  }
  reached_->Add(step);
}

}  // namespace model
