// model/proof/actions_permanent.cc -- actions on permanent objects, and resurrection attempts.
//
// A permanent object is in the root set and never scanned. So everything to which it refers must be
// permanent, rooted, kept or counted, or marking would not reach all that is reachable. That is
// invariant N2. A store that would break it is refused, and an `unroot` that would is not possible.
//
// In a resurrection attempt a destroy callback stores its own, doomed object into another. Under
// the rule the store is refused and nothing changes, so only the fault needs a relation.
//
// Upholds: disregarded-is-deep, destroy-leaks-nothing.   Read next: actions_mutator.cc.

#include "model/proof/system.h"

namespace model {

using gc::Fault;
using reference::Locals;

Bool Words::MayStore(const Relations& s, const Term& holder, const Term& x) const {
  if (Faulty(Fault::kHoldManaged)) return logic_.True();
  return Assumed(Assumption::kDisregardedHoldKept, !s[R::kPermanent](holder) || HeldForEver(s, x));
}

Bool Changes::MayWrite(const Relations& s, const Term& holder) const {
  return Assumed(Assumption::kDisregardedHoldKept, !s[R::kPermanent](holder));
}

// Whether x may lose this kind of root: if it has another kind, or no permanent object refers to
// it.
Bool Words::MayLose(const Relations& s, R root_kind, const Term& x) const {
  Bool other = s[R::kPermanent](x);
  for (const R each : {R::kRoot, R::kKept, R::kStrong}) {
    if (each == root_kind) continue;
    other = other || s[each](x);
  }
  if (root_kind != R::kRoot && root_kind != R::kKept && root_kind != R::kStrong)
    return logic_.True();
  const Bool unused = logic_.ForAll(Sort::kObject, [&](const Term& y) {
    return logic_.ForAll(Sort::kField, [&](const Term& f) {
      return !(s[R::kPermanent](y) && s[R::kField](y, f, x));
    });
  });
  return Assumed(Assumption::kDisregardedKeepRoots, other || unused);
}

void System::AddPermanent() {
  Add({.name = "permanent",
       .parameters = {Sort::kObject},
       .guard =
           [](const Relations& s, const Terms& p) {
             return !s[R::kAlloc](p[0]) && !s[R::kUsed](p[0]) && !s[R::kDropped]();
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             for (const R set :
                  {R::kAlloc, R::kUsed, R::kNamed, R::kMay, R::kReady, R::kPermanent}) {
               Include(after.state, set, Is(p[0]));
             }
             if (locals_ == Locals::kBlack) Include(after.state, R::kFresh, Is(p[0]));
             return after;
           }});
  if (locals_ != Locals::kBlack || Faulty(Fault::kHoldManaged)) return;
  // The operands of a refused store were loaded all the same.
  Add({.name = "store-refused",
       .parameters = {Sort::kObject, Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return Names(s, p[0]) && Names(s, p[1]) && !MayStore(s, p[0], p[1]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             Load(after.state, p[1]);
             return after;
           }});
}

void System::AddResurrection() {
  if (!Faulty(Fault::kLetItLeak)) return;
  Add({.name = "resurrect",
       .parameters = {Sort::kObject, Sort::kField, Sort::kObject},
       .guard = [this](const Relations& s,
                       const Terms& p) { return Names(s, p[0]) && Names(s, p[2]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             after.state[R::kResurrects] =
                 Relation([this, p, old = s[R::kResurrects]](const Terms& terms) {
                   const Bool these = logic_.Equal(terms[1], p[1]) && logic_.Equal(terms[2], p[2]);
                   return z3::ite(logic_.Equal(terms[0], p[0]), these, old(terms));
                 });
             return after;
           }});
}

// Only with a fault: the leaver is stored in its heir. Not if the heir is permanent: another rule,
// disregarded-is-deep, guards that.
void Changes::TryToResurrect(After& after, const Term& leaver) const {
  Relations& state = after.state;
  const Relations s = state;
  state[R::kField] = Relation([this, s, leaver](const Terms& terms) {
    const Bool spoken = s[R::kResurrects](leaver, terms[1], terms[0]) && s[R::kAlloc](terms[0]) &&
                        !s[R::kPermanent](terms[0]);
    return z3::ite(spoken, logic_.Equal(terms[2], leaver), s[R::kField](terms));
  });
  RequestDissolving(after, [this, s, leaver](const Term& x) {
    return logic_.Exists(Sort::kField, [&](const Term& f) {
      return s[R::kResurrects](leaver, f, x) && Uncovered(s, x, f, Is(leaver))(x);
    });
  });
}

// Forgets the freed object's own attempt, and every attempt to store into it.
void Changes::ForgetResurrection(Relations& state, const Term& freed) const {
  state[R::kResurrects] = Relation([this, freed, old = state[R::kResurrects]](const Terms& terms) {
    return old(terms) && !logic_.Equal(terms[0], freed) && !logic_.Equal(terms[2], freed);
  });
}

Bool Queries::Unleaked(const Relations& s, const Term& leaver) const {
  return logic_.ForAll(Sort::kObject, [&](const Term& y) {
    return logic_.ForAll(Sort::kField, [&](const Term& f) {
      return !(s[R::kResurrects](leaver, f, y) && s[R::kNamed](y) && !s[R::kPermanent](y));
    });
  });
}

}  // namespace model
