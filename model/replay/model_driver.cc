// model/replay/model_driver.cc -- makes a step of the machine from an operation of a trace.
//
// Names become entries and slots. The driver also keeps what the machine does not have: the number
// of an object's fields, and which weak references and referencers of the trace the machine's are.
//
// Read next: model/replay/model_subject.cc (the collector's side).

#include <algorithm>
#include <utility>

#include "model/replay/model_subject.h"

namespace model {

using reference::Answer;
using reference::kNull;
using reference::Operand;
using reference::Operation;
using reference::Verb;

namespace {

bool ChangesFieldCount(Verb verb) {
  return verb == Verb::kAppend || verb == Verb::kErase || verb == Verb::kTake ||
         verb == Verb::kOuter;
}

}  // namespace

Answer ModelSubject::Operate(const Operation& operation) {
  const std::optional<Step> step = StepOf(operation);
  if (!step) {
    out_of_bounds_ = true;
    return {.kind = Answer::Kind::kStopped};
  }
  const Outcome outcome = machine_.Apply(state_, *step);
  Note(outcome);
  if (!outcome.declared) {
    undeclared_ = step->verb;
    return {.kind = Answer::Kind::kStopped};
  }
  if (step->verb == Verb::kWeakMake || step->verb == Verb::kAbandon ||
      step->verb == Verb::kWeakCopy)
    machine_.Normalise(state_);
  lists_.Follow(state_, kNone);
  if (outcome.refused) return {.kind = Answer::Kind::kRefused};
  if (!reference::IsRead(step->verb)) return {};
  return {.kind = Answer::Kind::kRead,
          .object = outcome.answer == kNone ? kNull : table_.NameOf(outcome.answer)};
}

std::optional<Step> ModelSubject::StepOf(const Operation& operation) {
  Step step{.verb = operation.verb,
            .object = table_.EntryOf(operation.object),
            .target = table_.EntryOf(operation.target),
            .field = static_cast<std::uint8_t>(operation.field),
            .target_field = static_cast<std::uint8_t>(operation.target_field)};
  const Verb verb = operation.verb;
  if (verb == Verb::kAbandon) return AboutWeak(operation, step);
  if (reference::IsBirth(verb)) return Birth(operation, step);
  if (ChangesFieldCount(verb)) return Resizing(operation, step);
  if (verb == Verb::kReferencerRelease) return Release(operation, step);
  if (reference::Takes(verb, Operand::kReferencer)) return Reporting(operation, step);
  if (reference::Takes(verb, Operand::kWeak)) return AboutWeak(operation, step);
  if (reference::Takes(verb, Operand::kYesNo)) step.flag = operation.flag != 0;
  return IsTooMuch(step) ? std::nullopt : std::optional(step);
}

// Whether the step is more than the machine can hold: it keeps no strong count above one, and only
// one resurrection attempt.
bool ModelSubject::IsTooMuch(const Step& step) const {
  if (step.verb == Verb::kStrongTake) return Has(state_.strong, step.object);
  if (step.verb == Verb::kResurrect) return state_.leaver != 0 && !Has(state_.leaver, step.object);
  return false;
}

std::optional<Step> ModelSubject::Birth(const Operation& operation, Step step) {
  step.object = table_.TakeEntry(state_, operation.verb == Verb::kPermanent);
  if (step.object == kNone || operation.number > kMaxFields) return std::nullopt;
  step.flag = operation.verb == Verb::kCreate && operation.number == 0;
  if (operation.verb == Verb::kCopy) {
    table_.BearCopy(state_, operation.object, step.object, operation.target);
  } else {
    table_.Bear(state_, operation.object, step.object, operation.number);
  }
  return step;
}

// A container of the model has no spare room, so it relocates whenever it grows.
std::optional<Step> ModelSubject::Resizing(const Operation& operation, Step step) {
  std::uint32_t& size = table_.FieldCountOf(operation.object);
  Table::Dangling& dangling = table_.DanglingOf(step.object);
  if (operation.verb == Verb::kAppend || operation.verb == Verb::kOuter) {
    if (size == kMaxFields) return std::nullopt;
    if (operation.verb == Verb::kAppend) dangling[size] = false;
    step.field = static_cast<std::uint8_t>(size++);
  } else if (operation.verb == Verb::kErase) {
    for (std::size_t i = operation.field; i + 1 < kMaxFields; ++i) dangling[i] = dangling[i + 1];
    --size;
  } else {
    dangling = table_.DanglingOf(step.target);
    size = std::exchange(table_.FieldCountOf(operation.target), 0);
  }
  return step;
}

// The machine has one referencer of each kind, so a second one of a kind is more than it can hold.
std::optional<Step> ModelSubject::Reporting(const Operation& operation, Step step) {
  step.hold = HoldOf(operation);
  const auto mine = static_cast<std::size_t>(step.hold);
  const bool another = referencers_[mine] != operation.number;
  for (std::size_t kind = 0; kind < kHolds; ++kind) {
    const bool is_this = referencers_[kind] == operation.number;
    const bool busy = state_.*kReportedBy[kind] != 0;
    if (busy && is_this != (kind == mine)) return std::nullopt;
  }
  if (step.hold == Hold::kWrapper && another) state_.slot = 0;  // another referencer's slot
  referencers_[mine] = operation.number;
  return step;
}

std::optional<Step> ModelSubject::Release(const Operation& operation, Step step) const {
  std::optional<Step> found;
  for (const Hold hold : {Hold::kWrapper, Hold::kRaw, Hold::kProtecting}) {
    const auto kind = static_cast<std::size_t>(hold);
    if (referencers_[kind] != operation.number) continue;
    step.hold = hold;
    if (!found || state_.*kReportedBy[kind] != 0) found = step;
  }
  return found;
}

std::optional<Step> ModelSubject::AboutWeak(const Operation& operation, Step step) {
  step.slot = WeakSlot(operation.number);
  if (operation.verb == Verb::kWeakCopy) step.other_slot = WeakSlot(operation.other);
  return std::max(step.slot, step.other_slot) < kWeakSlots ? std::optional(step) : std::nullopt;
}

std::uint8_t ModelSubject::WeakSlot(std::uint32_t weak) {
  const auto found = std::find(weaks_.begin(), weaks_.end(), weak);
  const auto slot = static_cast<std::size_t>(found - weaks_.begin());
  if (found == weaks_.end() && slot < kWeakSlots) weaks_.push_back(weak);
  return static_cast<std::uint8_t>(slot);
}

}  // namespace model
