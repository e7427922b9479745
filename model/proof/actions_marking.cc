// model/proof/actions_marking.cc -- actions of a cycle: initial references, scan, lists, end check,
// gather.

#include "model/proof/system.h"

namespace model {

using gc::Fault;
using reference::Locals;

void System::AddMarkingActions() {
  Add({.name = "initial-references",
       .guard = [](const Relations& s,
                   const Terms&) { return s[R::kMarking]() && s[R::kInitialPending](); },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             Set(after.state, R::kInitialPending, logic_.False());
             const Bool beside =
                 s[R::kAsked]();  // and what was reported then was carried until now
             Set(after.state, R::kAsked, logic_.False());
             Exclude(after.state, R::kCarried, [this](const Term&) { return logic_.True(); });
             const bool taken = !Slips(Slip::kCarriedIsLost);
             Bool asked = !beside;
             if (Faulty(Fault::kSkipReferencers)) asked = asked && IsEmpty(s, R::kBarrier);
             ClearReported(after.state, asked);
             Shade(
                 after.state,
                 [=, this](const Term& x) {
                   return s[R::kHeld](x) || (beside && taken && s[R::kCarried](x)) ||
                          (asked && logic_.Exists(Sort::kReferencer, [&](const Term& r) {
                            return s[R::kReports](r, x) && !(LetsGo(s, r) && s[R::kGarbage](x));
                          }));
                 },
                 R::kWork);
             EndStep(after);
             return after;
           },
       .owes = [this](const Relations& s, const Relations& t,
                      const Terms&) { return OwesOfReferencers(s, t); }});
  Add({.name = "barrier-list",
       .guard =
           [this](const Relations& s, const Terms&) {
             if (Faulty(Fault::kLookAtOneList)) return logic_.False();
             return IsScanning(s) && IsEmpty(s, R::kWork) && !IsEmpty(s, R::kBarrier);
           },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             Include(after.state, R::kWork, [s](const Term& x) { return s[R::kBarrier](x); });
             Exclude(after.state, R::kBarrier, [this](const Term&) { return logic_.True(); });
             EndStep(after);
             return after;
           }});
}

Bool Queries::ReportedAtEnd(const Relations& s, const Term& x) const {
  Bool reported = logic_.False();
  if (!Faulty(Fault::kSkipRawInFinalPass)) {
    reported = logic_.Exists(Sort::kReferencer,
                             [&](const Term& r) { return s[R::kRaw](r) && s[R::kReports](r, x); });
  }
  if (locals_ == Locals::kRescanned && !Faulty(Fault::kSkipLocalsInFinalPass)) {
    reported = reported || s[R::kHeld](x);
  }
  return reported;
}

void System::AddScanActions() {
  // With the fault of scan-is-atomic a slice ends after one field, and the others are never looked
  // at.
  const bool cut = Faulty(Fault::kEndBetweenFields);
  Add({.name = "scan",
       .parameters = cut ? std::vector{Sort::kObject, Sort::kField} : std::vector{Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return IsScanning(s) && s[R::kWork](p[0]) && !InCluster(s, p[0]);
           },
       .take =
           [this, cut](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Bool once_more = s[R::kTwice](p[0]);
             const Predicate taken = [=, this](const Term& x) {
               return !once_more && logic_.Equal(x, p[0]);
             };
             Exclude(t, R::kWork, taken);
             if (ListsTwice(faults_)) Exclude(t, R::kTwice, Is(p[0]));
             Shade(
                 t,
                 [=, this](const Term& y) {
                   if (cut) return s[R::kField](p[0], p[1], y) && Follows(s, p[1], y);
                   return logic_.Exists(Sort::kField, [&](const Term& f) {
                     return s[R::kField](p[0], f, y) && Follows(s, f, y);
                   });
                 },
                 R::kWork);
             ClearIn(t, p[0]);
             Include(t, R::kScanned, Is(p[0]));
             EndStep(after);
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations& t, const Terms& p) {
             const auto each = [&](const std::function<Bool(const Term&, const Term&)>& body) {
               return logic_.ForAll(Sort::kObject, [&](const Term& y) {
                 return logic_.ForAll(Sort::kField, [&](const Term& f) { return body(f, y); });
               });
             };
             const Bool cleared = each([&](const Term& f, const Term& y) {
               return !(t[R::kField](p[0], f, y) && IsKillable(s, f, y));
             });
             const Bool kept = each([&](const Term& f, const Term& y) {
               return z3::implies(s[R::kField](p[0], f, y) && !IsKillable(s, f, y),
                                  t[R::kField](p[0], f, y));
             });
             return std::vector<Obligation>{
                 {"progress: no object is scanned twice", !s[R::kScanned](p[0]), true},
                 {"garbage: what was scanned holds none that may be cleared", cleared},
                 {"garbage: nothing else is cleared", kept}};
           }});
  AddEndCheck();
}

