// model/proof/actions_weak.cc -- actions on weak references, handles and names.
//
// Resolving a handle is a read and a store in one: a field gets the answer of the read. Only the
// read shades.
//
// Upholds: weak-read-barrier, handle-barrier, doomed-is-hidden.   Read next: actions_marking.cc.

#include <utility>
#include <vector>

#include "model/proof/system.h"

namespace model {

using gc::Fault;

namespace {

// Whether the object in entry x is alive, and its constructor has run.
Bool IsThere(const System& system, const Relations& s, const Term& x) {
  return system.Alive(s, x) && !s[R::kBatch](x) && !s[R::kWaiting](x) && !s[R::kConstructing](x);
}

// Whether the object for which w was made is still in the entry x, is neither doomed nor garbage,
// and its constructor has run.
Bool Intended(const System& system, const Relations& s, const Term& w, const Term& x) {
  return s[R::kWeakTo](w, x) && !s[R::kGone](w) && IsThere(system, s, x) && !s[R::kGarbage](x);
}

// Whether x may be reachable. In finite heaps the mutator can name all that is.
Bool MayBeReachable(const System& system, const Relations& s, const Term& x) {
  return system.logic().Finite() ? s[R::kNamed](x) : s[R::kNamed](x) || system.Live(s, x);
}

}  // namespace

// Whether reading w, or resolving a handle by it, answers the object in entry x, judged by the
// serial. Only the faults of reads are asked for.
Bool Queries::Answers(const Relations& s, const Term& w, const Term& x, const Term& number,
                      bool handle) const {
  Bool hidden = s[R::kUnreachable](x) || (!s[R::kMarking]() && Maybe(s, x));
  if (!handle && Faulty(Fault::kBarrierRevives)) hidden = hidden && !s[R::kMarking]();
  if (!handle && Faulty(Fault::kAnswerDoomed)) hidden = hidden && !s[R::kGathering]();
  if (!handle && Faulty(Fault::kAnswerPending)) {
    hidden = hidden && (s[R::kMarking]() || s[R::kGathering]());
  }
  return s[R::kWeakTo](w, x) && s[R::kWeakSerial](w, number) && s[R::kSerial](x, number) &&
         s[R::kAlloc](x) && !s[R::kConstructing](x) && !s[R::kGarbage](x) && !hidden;
}

// Only with a fault: an unreachable object is marked again, and will be scanned.
void Changes::Revive(Relations& t, const Term& x) const {
  const Relations before = t;
  const Bool doomed = before[R::kUnreachable](x);
  const Predicate revived = [=, this](const Term& y) { return doomed && logic_.Equal(x, y); };
  Exclude(t, R::kUnreachable, revived);
  SetReads(t, [=, this](const Term& y) { return Reads(before, y) || revived(y); });
  Include(t, R::kBarrier, revived);
}

void System::AddWeakActions() {
  // w now refers to the target, with the serials that `numbers` accepts.
  const auto refer = [this](Relations& t, const Term& w, const Predicate& target,
                            const Predicate& numbers, const Bool& gone) {
    t[R::kWeakTo] = Relation([this, w, target, old = t[R::kWeakTo]](const Terms& terms) {
      return z3::ite(logic_.Equal(terms[0], w), target(terms[1]), old(terms));
    });
    t[R::kWeakSerial] = Relation([this, w, numbers, old = t[R::kWeakSerial]](const Terms& terms) {
      return z3::ite(logic_.Equal(terms[0], w), numbers(terms[1]), old(terms));
    });
    t[R::kGone] = Relation([this, w, gone, old = t[R::kGone]](const Terms& terms) {
      return z3::ite(logic_.Equal(terms[0], w), gone, old(terms));
    });
  };
  Add({.name = "weak-make-first",
       .parameters = {Sort::kWeak, Sort::kObject, Sort::kSerial},
       .guard =
           [this](const Relations& s, const Terms& p) {
             const Bool fresh =
                 Faulty(Fault::kWrapSerial) ? !s[R::kLastIssued](p[2]) : !s[R::kIssued](p[2]);
             return Names(s, p[1]) && fresh && logic_.ForAll(Sort::kSerial, [&](const Term& n) {
               return !s[R::kSerial](p[1], n);
             });
           },
       .take =
           [=, this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             Load(t, p[1]);
             t[R::kSerial] = Relation([this, p, old = s[R::kSerial]](const Terms& terms) {
               return old(terms) || (logic_.Equal(terms[0], p[1]) && logic_.Equal(terms[1], p[2]));
             });
             Include(t, R::kIssued, Is(p[2]));
             if (Faulty(Fault::kWrapSerial)) {
               t[R::kLastIssued] =
                   Relation([this, p](const Terms& terms) { return logic_.Equal(terms[0], p[2]); });
             }
             refer(t, p[0], Is(p[1]), Is(p[2]), logic_.False());
             return after;
           }});
  Add({.name = "weak-make-again",
       .parameters = {Sort::kWeak, Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return Names(s, p[1]) && logic_.Exists(Sort::kSerial, [&](const Term& n) {
               return s[R::kSerial](p[1], n);
             });
           },
       .take =
           [=, this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[1]);
             refer(
                 after.state, p[0], Is(p[1]),
                 [s, p](const Term& n) { return s[R::kSerial](p[1], n); }, logic_.False());
             return after;
           }});
  Add({.name = "weak-copy",
       .parameters = {Sort::kWeak, Sort::kWeak},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return !logic_.Equal(p[0], p[1]) && logic_.Exists(Sort::kObject, [&](const Term& x) {
               return s[R::kWeakTo](p[1], x);
             });
           },
       .take =
           [=](const Relations& s, const Terms& p) {
             After after{s, {}};
             refer(
                 after.state, p[0], [s, p](const Term& x) { return s[R::kWeakTo](p[1], x); },
                 [s, p](const Term& n) { return s[R::kWeakSerial](p[1], n); }, s[R::kGone](p[1]));
             return after;
           }});
}

