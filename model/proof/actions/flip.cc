// model/proof/actions/flip.cc -- actions that begin a cycle: the flip, with a caller's mask or
// without one, and with the referencers asked beside it or later; and the mask itself.
//
// Flags of an object's author keep nothing by themselves. A caller may name some of them when it
// begins a cycle, or when it has a marking completed that is under way. What has one of these flags
// at that moment is a root of this cycle, whatever happens to the flags later, and of no other. The
// model has one kind of such flags.
//
// Upholds: flip-precondition, keep-flags-are-roots, flip-leaves-unreachable.
// Read next: model/proof/actions_marking.cc.

#include "model/proof/system.h"

namespace model {

using gc::Fault;

void System::AddFlips() {
  for (const bool beside : {false, true}) {
    if (beside && !helped_) continue;
    for (const bool masked : {false, true}) {
      std::string name = masked ? "flip-masked" : "flip";
      if (beside) name += "-asking";
      Add({.name = std::move(name),
           .guard =
               [this](const Relations& s, const Terms&) {
                 Bool busy = s[R::kMarking]() || s[R::kGathering]();
                 if (Faulty(Fault::kSwapWhileTracing)) busy = busy && !s[R::kMarking]();
                 if (Faulty(Fault::kSwapWhileGathering)) busy = busy && !s[R::kGathering]();
                 return !busy && !s[R::kDropped]();
               },
           .take =
               [this, masked, beside](const Relations& s, const Terms&) {
                 After after{s, {}};
                 Flip(after, masked);
                 if (beside) AskBeside(after.state);
                 EndStep(after);
                 return after;
               },
           .owes =
               [this, beside](const Relations& s, const Relations& t, const Terms&) {
                 return beside ? OwesOfReferencers(s, t) : std::vector<Obligation>{};
               },
           .unspoken = masked || beside});
    }
  }
}

void CycleStart::Flip(After& after, bool masked) const {
  Relations& t = after.state;
  const Relations s = t;
  Set(t, R::kCurrentIsA, !s[R::kCurrentIsA]());
  if (Faulty(Fault::kSwapUnreachableToo)) {
    const Relations u = t;
    SetMaybe(t, [u, this](const Term& x) { return Maybe(u, x) || u[R::kUnreachable](x); });
    Exclude(t, R::kUnreachable, [this](const Term&) { return logic_.True(); });
  }
  Set(t, R::kMarking, logic_.True());
  Set(t, R::kGathering, logic_.False());
  Set(t, R::kInitialPending, logic_.True());
  Set(t, R::kEndDecided, logic_.False());
  for (const R set : {R::kScanned, R::kPromised, R::kUnvisited}) {
    Exclude(t, set, [this](const Term&) { return logic_.True(); });
  }
  t[R::kMasked] = Relation([this, s, masked](const Terms& terms) {
    return masked ? IsNamedByMask(s, terms[0]) : logic_.False();
  });
  const Relation in_root_set([this, s, masks = t[R::kMasked]](const Terms& x) {
    return InRootSet(s, x[0]) || masks(x[0]);
  });
  t[R::kMay] = ClosureOfFates(s, in_root_set, after.assumed);
  MarkUnlisted(t, [s](const Term& x) { return s[R::kConstructing](x); });
  const bool flags = !Faulty(Fault::kIgnoreOneFlag);
  const bool masks = masked && !Slips(Slip::kMaskIsNotShaded);
  Shade(
      t,
      [=, this](const Term& x) {
        Bool root = s[R::kRoot](x) || s[R::kStrong](x);
        if (flags) root = root || s[R::kKept](x);
        if (masks) root = root || IsNamedByMask(s, x);
        return root;
      },
      R::kWork);
}

// Whether a mask names x now. What is doomed is no part of a cycle that begins, and is freed.
Bool CycleStart::IsNamedByMask(const Relations& s, const Term& x) const {
  return s[R::kAuthored](x) && Alive(s, x);
}

void System::AddMask() {
  for (const bool sets : {true, false}) {
    Add({.name = sets ? "flag" : "unflag",
         .parameters = {Sort::kObject},
         .guard =
             [this, sets](const Relations& s, const Terms& p) {
               return Names(s, p[0]) && (sets ? !s[R::kAuthored](p[0]) : s[R::kAuthored](p[0]));
             },
         .take =
             [this, sets](const Relations& s, const Terms& p) {
               After after{s, {}};
               Load(after.state, p[0]);
               if (sets) {
                 Include(after.state, R::kAuthored, Is(p[0]));
               } else {
                 Exclude(after.state, R::kAuthored, Is(p[0]));
               }
               return after;
             },
         .unspoken = true});
  }
  // A full collection is asked for while marking is under way: its mask counts for this cycle too.
  Add({.name = "mask-more",
       .guard = [](const Relations& s, const Terms&) { return s[R::kMarking](); },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             Relations& t = after.state;
             const Predicate named = [this, s](const Term& x) { return IsNamedByMask(s, x); };
             Include(t, R::kMasked, named);
             MayStay(after, s, named);
             if (!Slips(Slip::kMaskOfTheFlipOnly)) Shade(t, named, R::kWork);
             EndStep(after);
             return after;
           },
       .unspoken = true});
}

// What these objects lead to may outlive the cycle from here on.
void CycleStart::MayStay(After& after, const Relations& s, const Predicate& some) const {
  const Relation& old = s[R::kMay];
  const Relation just([some](const Terms& terms) { return some(terms[0]); });
  const Relation both([old, some](const Terms& terms) { return old(terms) || some(terms[0]); });
  if (!logic_.Finite()) {
    after.state[R::kMay] = ClosureOfFates(s, both, after.assumed);
    return;
  }
  const Relation more = ClosureOfFates(s, just, after.assumed);
  after.state[R::kMay] =
      Relation([old, more](const Terms& terms) { return old(terms) || more(terms); });
}

}  // namespace model