// When the lists are empty and every constructor has run, the reporters whose slots may have
// changed unseen report again.
void System::AddEndCheck() {
  const auto may_end = [this](const Relations& s) {
    Bool due = IsScanning(s) && IsEmpty(s, R::kWork);
    if (!Faulty(Fault::kIgnoreUnconstructed)) due = due && IsEmpty(s, R::kConstructing);
    return Faulty(Fault::kLookAtOneList) ? due : due && IsEmpty(s, R::kBarrier);
  };
  const auto finds = [this](const Relations& s) {
    return logic_.Exists(Sort::kObject,
                         [&](const Term& x) { return ReportedAtEnd(s, x) && Markable(s, x); });
  };
  Add({.name = "end-check-goes-on",
       .guard = [=](const Relations& s, const Terms&) { return may_end(s) && finds(s); },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             Shade(
                 after.state, [this, s](const Term& x) { return ReportedAtEnd(s, x); }, R::kWork);
             EndStep(after);
             return after;
           },
       // Under `locals black` everything that is reported was shaded when it was loaded, so the end
       // check finds nothing.
       // But if the referencers are asked beside the flip, a local may be white still when a raw
       // slot gets it, and gone when the locals are asked.
       .never = locals_ == Locals::kBlack && !helped_});
  const bool late = Faulty(Fault::kBarrierOffLate);
  if (late) {
    Add({.name = "end-check-decides",
         .guard = [=](const Relations& s,
                      const Terms&) { return may_end(s) && !finds(s) && !s[R::kEndDecided](); },
         .take =
             [this](const Relations& s, const Terms&) {
               After after{s, {}};
               Set(after.state, R::kEndDecided, logic_.True());
               EndStep(after);
               return after;
             }});
  }
  Add({.name = "end-check-ends",
       .guard =
           [=](const Relations& s, const Terms&) {
             return late ? s[R::kMarking]() && s[R::kEndDecided]() : may_end(s) && !finds(s);
           },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             Relations& t = after.state;
             Set(t, R::kMarking, logic_.False());
             Set(t, R::kEndDecided, logic_.False());
             Set(t, R::kInitialPending, logic_.False());
             t[R::kUnvisited] = s[R::kUsed];
             Exclude(t, R::kUnvisited, [s](const Term& x) { return s[R::kPermanent](x); });
             // If all is permanent, the gather is over as it begins. There is no purge then: what
             // is doomed is in the range.
             Set(t, R::kGathering, !IsEmpty(t, R::kUnvisited));
             const Bool over = !t[R::kGathering]();
             Exclude(t, R::kMasked, [over](const Term&) { return over; });
             Exclude(t, R::kScanned, [this](const Term&) { return logic_.True(); });
             EndStep(after);
             return after;
           }});
}