Bool Queries::FellowsLive(const Relations& s, const Term& x) const {
  return logic_.ForAll(
      Sort::kObject, [&](const Term& y) { return z3::implies(s[R::kTogether](x, y), Live(s, y)); });
}

// Whether the mutator could already name x, or x leads to nothing that is doomed or must go. In
// heaps of any size this follows from the invariants.
Bool Queries::LeadsToTheLiving(const Relations& s, const Term& x) const {
  if (!logic_.Finite()) return logic_.True();
  std::vector<Bool> none;
  const Relation led = Closure(
      s, Relation([this, x](const Terms& terms) { return logic_.Equal(terms[0], x); }), none);
  return s[R::kNamed](x) || logic_.ForAll(Sort::kObject, [&](const Term& y) {
    const Bool stays = !s[R::kDenied](y) && z3::implies(s[R::kGathering](), s[R::kMay](y));
    return z3::implies(led(y), stays && !s[R::kBatch](y) && !s[R::kWaiting](y));
  });
}

// The read yields x. From now on the mutator can name x, and may get all that x leads to.
void Changes::Yield(After& after, const Relations& s, const Term& x) const {
  Relations& t = after.state;
  const Relation just([this, x](const Terms& terms) { return logic_.Equal(terms[0], x); });
  const Relation may([this, x, old = s[R::kMay]](const Terms& terms) {
    return old(terms) || logic_.Equal(terms[0], x);
  });
  const Relation yielded = logic_.Finite() ? Closure(s, just, after.assumed) : just;
  const auto add = [](const Relation& old, const Relation& more) {
    return Relation([=](const Terms& terms) { return old(terms) || more(terms); });
  };
  t[R::kNamed] = add(s[R::kNamed], yielded);
  t[R::kFresh] = add(s[R::kFresh], just);
  t[R::kMay] = logic_.Finite() ? add(s[R::kMay], ClosureOfFates(s, just, after.assumed))
                               : ClosureOfFates(s, may, after.assumed);
  Include(t, R::kPromised,
          [s, yielded](const Term& y) { return s[R::kGathering]() && yielded(y); });
}

// The action's parameters are the weak reference, its object and its serial; for a handle also the
// holder and the field.
void System::AddReadThatAnswers(bool handle) {
  std::vector<Sort> parameters = {Sort::kWeak, Sort::kObject, Sort::kSerial};
  if (handle) parameters.insert(parameters.end(), {Sort::kObject, Sort::kField});
  Add({.name = handle ? "resolve-object" : "weak-read-object",
       .parameters = std::move(parameters),
       .guard =
           [this, handle](const Relations& s, const Terms& p) {
             const Bool answers = Answers(s, p[0], p[1], p[2], handle);
             return handle ? answers && Names(s, p[3]) && MayWrite(s, p[3]) && MayChange(s, p[4])
                           : answers;
           },
       .take =
           [this, handle](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             if (handle) {
               Load(t, p[3]);
               SetField(t, p[3], p[4], Is(p[1]));
               RequestDissolving(after, Uncovered(t, p[3], p[4], Is(p[1])));
               BarrierUnless(Fault::kResolveWithoutShading, t, Is(p[1]));
             } else {
               if (Faulty(Fault::kBarrierRevives)) Revive(t, p[1]);
               BarrierUnless(Fault::kReadWithoutShading, t, Is(p[1]));
             }
             Yield(after, s, p[1]);
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms& p) {
             const Term& x = p[1];
             return std::vector<Obligation>{
                 {"weak-answer: the object it was made for, and not a doomed one",
                  !s[R::kGone](p[0]) && Alive(s, x) && !s[R::kBatch](x) && !s[R::kWaiting](x)},
                 {"weak-answer: null is for ever", !s[R::kDenied](x)},
                 {"cluster: what is answered stays, with all of its cluster", FellowsLive(s, x)},
                 {"weak-answer: after the end check, nothing that must go",
                  z3::implies(s[R::kGathering](), s[R::kMay](x))},
                 {"weak-answer: what it leads to is there and stays", LeadsToTheLiving(s, x)}};
           }});
}

