// model/machine/barrier.cc -- makes white objects grey, for the collector and for the mutator.

#include "model/machine/barrier.h"

namespace model {

using gc::Fault;

bool Barrier::Mark(State& state, Entry entry, Mask State::*list) const {
  const bool enrols = switches_.Faulty(Fault::kMarkDisregarded) && Has(state.permanent, entry) &&
                      !Has(state.reachable, entry);
  if (!Has(state.maybe, entry) && !enrols) return false;
  Remove(state.maybe, Bit(entry));
  Add(state.reachable, Bit(entry));
  if (Has(static_cast<Mask>(state.work | state.barrier), entry)) Add(state.twice, Bit(entry));
  Add(state.*list, Bit(entry));
  return true;
}

// Shades for the mutator: a white object becomes grey and enters the barrier list.
void Barrier::Shade(State& state, Entry target) const {
  if (target == kNone || state.phase != Phase::kMarking) return;
  if (Has(state.clustered, target)) {
    const Entry root = state.link[target];
    if (target != root && Has(state.maybe, root) && switches_.Faulty(Fault::kReturnEarly)) return;
    target = root;
  }
  if (Has(state.garbage, target) && switches_.Faulty(Fault::kSkipStoredGarbage)) return;
  const bool listed = Has(static_cast<Mask>(state.work | state.barrier), target);
  if (!Mark(state, target, &State::barrier)) return;
  if (switches_.Faulty(Fault::kShadeWithoutQueueing) && !listed) Remove(state.barrier, Bit(target));
  if (switches_.Faulty(Fault::kQueueTwice)) Add(state.twice, Bit(target));
}

void Barrier::ShadeUnless(Fault fault, State& state, Entry target) const {
  if (!switches_.Faulty(fault)) Shade(state, target);
}

// Under `locals black` an operand is shaded when it is loaded from the heap. An operand was not
// loaded if it was created or answered by a weak read since the last step, or is held.
//
// The mutator may get an operand through a reference that a scan would clear later, because its
// target is garbage. So what an operand leads to need not go in this cycle.
void Barrier::Load(State& state, Entry operand) const {
  if (state.garbage != 0 && operand != kNone && state.phase == Phase::kMarking) {
    Remove(state.must_go, Closure(state, Bit(operand)));
  }
  if (switches_.locals != reference::Locals::kBlack || operand == kNone) return;
  if (Has(static_cast<Mask>(state.fresh | state.held), operand)) return;
  Shade(state, operand);
}

void Barrier::LoadHolder(State& state, Entry operand) const {
  if (switches_.locals == reference::Locals::kBlack) Load(state, operand);
}

}  // namespace model
