// model/explorer/step.cc -- a step, done.

#include "model/explorer/step.h"

namespace model {

using reference::EventKind;
using reference::Verb;

namespace {

std::optional<Finding> Tick(const Machine& machine, const Step& step, State& state) {
  if (step.unit == EventKind::kCycleEnd) return machine.Idle(state);
  return machine.Do(state, step.unit, step.object, nullptr, step.order);
}

std::optional<Finding> Dispatch(const Machine& machine, const Step& step, State& state) {
  Entry answer = kNone;
  switch (step.verb) {
    case Verb::kTick:
      return Tick(machine, step, state);
    case Verb::kStart:
      machine.Flip(state, nullptr, step.order);
      break;
    case Verb::kCreate:
      machine.Create(state, step.object, step.flag);
      break;
    case Verb::kCopy:
      machine.Copy(state, step.object, step.target);
      break;
    case Verb::kCreateNamed:
      machine.CreateNamed(state, step.object);
      break;
    case Verb::kReserve:
      machine.Reserve(state, step.object);
      break;
    case Verb::kComplete:
      machine.Complete(state, step.object);
      break;
    case Verb::kPermanent:
      machine.CreatePermanent(state, step.object);
      break;
    case Verb::kResurrect:
      machine.SetLastWords(state, step.object, step.target, step.target_field);
      break;
    case Verb::kStore:
      machine.Store(state, step.object, step.field, step.target);
      break;
    case Verb::kMove:
      machine.Move(state, step.object, step.field, step.target, step.target_field);
      break;
    case Verb::kSwap:
      machine.Swap(state, step.object, step.field, step.target, step.target_field);
      break;
    case Verb::kAppend:
      machine.Append(state, step.object, step.field, step.target, true);
      break;
    case Verb::kErase:
      machine.Erase(state, step.object, step.field);
      break;
    case Verb::kTake:
      machine.Take(state, step.object, step.target);
      break;
    case Verb::kGarbage:
      machine.MarkGarbage(state, step.object);
      break;
    case Verb::kCluster:
      machine.MakeCluster(state, step.object);
      break;
    case Verb::kClusterAdd:
      machine.AddToCluster(state, step.object, step.target);
      break;
    case Verb::kDissolve:
      machine.DissolveClusterOf(state, step.object);
      break;
    case Verb::kOuter:
      machine.SetOuter(state, step.object, step.field, step.target);
      break;
    case Verb::kRoot:
    case Verb::kUnroot:
      machine.SetRoot(state, step.object, step.verb == Verb::kRoot);
      break;
    case Verb::kKeep:
    case Verb::kUnkeep:
      machine.SetKept(state, step.object, step.verb == Verb::kKeep);
      break;
    case Verb::kStrongTake:
    case Verb::kStrongDrop:
      machine.SetStrong(state, step.object, step.verb == Verb::kStrongTake);
      break;
    case Verb::kHold:
    case Verb::kDrop:
      machine.SetHeld(state, step.object, step.verb == Verb::kHold);
      break;
    case Verb::kReferencerHold:
    case Verb::kReferencerProtect:
      machine.ReferencerHold(state, step.object, step.hold);
      break;
    case Verb::kReferencerRelease:
      state.*kReportedBy[static_cast<std::size_t>(step.hold)] = 0;
      break;
    case Verb::kReady:
      step.flag ? Remove(state.unready, Bit(step.object)) : Add(state.unready, Bit(step.object));
      break;
    case Verb::kWeakMake:
      machine.WeakMake(state, step.slot, step.object);
      break;
    case Verb::kWeakCopy:
      machine.WeakCopy(state, step.slot, step.other_slot);
      break;
    case Verb::kWeakRead:
      return machine.WeakRead(state, step.slot, answer);
    case Verb::kFind:
      return machine.Find(state, step.object, answer);
    case Verb::kResolve:
      return machine.Resolve(state, step.object, step.field, step.slot, answer);
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Finding> Apply(const Machine& machine, const Step& step, State& state) {
  std::optional<Finding> finding = Dispatch(machine, step, state);
  machine.Normalise(state);
  return finding;
}

}  // namespace model