void System::AddReadOfNull(bool handle) {
  std::vector<Sort> parameters = {Sort::kWeak};
  if (handle) parameters.insert(parameters.end(), {Sort::kObject, Sort::kField});
  Add({.name = handle ? "resolve-null" : "weak-read-null",
       .parameters = std::move(parameters),
       .guard =
           [this, handle](const Relations& s, const Terms& p) {
             const Bool answers = logic_.Exists(Sort::kObject, [&](const Term& x) {
               return logic_.Exists(Sort::kSerial,
                                    [&](const Term& n) { return Answers(s, p[0], x, n, handle); });
             });
             return handle ? !answers && Names(s, p[1]) && MayWrite(s, p[1]) && MayChange(s, p[2])
                           : !answers;
           },
       .take =
           [this, handle](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             if (handle) {
               Load(t, p[1]);
               SetField(t, p[1], p[2], [this](const Term&) { return logic_.False(); });
             }
             Include(t, R::kDenied,
                     [this, s, p](const Term& x) { return Intended(*this, s, p[0], x); });
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms& p) {
             const Bool kept = logic_.ForAll(Sort::kObject, [&](const Term& x) {
               return z3::implies(Intended(*this, s, p[0], x), !MayBeReachable(*this, s, x));
             });
             return std::vector<Obligation>{
                 {"weak-answer: never null for what may be reachable", kept}};
           }});
}

void System::AddReads() {
  for (const bool handle : {false, true}) {
    AddReadThatAnswers(handle);
    AddReadOfNull(handle);
  }
}

// --- Objects that are made with a name, and found again by it.
//
// A look-up is a read that needs no serial: an object has its name until it is begun, and the next
// object in its entry has another name. Here every object may be looked up, named or not; what is
// true for all objects is true for those with a name. An object that is born with a name while
// marking is queued at once. So a mutator that goes on making such objects keeps marking from
// ending.

Bool Queries::Finds(const Relations& s, const Term& x) const {
  Bool hidden = s[R::kUnreachable](x) || (!s[R::kMarking]() && Maybe(s, x));
  if (Faulty(Fault::kFindDoomed)) hidden = hidden && !s[R::kGathering]();
  // With a fault a new object may be in the entry of one that was begun.
  Bool begun = s[R::kBegun](x);
  if (Faulty(Fault::kReleaseAtBegin)) begun = begun && s[R::kUnreachable](x);
  return s[R::kAlloc](x) && !s[R::kConstructing](x) && !begun && !hidden;
}

void System::AddNamedBirth() {
  Add({.name = "create-named",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s, const Terms& p) { return MayBeBorn(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Bear(after.state, p[0]);
             if (Faulty(Fault::kNeverLookAgain)) return after;
             const Bool marking = s[R::kMarking]();
             Include(after.state, R::kBarrier,
                     [=, this](const Term& x) { return marking && logic_.Equal(x, p[0]); });
             return after;
           }});
}

void System::AddLookUps() {
  Add({.name = "find-object",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s, const Terms& p) { return Finds(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             BarrierUnless(Fault::kFindWithoutShading, after.state, Is(p[0]));
             Yield(after, s, p[0]);
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms& p) {
             const Term& x = p[0];
             return std::vector<Obligation>{
                 {"weak-answer: not a doomed one",
                  Alive(s, x) && !s[R::kBatch](x) && !s[R::kWaiting](x)},
                 {"weak-answer: null is for ever", !s[R::kDenied](x)},
                 {"cluster: what is answered stays, with all of its cluster", FellowsLive(s, x)},
                 {"weak-answer: after the end check, nothing that must go",
                  z3::implies(s[R::kGathering](), s[R::kMay](x))},
                 {"weak-answer: what it leads to is there and stays", LeadsToTheLiving(s, x)}};
           }});
  Add({.name = "find-null",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s,
                       const Terms& p) { return s[R::kAlloc](p[0]) && !Finds(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Include(after.state, R::kDenied, [this, s, p](const Term& x) {
               return logic_.Equal(x, p[0]) && IsThere(*this, s, x) && !s[R::kBegun](x);
             });
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms& p) {
             const Term& x = p[0];
             return std::vector<Obligation>{{"weak-answer: never null for what may be reachable",
                                             z3::implies(IsThere(*this, s, x) && !s[R::kBegun](x),
                                                         !MayBeReachable(*this, s, x))}};
           }});
}

}  // namespace model
