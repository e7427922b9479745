// model/proof/changes.cc -- changes of relations, shading, and the end of a step.

#include "model/proof/changes.h"

namespace model {

using gc::Fault;
using reference::Locals;

void Changes::Set(Relations& state, R flag, const Bool& value) const {
  state[flag] = Relation([value](const Terms&) { return value; });
}

void Changes::Include(Relations& state, R set, const Predicate& more) const {
  state[set] = Relation(
      [old = state[set], more](const Terms& terms) { return old(terms) || more(terms[0]); });
}

void Changes::Exclude(Relations& state, R set, const Predicate& less) const {
  state[set] = Relation(
      [old = state[set], less](const Terms& terms) { return old(terms) && !less(terms[0]); });
}

void Changes::SetReads(Relations& state, const Predicate& value) const {
  const Bool is_a = state[R::kCurrentIsA]();
  state[R::kA] = Relation([is_a, value, old = state[R::kA]](const Terms& terms) {
    return z3::ite(is_a, value(terms[0]), old(terms));
  });
  state[R::kB] = Relation([is_a, value, old = state[R::kB]](const Terms& terms) {
    return z3::ite(is_a, old(terms), value(terms[0]));
  });
}

void Changes::SetMaybe(Relations& state, const Predicate& value) const {
  const Bool is_a = state[R::kCurrentIsA]();
  state[R::kA] = Relation([is_a, value, old = state[R::kA]](const Terms& terms) {
    return z3::ite(is_a, old(terms), value(terms[0]));
  });
  state[R::kB] = Relation([is_a, value, old = state[R::kB]](const Terms& terms) {
    return z3::ite(is_a, value(terms[0]), old(terms));
  });
}

void Changes::SetField(Relations& state, const Term& x, const Term& f,
                       const Predicate& value) const {
  state[R::kField] = Relation([this, x, f, value, old = state[R::kField]](const Terms& terms) {
    return z3::ite(logic_.Equal(terms[0], x) && logic_.Equal(terms[1], f), value(terms[2]),
                   old(terms));
  });
}

// White objects become black and enter no list: for objects that are not to be scanned yet.
void Changes::MarkUnlisted(Relations& state, const Predicate& targets) const {
  const Relations before = state;
  SetMaybe(state,
           [this, before, targets](const Term& x) { return Maybe(before, x) && !targets(x); });
  const Relations unmarked = state;
  SetReads(state, [this, unmarked, before, targets](const Term& x) {
    return Reads(unmarked, x) || (targets(x) && Maybe(before, x));
  });
}

// The targets and, where a target is in a cluster, all objects of the cluster.
Words::Predicate Changes::Reached(const Relations& state, const Predicate& targets, R list) const {
  if (!clusters_) return targets;
  const bool others = Faulty(list == R::kWork ? Fault::kMarkMemberOnly : Fault::kReturnEarly);
  const Predicate aimed = [this, state, targets, others](const Term& x) {
    return others ? targets(x) && !IsMember(state, x) : targets(x);
  };
  return [this, aimed, together = state[R::kTogether]](const Term& x) {
    return aimed(x) ||
           logic_.Exists(Sort::kObject, [&](const Term& y) { return together(x, y) && aimed(y); });
  };
}

// White objects become grey and enter the list. Others stay as they are.
void Changes::Shade(Relations& state, const Predicate& targets, R list) const {
  const Relations before = state;
  const Predicate shaded = [this, before, reached = Reached(state, targets, list)](const Term& x) {
    return reached(x) && Markable(before, x);
  };
  SetMaybe(state, [this, before, shaded](const Term& x) { return Maybe(before, x) && !shaded(x); });
  const Relations unmarked = state;
  SetReads(state,
           [this, unmarked, shaded](const Term& x) { return Reads(unmarked, x) || shaded(x); });
  if (ListsTwice(faults_)) {
    Include(state, R::kTwice,
            [this, before, shaded](const Term& x) { return shaded(x) && Listed(before, x); });
  }
  Include(state, list, shaded);
  for (const R set : {R::kA, R::kB, list}) {
    state[set] = logic_.WorkedOut(state[set], {Sort::kObject});
  }
}

void Changes::Barrier(Relations& state, const Predicate& targets) const {
  const Bool is_on = state[R::kMarking]();
  const bool skips = Faulty(Fault::kSkipStoredGarbage);
  const Predicate aimed = [is_on, targets, skips, garbage = state[R::kGarbage]](const Term& x) {
    return skips ? is_on && targets(x) && !garbage(x) : is_on && targets(x);
  };
  const Relations before = state;
  Shade(state, aimed, R::kBarrier);
  if (Faulty(Fault::kShadeWithoutQueueing)) state[R::kBarrier] = before[R::kBarrier];
  if (Faulty(Fault::kQueueTwice)) {
    Include(state, R::kTwice,
            [this, before, reached = Reached(before, aimed, R::kBarrier)](const Term& x) {
              return reached(x) && Maybe(before, x);
            });
  }
}

void Changes::BarrierUnless(Fault fault, Relations& state, const Predicate& targets) const {
  if (!Faulty(fault)) Barrier(state, targets);
}

// Under `locals black` an operand is shaded when it is loaded from the heap. An operand was not
// loaded if it was created or answered since the last step, or is held.
void Changes::Load(Relations& state, const Term& operand) const {
  if (locals_ != Locals::kBlack) return;
  const Bool loaded = !state[R::kFresh](operand) && !state[R::kHeld](operand);
  Barrier(state,
          [this, operand, loaded](const Term& x) { return loaded && logic_.Equal(x, operand); });
}

// At the end of each step of the collector the mutator's raw references die. In finite heaps it can
// then name all that is reachable; in heaps of any size it has to load it first.
void Changes::EndStep(After& after) const {
  Relations& state = after.state;
  const Bool no = logic_.False();
  if (logic_.Finite()) {
    const Relations now = state;
    const Relation in_root_set(
        [this, now](const Terms& terms) { return InRootSet(now, terms[0]); });
    state[R::kNamed] = Closure(state, in_root_set, after.assumed);
  } else {
    state[R::kNamed] = Relation([no](const Terms&) { return no; });
  }
  state[R::kFresh] = Relation([no](const Terms&) { return no; });
}

}  // namespace model
