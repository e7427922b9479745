// model/conformance/conformance_mutator.cc -- the mutator's operation done in every state that
// looks like this one.

#include "model/conformance/conformance_mutator.h"

#include "model/machine/machine.h"

namespace model {

using reference::Name;
using reference::Operation;
using reference::Verb;

namespace {

// One operation between two sights, and the model's side of it.
class Attempt {
 public:
  Attempt(const ConformanceState& before, const ConformanceOperation& what,
          const ConformanceState& after, reference::Locals locals)
      : what_(what), after_(after), machine_({}, locals), entries_(before) {
    if (reference::IsBirth(what.operation.verb)) entries_.Add(what.operation.object);
  }

  const Entries& entries() const { return entries_; }

  // Whether a container that grows has to relocate cannot be seen.
  bool Fits(const State& state) {
    return Fits(state, false) || (what_.operation.verb == Verb::kAppend && Fits(state, true));
  }

 private:
  bool Fits(State state, bool relocates) const {
    return Do(state, relocates) && LooksLike(state, after_, entries_);
  }

  // What another lane makes is kept until it is handed over.
  bool Do(State& state, bool relocates) const {
    if (!DoAsOne(state, relocates)) return false;
    const Operation& operation = what_.operation;
    const bool kept = reference::IsBirth(operation.verb) && operation.lane != 0;
    if (kept) machine_.SetKept(state, entries_.Of(operation.object), true);
    return true;
  }

  // False if the model answers otherwise.
  bool DoAsOne(State& state, bool relocates) const {
    const Operation& operation = what_.operation;
    const Entry object = entries_.Of(operation.object);
    const Entry target = entries_.Of(operation.target);
    switch (operation.verb) {
      case Verb::kCreate:
        machine_.Create(state, object, operation.number == 0);
        return true;
      case Verb::kCopy:
        machine_.Copy(state, object, target);
        return true;
      case Verb::kCreateNamed:
        machine_.CreateNamed(state, object);
        return true;
      case Verb::kReserve:
        machine_.Reserve(state, object);
        return true;
      case Verb::kComplete:
        machine_.Complete(state, object);
        return true;
      case Verb::kStore:
        return machine_.Store(state, object, operation.field, target) != Refused();
      case Verb::kCluster:
        return machine_.MakeCluster(state, object) != Refused();
      case Verb::kClusterAdd:
        return machine_.AddToCluster(state, object, target) != Refused();
      case Verb::kDissolve:
        machine_.DissolveClusterOf(state, object);
        return true;
      case Verb::kPermanent:
        machine_.CreatePermanent(state, object);
        return true;
      case Verb::kMove:
        machine_.Move(state, object, operation.field, target, operation.target_field);
        return true;
      case Verb::kSwap:
        machine_.Swap(state, object, operation.field, target, operation.target_field);
        return true;
      case Verb::kAppend:
        machine_.Append(state, object, what_.size, target, relocates);
        return true;
      case Verb::kErase:
        machine_.Erase(state, object, operation.field);
        return true;
      case Verb::kTake:
        machine_.Take(state, object, target);
        return true;
      case Verb::kRoot:
      case Verb::kUnroot:
        machine_.SetRoot(state, object, operation.verb == Verb::kRoot);
        return true;
      case Verb::kKeep:
      case Verb::kUnkeep:
        machine_.SetKept(state, object, operation.verb == Verb::kKeep);
        return true;
      case Verb::kStrongTake:
        machine_.SetStrong(state, object, true);
        return true;
      case Verb::kHold:
        machine_.SetHeld(state, object, true);
        return true;
      case Verb::kGarbage:
        machine_.MarkGarbage(state, object);
        return true;
      case Verb::kOuter:
        machine_.SetOuter(state, object, what_.size, target);
        return true;
      case Verb::kReferencerHold:
      case Verb::kReferencerProtect:
        Report(state, object);
        return true;
      case Verb::kWeakMake:
        machine_.WeakMake(state, 0, object);
        return true;
      case Verb::kFind:
        return Find(state, object);
      case Verb::kWeakRead:
      case Verb::kResolve:
        return Read(state, object);
      default:
        return true;  // shades nothing, and moves no reference
    }
  }

  bool Refused() const { return what_.answer.kind == reference::Answer::Kind::kRefused; }

  // The machine has one referencer of each kind: this one.
  void Report(State& state, Entry object) const {
    const Hold hold = what_.operation.verb == Verb::kReferencerProtect ? Hold::kProtecting
                      : what_.operation.flag != 0                      ? Hold::kRaw
                                                                       : Hold::kWrapper;
    const Entry reported = entries_.Of(what_.reported);
    state.*kReportedBy[static_cast<std::size_t>(hold)] =
        reported == kNone ? Mask{0} : Bit(reported);
    machine_.ReferencerHold(state, object, hold);
  }

  // What is gone has no entry.
  bool Find(State& state, Entry object) const {
    Entry answer = kNone;
    if (object != kNone) machine_.Find(state, object, answer);
    return answer == entries_.Of(what_.answer.object);
  }

  // What a stale reference refers to has no entry, and the model has nothing to answer.
  bool Read(State& state, Entry object) const {
    const Entry target = entries_.Of(what_.weak_target);
    if (target != kNone) {
      state.weak[0] = Bit(target);
      state.weak_serial[0] = 1;
      state.weak_true[0] = true;
      SetSerial(state, target, 1);
    }
    Entry answer = kNone;
    if (what_.operation.verb == Verb::kResolve) {
      machine_.Resolve(state, object, what_.operation.field, 0, answer);
    } else {
      machine_.WeakRead(state, 0, answer);
    }
    return answer == entries_.Of(what_.answer.object);
  }

  const ConformanceOperation& what_;
  const ConformanceState& after_;
  Machine machine_;
  Entries entries_;
};

// Under `locals black` an operand that was created or read since the last step was never loaded.
// Which were cannot be seen.
Mask MaybeFresh(const ConformanceOperation& what, const Entries& entries,
                reference::Locals locals) {
  if (locals != reference::Locals::kBlack) return 0;
  Mask fresh = 0;
  for (const Name name : {what.operation.object, what.operation.target}) {
    if (entries.Of(name) != kNone) Add(fresh, Bit(entries.Of(name)));
  }
  return fresh;
}

}  // namespace

bool AllowsOperation(const ConformanceState& before, const ConformanceOperation& what,
                     const ConformanceState& after, reference::Locals locals) {
  Attempt attempt(before, what, after, locals);
  const Mask maybe_fresh = MaybeFresh(what, attempt.entries(), locals);
  bool allowed = false;
  ForEachState(before, attempt.entries(), [&](State state) {
    ForEachPart(maybe_fresh, [&](Mask fresh) {
      state.fresh = fresh;
      allowed = allowed || attempt.Fits(state);
    });
  });
  return allowed;
}

}  // namespace model
