// model/agreement/permitted.cc -- each permitted difference, with its reason.

#include "model/agreement/permitted.h"

namespace model {

using gc::Fault;
using reference::EventKind;
using reference::Verb;

namespace {

bool IsAmong(const Unit& unit, const Step& step) {
  if (unit.kind != step.unit) return false;
  return unit.candidates == 0 ? step.object == kNone : Has(unit.candidates, step.object);
}

}  // namespace

bool IsFlip(Deed deed) {
  return deed == Deed::kFlipMasked || deed == Deed::kFlipAsking || deed == Deed::kFlipMaskedAsking;
}

bool IsSameStore(Step left, const Step& right) {
  left.field = right.field;
  return left == right;
}

bool Permitted::IsPossible(const Machine& machine, const State& state, const Step& step) const {
  if (machine.Withholds(state, step)) return !reference::IsCollectorStep(step.verb);
  if (step.verb == Verb::kStart) return machine.CanFlip(state);
  if (step.verb != Verb::kTick || step.deed != Deed::kVerb) return true;
  // A purge that is asked for by itself goes past marking, also past one that waits for a
  // constructor.
  const std::optional<Unit> of_purge = machine.NextPurgeUnit(state, true);
  if (state.phase == Phase::kMarking && of_purge && IsAmong(*of_purge, step)) return true;
  const std::optional<Unit> unit = machine.NextUnit(state);
  if (!unit || step.unit == EventKind::kCycleEnd) {
    return !unit && step.unit == EventKind::kCycleEnd;
  }
  return IsAmong(*unit, step);
}

// With the fault that ends marking in spite of an unfinished task, the formulas leave open when the
// initial references are taken.
bool Permitted::IsFreer(const Step& step) const {
  return switches_.Faulty(Fault::kIgnoreUnfinishedTask) && step.verb == Verb::kTick;
}

// Where the bits of the doomed are swapped, what the batch has is not doomed any more. An
// obligation says that it must be; the oracle asks only that nothing reachable is begun.
bool Permitted::IsStricter(const Action& action) const {
  return switches_.Faulty(Fault::kSwapUnreachableToo) && action.name == "begin";
}

// A search has only some verbs; an idle tick only takes names away; and its containers have no
// spare room, so they relocate whenever they grow.
bool Permitted::IsLeftOut(const Step& step) const {
  return !bounds_.verbs.Has(step.verb) ||
         (step.verb == Verb::kTick && step.unit == EventKind::kCycleEnd) ||
         (step.verb == Verb::kAppend && step.flag);
}

}  // namespace model
