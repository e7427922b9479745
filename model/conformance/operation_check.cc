// model/conformance/operation_check.cc -- does the operation in every state that looks like the
// heap before it, and compares the results with the heap after it.

#include "model/conformance/operation_check.h"

#include "model/conformance/abstraction.h"
#include "model/machine/machine.h"
#include "reference/trace/trace_text.h"

namespace model {

using reference::Name;
using reference::Operation;
using reference::Verb;

namespace {

// One operation between two heaps that were seen, done by the model.
class Attempt {
 public:
  Attempt(const ObservedHeap& before, const ObservedOperation& what, const ObservedHeap& after,
          reference::Locals locals)
      : what_(what), after_(after), machine_({}, locals), entries_(before) {
    const bool is_gone = what.operation.verb == Verb::kAbandon;
    if (reference::IsBirth(what.operation.verb) && !is_gone) entries_.Add(what.operation.object);
    step_ = StepOf(what.operation);
  }

  const Entries& entries() const { return entries_; }

  // It cannot be seen whether a container that grew was relocated, so both are tried.
  bool Fits(const State& state) {
    if (Fits(state, step_)) return true;
    if (step_.verb != Verb::kAppend) return false;
    Step in_place = step_;
    in_place.flag = true;
    return Fits(state, in_place);
  }

  // Whether the machine has the verb; true as long as it was not asked.
  bool IsDeclared() const { return declared_; }

 private:
  // Of the run's weak references the machine gets only the operation's, in this slot. Of
  // referencers it has one of each kind.
  static constexpr std::uint8_t kSlot = 0;

  Step StepOf(const Operation& operation) const {
    const Verb verb = operation.verb;
    const bool adds_field = verb == Verb::kAppend || verb == Verb::kOuter;
    return {
        .verb = verb,
        .object = entries_.Of(operation.object),
        .target = entries_.Of(operation.target),
        .field = static_cast<std::uint8_t>(adds_field ? what_.size : operation.field),
        .target_field = static_cast<std::uint8_t>(operation.target_field),
        .slot = kSlot,
        .other_slot = kSlot,
        .flag = verb == Verb::kCreate  ? operation.number == 0
                : verb == Verb::kReady ? operation.flag != 0
                                       : false,
        .hold = HoldOf(operation),
    };
  }

  bool Fits(State state, const Step& step) {
    SetReporter(state);
    SetWeakReference(state);
    SetIndexOfNewborn(state);
    const Outcome outcome = machine_.Apply(state, step);
    declared_ = outcome.declared;
    if (!declared_ || !AnswersAlike(outcome)) return false;
    // An object that another lane makes is kept until the lane hands it over.
    const bool kept =
        reference::IsBirth(step.verb) && step.object != kNone && what_.operation.lane != 0;
    if (kept) machine_.Apply(state, {.verb = Verb::kKeep, .object = step.object});
    return LooksLike(state, after_, entries_);
  }

  bool AnswersAlike(const Outcome& outcome) const {
    if (outcome.refused != (what_.answer.kind == reference::Answer::Kind::kRefused)) return false;
    return !reference::IsRead(step_.verb) || outcome.answer == entries_.Of(what_.answer.object);
  }

  void SetReporter(State& state) const {
    if (step_.verb != Verb::kReferencerHold && step_.verb != Verb::kReferencerProtect) return;
    const Entry reported = entries_.Of(what_.reported);
    state.*kReportedBy[static_cast<std::size_t>(step_.hold)] =
        reported == kNone ? Mask{0} : Bit(reported);
  }

  // An object may be born at an index that was empty, and that the gather has still to visit.
  void SetIndexOfNewborn(State& state) const {
    if (!reference::IsBirth(step_.verb) || step_.object == kNone) return;
    for (const ObservedObject& object : after_.objects) {
      const bool is_born = entries_.Of(object.name) == step_.object;
      if (is_born && object.unvisited) Add(state.unvisited, Bit(step_.object));
    }
  }

  // The object of a stale weak reference has no entry. The model then answers null.
  void SetWeakReference(State& state) const {
    if (step_.verb != Verb::kWeakRead && step_.verb != Verb::kResolve) return;
    const Entry target = entries_.Of(what_.weak_target);
    if (target == kNone) return;
    state.weak[kSlot] = Bit(target);
    state.weak_serial[kSlot] = 1;
    state.weak_true[kSlot] = true;
    SetSerial(state, target, 1);
  }

  const ObservedOperation& what_;
  const ObservedHeap& after_;
  Machine machine_;
  Entries entries_;
  Step step_;
  bool declared_ = true;
};

// Under `locals black` the load of an operand shades it, unless the operand was created or read
// since the last step. That cannot be seen, so each operand may be such a fresh one.
Mask MaybeFresh(const ObservedOperation& what, const Entries& entries, reference::Locals locals) {
  if (locals != reference::Locals::kBlack) return 0;
  Mask fresh = 0;
  for (const Name name : {what.operation.object, what.operation.target}) {
    if (entries.Of(name) != kNone) Add(fresh, Bit(entries.Of(name)));
  }
  return fresh;
}

}  // namespace

ConformanceVerdict Allows(const ObservedHeap& before, const ObservedOperation& what,
                          const ObservedHeap& after, reference::Locals locals) {
  Attempt attempt(before, what, after, locals);
  const Mask maybe_fresh = MaybeFresh(what, attempt.entries(), locals);
  bool allowed = false;
  ForEachState(before, attempt.entries(), [&](State state) {
    ForEachPart(maybe_fresh, [&](Mask fresh) {
      state.fresh = fresh;
      allowed = allowed || attempt.Fits(state);
    });
  });
  if (allowed) return {.kind = ConformanceVerdict::Kind::kAllowed};
  const Operation& operation = what.operation;
  if (!attempt.IsDeclared()) {
    return {ConformanceVerdict::Kind::kRefused,
            "the model does not declare the verb " + std::string(WordOf(operation.verb)) +
                ": give it a case in Machine::Apply",
            operation.object};
  }
  return {ConformanceVerdict::Kind::kRefused,
          "the model allows no " + reference::PrintOperation(operation) + " here with this result",
          operation.object};
}

}  // namespace model