// Whether the gather dooms x. For a member, it asks for the cluster's colour.
Bool Queries::Dooms(const Relations& s, const Term& x) const {
  const Bool white = s[R::kAlloc](x) && Maybe(s, x) && !s[R::kRecycled](x);
  return Faulty(Fault::kJudgeByOwnBit) ? white && !IsMember(s, x) : white;
}

void System::AddGatherActions() {
  Add({.name = "gather",
       .parameters = {Sort::kObject},
       .guard =
           [](const Relations& s, const Terms& p) {
             return s[R::kGathering]() && !s[R::kPurgePending]() && s[R::kUnvisited](p[0]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Term& o = p[0];
             const Bool dooms = Dooms(s, o);
             const Predicate doomed = [=, this](const Term& x) {
               return dooms && logic_.Equal(x, o);
             };
             Exclude(t, R::kUnvisited, Is(o));
             Exclude(t, R::kA, doomed);
             Exclude(t, R::kB, doomed);
             Include(t, R::kUnreachable, doomed);
             Include(t, R::kBatch, doomed);
             for (const R ghost : {R::kDenied, R::kPromised}) Exclude(t, ghost, doomed);
             EndGatherIfDone(after, s);
             EndStep(after);
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations& t, const Terms& p) {
             std::vector<Obligation> owed = OwesOfDooming(s, p[0]);
             for (Obligation& each : OwesOfGatherEnd(s, t)) owed.push_back(std::move(each));
             return owed;
           }});
}

// The gather is over when every index was visited, and every worker has handed over what it doomed.
void Changes::EndGatherIfDone(After& after, const Relations& s) const {
  Relations& t = after.state;
  Bool ended = IsEmpty(t, R::kUnvisited);
  if (!Slips(Slip::kEndsBeforeTheJoin)) ended = ended && IsEmpty(t, R::kFound);
  const Bool some = !(IsEmpty(t, R::kBatch) && IsEmpty(t, R::kWaiting));
  Set(t, R::kGathering, !ended);
  Set(t, R::kPurgePending, ended && some);
  Include(t, R::kPolling, [=](const Term& x) { return ended && s[R::kWaiting](x); });
  EndClusters(after, ended);
  for (const R set : {R::kDenied, R::kPromised, R::kMasked}) {
    Exclude(t, set, [=](const Term&) { return ended; });
  }
}

// The obligations when a unit or a worker visits an index.
std::vector<Obligation> Queries::OwesOfDooming(const Relations& s, const Term& o) const {
  const Bool dooms = Dooms(s, o);
  std::vector<Obligation> owed = {
      {"order: gathered once", z3::implies(dooms, !s[R::kUnreachable](o) && !s[R::kBatch](o) &&
                                                      !s[R::kWaiting](o) && !s[R::kFound](o))},
      {"weak-answer: what a read led to stays", z3::implies(dooms, !s[R::kPromised](o))}};
  if (logic_.Finite()) {
    std::vector<Bool> none;
    const Relation in_root_set([this, s](const Terms& x) { return InRootSet(s, x[0]); });
    owed.push_back({"safety: nothing reachable is gathered",
                    z3::implies(dooms, !Closure(s, in_root_set, none)(o))});
  }
  return owed;
}

std::vector<Obligation> Queries::OwesOfGatherEnd(const Relations& s, const Relations& t) const {
  const Bool complete = logic_.ForAll(Sort::kObject, [&](const Term& x) {
    return z3::implies(!t[R::kGathering]() && Alive(t, x), s[R::kMay](x) && !s[R::kDenied](x));
  });
  const Bool together = logic_.ForAll(Sort::kObject, [&](const Term& x) {
    return logic_.ForAll(Sort::kObject, [&](const Term& y) {
      return z3::implies(!t[R::kGathering]() && s[R::kTogether](x, y) && t[R::kUnreachable](x),
                         t[R::kUnreachable](y));
    });
  });
  return {{"completeness: what was unreachable at the flip goes", complete},
          {"cluster: those of one are doomed together", together}};
}

}  // namespace model
