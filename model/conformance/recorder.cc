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

void ConformanceRecorder::Reset(const reference::TraceHeader& header) {
  locals_ = header.locals;
  lives_.clear();
  visited_.clear();
  looked_ = false;
}

void ConformanceRecorder::Note(const Event& event) {
  if (event.kind == EventKind::kEndCheck) visited_.clear();
  if (event.object == reference::kNull) return;
  if (event.object >= lives_.size()) lives_.resize(event.object + 1);
  Life& life = lives_[event.object];
  if (event.kind == EventKind::kBegan) life.begun = true;
  if (event.kind == EventKind::kFinished) life.finished = true;
  if (event.kind == EventKind::kPoll) life.waiting = event.flag == 0;
}

std::optional<ObservedHeap> ConformanceRecorder::Look(const reference::Oracle& oracle,
                                                      const reference::Subject& subject) {
  subject.Observe(observation_);
  ObservedHeap state{.phase = observation_.phase,
                     .initial_references_taken = observation_.initial_references_taken,
                     .purge_pending = observation_.purge_pending};
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
    object.ready = oracle.heap().At(name).ready;
    const Life& life = lives_[name];
    object.begun = life.begun;
    object.finished = life.finished;
    object.waiting = life.waiting;
    for (std::uint32_t r = 0; r < oracle.ReferencerCount(); ++r) {
      if (oracle.ReferencerTarget(r) != name) continue;
      const reference::Heap::Referencer& referencer = oracle.heap().ReferencerAt(r);
      (referencer.raw          ? object.raw
       : referencer.protecting ? object.protect
                               : object.wrapper) = true;
    }
    state.objects.push_back(object);
  }
  state.clusters = oracle.Clusters();
  return state;
}

void ConformanceRecorder::Before(const reference::Operation& operation,
                                 const reference::Oracle& oracle,
                                 const reference::Subject& subject) {
  if (!looked_) before_ = Look(oracle, subject);
  looked_ = true;
  operation_ = operation;
  reported_ = oracle.ReferencerTarget(operation.number);
  weak_target_ = oracle.WeakTarget(operation.number);
  size_ = oracle.Exists(operation.object) ? oracle.Fields(operation.object).size() : 0;
}

void ConformanceRecorder::Follow(const std::vector<Event>& events) {
  for (const Event& event : events) {
    Note(event);
    if (event.kind == EventKind::kGather) visited_.insert(event.detail);
  }
  looked_ = false;
}

ConformanceVerdict ConformanceRecorder::See(const reference::Answer& answer,
                                            const std::vector<Event>& events,
                                            const reference::Oracle& oracle,
                                            const reference::Subject& subject) {
  const Event* unit = nullptr;
  std::size_t units = 0;
  for (const Event& event : events) {
    Note(event);
    if (!reference::IsUnit(event.kind)) continue;
    unit = &event;
    ++units;
  }
  std::optional<ObservedHeap> after = Look(oracle, subject);
  const std::optional<ObservedHeap> before = std::exchange(before_, after);
  if (!after || !before) {
    return {.kind = ConformanceVerdict::Kind::kOutside, .reason = "larger than the model can hold"};
  }
  if (units != 1 && reference::IsCollectorStep(operation_.verb)) return {};
  const ObservedOperation operation{operation_, answer, reported_, weak_target_, size_};
  ConformanceVerdict verdict =
      units == 1 ? SeeUnit(*unit, *before, *after) : Allows(*before, operation, *after, locals_);
  const bool allowed = verdict.kind == ConformanceVerdict::Kind::kAllowed;
  if (reached_ != nullptr && allowed) Count(units == 1 ? unit : nullptr, *before);
  return verdict;
}

void ConformanceRecorder::Count(const Event* unit, const ObservedHeap& before) const {
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
  if (unit != nullptr) {
    const bool flips = unit->kind == EventKind::kFlip;
    step.kind = flips ? StepKind{.verb = reference::Verb::kStart} : StepKind{.unit = unit->kind};
    step.object = colour_of(unit->object);
    step.target = Colour::kNone;
  }
  reached_->Add(step);
}

ConformanceVerdict ConformanceRecorder::SeeUnit(const Event& unit, const ObservedHeap& before,
                                                const ObservedHeap& after) {
  if (unit.kind == EventKind::kGather && !visited_.insert(unit.detail).second) {
    return {.kind = ConformanceVerdict::Kind::kRefused,
            .reason = "index " + std::to_string(unit.detail) + " was visited twice by one gather"};
  }
  return Allows(before, unit, after, locals_);
}

}  // namespace model
