// model/proof/actions_names.cc -- objects that are made with a name, and found again by it.
//
// A look-up is a read that needs no serial: an object has its name until its end begins, and the
// next one in its entry has another. Any object may be looked up here, named or not: what holds of
// all holds of those that were made with a name. What is born with one while marking is listed at
// once, and scanned: a mutator that goes on making such objects keeps marking from ending.
//
// Upholds: weak-read-barrier, doomed-is-hidden.   Read next: actions_weak.cc.

#include <vector>

#include "model/proof/system.h"

namespace model {

using gc::Fault;

Bool System::Finds(const Relations& s, const Term& x) const {
  Bool hidden = s[R::kUnreachable](x) || (!s[R::kMarking]() && Maybe(s, x));
  if (Faulty(Fault::kFindDoomed)) hidden = hidden && !s[R::kGathering]();
  return s[R::kAlloc](x) && !s[R::kConstructing](x) && !hidden;
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
                  z3::implies(s[R::kGathering](), s[R::kMay](x))}};
           }});
  Add({.name = "find-null",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s,
                       const Terms& p) { return s[R::kAlloc](p[0]) && !Finds(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Include(after.state, R::kDenied, [this, s, p](const Term& x) {
               return logic_.Equal(x, p[0]) && Alive(s, x) && !s[R::kConstructing](x);
             });
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms& p) {
             const Term& x = p[0];
             return std::vector<Obligation>{{"weak-answer: never null for what may be reachable",
                                             z3::implies(Alive(s, x) && !s[R::kConstructing](x),
                                                         !s[R::kNamed](x) && !Live(s, x))}};
           }});
}

}  // namespace model
