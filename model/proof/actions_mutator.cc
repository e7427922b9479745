// model/proof/actions_mutator.cc -- actions on births, fields, roots, counts, locals, referencers
// and readiness.

#include "model/proof/system.h"

namespace model {

using gc::Fault;
using reference::Locals;

Bool Words::MayBeBorn(const Relations& s, const Term& o) const {
  const auto is_free = [&](const Term& x) {
    Bool free = !s[R::kAlloc](x);
    if (!Slips(Slip::kIndexBeforeMemory)) free = free && !s[R::kHanded](x);
    if (!Faulty(Fault::kReleaseAtBegin)) return free;
    return free || (s[R::kUnreachable](x) && s[R::kBatch](x) && s[R::kBegun](x));
  };
  const Bool may = is_free(o) && !s[R::kDropped]();
  if (!logic_.Finite()) return may;
  // A free index is used before the table grows.
  return may && (s[R::kUsed](o) || logic_.ForAll(Sort::kObject, [&](const Term& x) {
           return z3::implies(s[R::kUsed](x), !is_free(x));
         }));
}

void Changes::Bear(Relations& t, const Term& o) const {
  const Relations s = t;
  if (Faulty(
          Fault::kReleaseAtBegin)) {  // the new object takes over the entry and its places in lists
    LetGo(t, o);
    for (const R set : {R::kUnreachable, R::kGarbage, R::kFinished, R::kToldFinish}) {
      Exclude(t, set, Is(o));
    }
  }
  for (const R set : {R::kAlloc, R::kUsed, R::kNamed, R::kMay, R::kReady}) {
    Include(t, set, Is(o));
  }
  if (locals_ == Locals::kBlack) Include(t, R::kFresh, Is(o));
  if (Faulty(Fault::kSkipRecycledIndex)) {
    const Bool again = s[R::kUsed](o);
    Include(t, R::kRecycled, [=, this](const Term& x) { return again && logic_.Equal(x, o); });
  }
  const Bool marking = s[R::kMarking]();
  const Bool gathering = s[R::kGathering]();
  const Bool idle = !marking && !gathering;
  const auto when = [this](const Bool& phase, Fault fault) {
    return Faulty(fault) ? phase : logic_.False();
  };
  const Bool white_in_cycle = when(marking, Fault::kBornWhiteWhileMarking) ||
                              when(gathering, Fault::kBornWhiteWhileGathering);
  const Bool other = when(idle, Fault::kBornWithOtherBit);
  const Bool maybe = white_in_cycle || other || when(idle, Fault::kBornWithBothBits);
  const Bool reads = !(white_in_cycle || other || when(idle, Fault::kBornWithNeitherBit));
  SetReads(t, [=, this](const Term& x) { return z3::ite(logic_.Equal(x, o), reads, Reads(s, x)); });
  const Relations u = t;
  SetMaybe(t, [=, this](const Term& x) { return z3::ite(logic_.Equal(x, o), maybe, Maybe(u, x)); });
}

void System::AddBirths() {
  for (const bool constructing : {false, true}) {
    Add({.name = constructing ? "reserve" : "create",
         .parameters = {Sort::kObject},
         .guard = [this](const Relations& s, const Terms& p) { return MayBeBorn(s, p[0]); },
         .take =
             [this, constructing](const Relations& s, const Terms& p) {
               After after{s, {}};
               Bear(after.state, p[0]);
               if (constructing) Include(after.state, R::kConstructing, Is(p[0]));
               return after;
             }});
  }
  // The new object has fields from its birth on, and is not scanned in this cycle.
  Add({.name = "copy",
       .parameters = {Sort::kObject, Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return MayBeBorn(s, p[0]) && Names(s, p[1]) && !logic_.Equal(p[0], p[1]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             Load(t, p[1]);
             Bear(t, p[0]);
             t[R::kField] =
                 Relation([this, o = p[0], like = p[1], old = t[R::kField]](const Terms& terms) {
                   Terms there = terms;
                   there[0] = like;
                   return z3::ite(logic_.Equal(terms[0], o), old(there), old(terms));
                 });
             BarrierUnless(Fault::kBlockCopy, t,
                           [=, this](const Term& x) { return Refers(s, p[1], x); });
             return after;
           }});
}

// The object loses its references.
void Changes::LetGo(Relations& state, const Term& x) const {
  state[R::kField] = Relation([this, x, old = state[R::kField]](const Terms& terms) {
    return old(terms) && !logic_.Equal(terms[0], x);
  });
}

// The store p[0].p[1] = p[2].
After Changes::Stored(const Relations& s, const Terms& p) const {
  After after{s, {}};
  Load(after.state, p[0]);
  Load(after.state, p[2]);
  SetField(after.state, p[0], p[1], Is(p[2]));
  RequestDissolving(after, Uncovered(after.state, p[0], p[1], Is(p[2])));
  BarrierUnless(Fault::kStoreWithoutShading, after.state, Is(p[2]));
  return after;
}

void System::AddFieldActions() {
  const auto names = [this](const Relations& s, const Term& x) { return Names(s, x); };
  Add({.name = "store",
       .parameters = {Sort::kObject, Sort::kField, Sort::kObject},
       .guard =
           [=, this](const Relations& s, const Terms& p) {
             return names(s, p[0]) && names(s, p[2]) && MayChange(s, p[1]) &&
                    MayStore(s, p[0], p[2]);
           },
       .take = [this](const Relations& s, const Terms& p) { return Stored(s, p); }});
  Add({.name = "store-null",
       .parameters = {Sort::kObject, Sort::kField},
       .guard = [=, this](const Relations& s,
                          const Terms& p) { return names(s, p[0]) && MayChange(s, p[1]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             SetField(after.state, p[0], p[1], [this](const Term&) { return logic_.False(); });
             return after;
           }});
  const auto two_slots = [=, this](const Relations& s, const Terms& p) {
    return names(s, p[0]) && names(s, p[2]) && MayChange(s, p[1]) && MayChange(s, p[3]) &&
           !(logic_.Equal(p[0], p[2]) && logic_.Equal(p[1], p[3]));
  };
  const auto held_by = [](const Relations& s, const Term& x, const Term& f) {
    return [s, x, f](const Term& y) { return s[R::kField](x, f, y); };
  };
  Add({.name = "move",
       .parameters = {Sort::kObject, Sort::kField, Sort::kObject, Sort::kField},
       .guard = [=, this](const Relations& s,
                          const Terms& p) { return two_slots(s, p) && MayWrite(s, p[0]); },
       .take =
           [=, this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             Load(after.state, p[2]);
             const Predicate moved = held_by(s, p[2], p[3]);
             SetField(after.state, p[0], p[1], moved);
             SetField(after.state, p[2], p[3], [this](const Term&) { return logic_.False(); });
             RequestDissolving(after, Uncovered(after.state, p[0], p[1], moved));
             BarrierUnless(Fault::kMoveIsFree, after.state, moved);
             return after;
           }});
  Add({.name = "swap",
       .parameters = {Sort::kObject, Sort::kField, Sort::kObject, Sort::kField},
       .guard =
           [=, this](const Relations& s, const Terms& p) {
             return two_slots(s, p) && MayWrite(s, p[0]) && MayWrite(s, p[2]);
           },
       .take =
           [=, this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             Load(after.state, p[2]);
             const Predicate left = held_by(s, p[0], p[1]);
             const Predicate right = held_by(s, p[2], p[3]);
             SetField(after.state, p[0], p[1], right);
             SetField(after.state, p[2], p[3], left);
             // The first store is over before the second one is noticed: if that dissolves a
             // cluster, what the first one shaded of it is grey.
             RequestDissolving(after, Uncovered(after.state, p[0], p[1], right));
             BarrierUnless(Fault::kSwapIsFree, after.state, right);
             RequestDissolving(after, Uncovered(after.state, p[2], p[3], left));
             BarrierUnless(Fault::kSwapIsFree, after.state, left);
             return after;
           }});
  if (logic_.Finite()) return;  // in finite heaps all that is reachable can be named
  Add({.name = "load-root",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s, const Terms& p) { return InRootSet(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Include(after.state, R::kNamed, Is(p[0]));
             return after;
           }});
  Add({.name = "load",
       .parameters = {Sort::kObject, Sort::kField, Sort::kObject},
       .guard = [=](const Relations& s,
                    const Terms& p) { return names(s, p[0]) && s[R::kField](p[0], p[1], p[2]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Include(after.state, R::kNamed, Is(p[2]));
             return after;
           }});
  Add({.name = "load-of-cluster",
       .parameters = {Sort::kObject, Sort::kObject},
       .guard = [=, this](const Relations& s,
                          const Terms& p) { return names(s, p[0]) && Keeps(s, p[0], p[1]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Include(after.state, R::kNamed, Is(p[1]));
             return after;
           }});
}

// A constructor has run. Its object is marked already, and is queued to be scanned once.
void System::AddCompletion() {
  Add({.name = "complete",
       .parameters = {Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return Assumed(Assumption::kCompletedOnce, s[R::kConstructing](p[0]));
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Exclude(after.state, R::kConstructing, Is(p[0]));
             if (Faulty(Fault::kNeverLookAgain)) return after;
             const Bool marking = s[R::kMarking]();
             const Predicate queued = [=, this](const Term& x) {
               return marking && logic_.Equal(x, p[0]);
             };
             Include(after.state, R::kBarrier, queued);
             if (ListsTwice(faults_)) {
               Include(after.state, R::kTwice,
                       [=, this](const Term& x) { return queued(x) && Listed(s, x); });
             }
             return after;
           }});
}

void System::AddRootSetActions() {
  // Adds an action that puts an object, which the mutator can name, into a set.
  const auto say = [this](const char* name, R set, std::optional<Fault> without) {
    Add({.name = name,
         .parameters = {Sort::kObject},
         .guard = [this, set](const Relations& s,
                              const Terms& p) { return Names(s, p[0]) && !s[set](p[0]); },
         .take =
             [this, set, without](const Relations& s, const Terms& p) {
               After after{s, {}};
               Load(after.state, p[0]);
               Include(after.state, set, Is(p[0]));
               if (without) BarrierUnless(*without, after.state, Is(p[0]));
               return after;
             }});
  };
  const auto unsay = [this](const char* name, R set) {
    Add({.name = name,
         .parameters = {Sort::kObject},
         .guard = [this, set](const Relations& s,
                              const Terms& p) { return s[set](p[0]) && MayLose(s, set, p[0]); },
         .take =
             [this, set](const Relations& s, const Terms& p) {
               After after{s, {}};
               Exclude(after.state, set, Is(p[0]));
               return after;
             }});
  };
  say("root", R::kRoot, Fault::kRootWithoutShading);
  unsay("unroot", R::kRoot);
  say("keep", R::kKept, Fault::kKeepWithoutShading);
  unsay("unkeep", R::kKept);
  AddCompletion();
  say("strong-take", R::kStrong, Fault::kCountWithoutShading);
  unsay("strong-drop", R::kStrong);
  if (locals_ != Locals::kDead) {
    say("hold", R::kHeld, std::nullopt);
    unsay("drop", R::kHeld);
  }
  for (const bool ready : {true, false}) {
    Add({.name = ready ? "ready-yes" : "ready-no",
         .parameters = {Sort::kObject},
         .guard =
             [ready](const Relations& s, const Terms& p) {
               return s[R::kAlloc](p[0]) && !s[R::kFinished](p[0]) &&
                      (ready ? !s[R::kReady](p[0]) : s[R::kReady](p[0]));
             },
         .take =
             [this, ready](const Relations& s, const Terms& p) {
               After after{s, {}};
               if (ready) {
                 Include(after.state, R::kReady, Is(p[0]));
               } else {
                 Exclude(after.state, R::kReady, Is(p[0]));
               }
               return after;
             }});
  }
  // A referencer either always protects, or never.
  for (const bool protecting : {false, true}) {
    Add({.name = protecting ? "referencer-protect" : "referencer-hold",
         .parameters = {Sort::kReferencer, Sort::kObject},
         .guard =
             [this, protecting](const Relations& s, const Terms& p) {
               const Bool protects = s[R::kProtects](p[0]);
               return Names(s, p[1]) && (protecting ? protects : !protects);
             },
         .take =
             [this](const Relations& s, const Terms& p) {
               After after{s, {}};
               const Term& r = p[0];
               const Term& o = p[1];
               Load(after.state, o);
               after.state[R::kReports] = Relation([this, r, o,
                                                    old = s[R::kReports]](const Terms& terms) {
                 return z3::ite(logic_.Equal(terms[0], r), logic_.Equal(terms[1], o), old(terms));
               });
               after.state[R::kSlot] = Relation([this, r, o,
                                                 old = s[R::kSlot]](const Terms& terms) {
                 return z3::ite(logic_.Equal(terms[0], r), logic_.Equal(terms[1], o), old(terms));
               });
               // The change of a wrapper's slot is a store; a change of a raw slot cannot be
               // observed.
               const Bool stores = !s[R::kRaw](r) && !s[R::kSlot](r, o);
               BarrierUnless(Fault::kStoreWithoutShading, after.state,
                             [=, this](const Term& x) { return stores && logic_.Equal(x, o); });
               const Bool registers = logic_.ForAll(
                   Sort::kObject, [&](const Term& x) { return !s[R::kReports](r, x); });
               BarrierUnless(Fault::kRegisterWithoutShading, after.state,
                             [=, this](const Term& x) { return registers && logic_.Equal(x, o); });
               return after;
             }});
  }
  Add({.name = "referencer-release",
       .parameters = {Sort::kReferencer},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return logic_.Exists(Sort::kObject,
                                  [&](const Term& x) { return s[R::kReports](p[0], x); });
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             after.state[R::kReports] =
                 Relation([this, r = p[0], old = s[R::kReports]](const Terms& terms) {
                   return old(terms) && !logic_.Equal(terms[0], r);
                 });
             return after;
           }});
}

}  // namespace model
