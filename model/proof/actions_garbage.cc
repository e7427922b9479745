// model/proof/actions_garbage.cc -- actions about objects marked garbage, which most references do
// not keep.
//
// A scan clears the references to garbage that may be cleared, and follows all others. A wrapper
// referencer drops garbage when it is asked. A store shades its target, garbage or not, because a
// holder that was scanned is not scanned again in this cycle. Without the clearing or without the
// shading, invariant I1 breaks. A cluster that lists garbage is dissolved instead of activated
// (actions_clusters.cc), and so is the cluster of an object that is marked garbage.
//
// The set of objects that may outlive a cycle is closed under all references, also those to
// garbage: the mutator may load such a reference before a scan clears it, and store it elsewhere.
//
// Upholds: garbage-is-nulled, immutable-is-followed, schema-is-whole.
// Read next: actions_marking.cc.

#include "model/proof/system.h"

namespace model {

using gc::Fault;

// Whether a scan clears a field f that holds y.
Bool Words::IsKillable(const Relations& s, const Term& f, const Term& y) const {
  return s[R::kGarbage](y) && !s[R::kImmutable](f);
}

Bool Words::Follows(const Relations& s, const Term& f, const Term& y) const {
  if (Faulty(Fault::kMissASlot)) return !s[R::kImmutable](f) && !IsKillable(s, f, y);
  return Faulty(Fault::kSkipImmutableGarbage) ? !s[R::kGarbage](y) : !IsKillable(s, f, y);
}

// Whether x's cluster refers to garbage. What its open fields hold is not listed.
Bool Words::ListsGarbage(const Relations& s, const Term& x) const {
  return logic_.Exists(Sort::kObject, [&](const Term& y) {
    const Bool open = logic_.Exists(Sort::kObject, [&](const Term& z) {
      return s[R::kTogether](x, z) && RefersOpenly(s, z, y, true);
    });
    return (Lists(s, x, y) || open) && s[R::kGarbage](y);
  });
}

void Changes::ClearIn(Relations& state, const Term& x) const {
  if (!ClearsGarbage()) return;
  state[R::kField] = Relation([this, x, s = state](const Terms& terms) {
    return s[R::kField](terms) && !(logic_.Equal(terms[0], x) && IsKillable(s, terms[1], terms[2]));
  });
}

// Whether a referencer drops garbage. A raw referencer reports a copy of its reference, which
// cannot be cleared.
Bool Words::LetsGo(const Relations& s, const Term& r) const {
  return !s[R::kRaw](r) && !s[R::kProtects](r);
}

void Changes::ClearReported(Relations& state, const Bool& asked) const {
  if (!ClearsGarbage()) return;
  for (const R relation : {R::kReports, R::kSlot}) {
    state[relation] = Relation([this, s = state, old = state[relation], asked](const Terms& terms) {
      return old(terms) &&
             !(asked && s[R::kReports](terms) && LetsGo(s, terms[0]) && s[R::kGarbage](terms[1]));
    });
  }
}

// The obligations when the referencers are asked.
std::vector<Obligation> Queries::OwesOfReferencers(const Relations& s, const Relations& t) const {
  const auto each = [&](const std::function<Bool(const Term&, const Term&)>& body) {
    return logic_.ForAll(Sort::kReferencer, [&](const Term& r) {
      return logic_.ForAll(Sort::kObject, [&](const Term& x) {
        return z3::implies(s[R::kReports](r, x), body(r, x));
      });
    });
  };
  Bool all_asked = !s[R::kAsked]();  // or they were asked beside the flip
  if (Faulty(Fault::kSkipReferencers)) all_asked = all_asked && IsEmpty(s, R::kBarrier);
  const Bool let_go = each([&](const Term& r, const Term& x) {
    return z3::implies(all_asked && LetsGo(s, r) && s[R::kGarbage](x), !t[R::kReports](r, x));
  });
  const Bool kept = each([&](const Term& r, const Term& x) {
    return z3::implies(!LetsGo(s, r) || !s[R::kGarbage](x), t[R::kReports](r, x));
  });
  return {{"garbage: no wrapper reports any, unless it protects", let_go},
          {"garbage: nothing else is let go", kept}};
}

// In finite heaps an outer is given once and stays. In heaps of any size it may change like any
// other field; that allows more runs, and so proves more.
Bool Changes::MayChange(const Relations& s, const Term& field) const {
  return logic_.Finite() ? !s[R::kImmutable](field) : logic_.True();
}

void System::AddOuter() {
  if (!logic_.Finite()) return;
  Add({.name = "outer",
       .parameters = {Sort::kObject, Sort::kField, Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             const Bool given = logic_.Exists(
                 Sort::kObject, [&](const Term& x) { return s[R::kField](p[0], p[1], x); });
             return Names(s, p[0]) && Names(s, p[2]) && MayWrite(s, p[0]) &&
                    s[R::kImmutable](p[1]) && !given;
           },
       .take = [this](const Relations& s, const Terms& p) { return Stored(s, p); }});
}

// Core refuses to mark a root garbage, and the verb is skipped for one. In heaps of any size a root
// may be garbage, and the mark may be taken back at any time; that allows more runs, and so proves
// more.
void System::AddGarbage() {
  const auto may_be_garbage = [this](const Relations& s, const Term& x) {
    return logic_.Finite() ? !s[R::kRoot](x) && !s[R::kPermanent](x) : logic_.True();
  };
  Add({.name = "mark-garbage",
       .parameters = {Sort::kObject},
       .guard =
           [=, this](const Relations& s, const Terms& p) {
             return Names(s, p[0]) && !s[R::kGarbage](p[0]) && may_be_garbage(s, p[0]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             Include(after.state, R::kGarbage, Is(p[0]));
             RequestDissolving(after, Is(p[0]));
             return after;
           }});
  Add({.name = "unmark-garbage",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s,
                       const Terms& p) { return Names(s, p[0]) && s[R::kGarbage](p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Exclude(after.state, R::kGarbage, Is(p[0]));
             return after;
           },
       .unspoken = true});
}

}  // namespace model
