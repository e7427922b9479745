// model/proof/actions/heap_end.cc -- actions of a heap's end.
//
// When a heap is dropped, every object is doomed, whatever its roots: those of a purge that is
// pending, those that wait, and all others. Cycle and gather are given up. Then all of them end in
// the stages of any purge: what has not begun begins, what has not finished finishes, ready or not,
// and all are freed, permanent objects last, as others may refer to them to their end.
//
// The heap's machinery serves another heap later, with an empty table. Serials go on from where
// they were. So a weak reference that outlives its heap answers null, and not an object of the
// next.
//
// A heap is not dropped while an object is under construction, a referencer is registered, or a
// local or a strong pointer holds an object; that is the user's duty. The worker is waited for.
//
// Upholds: begin-finish-free, finish-before-free, serial-moves-on.
// Read next: model/proof/actions_purge.cc.

#include "model/proof/system.h"

namespace model {

void System::AddHeapEnd() {
  Add({.name = "drop-heap",
       .guard =
           [this](const Relations& s, const Terms&) {
             const Bool reported = logic_.Exists(Sort::kReferencer, [&](const Term& r) {
               return logic_.Exists(Sort::kObject,
                                    [&](const Term& x) { return s[R::kReports](r, x); });
             });
             const Bool alone = IsEmpty(s, R::kConstructing) && IsEmpty(s, R::kHeld) &&
                                IsEmpty(s, R::kStrong) && !reported;
             return !s[R::kDropped]() && IsEmpty(s, R::kHanded) &&
                    Assumed(Assumption::kHeapsEndAlone, alone);
           },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             DoomAll(after);
             EndStep(after);
             return after;
           },
       .unspoken = true});
  Add({.name = "reopen",
       .guard =
           [this](const Relations& s, const Terms&) {
             const Bool idle = !s[R::kMarking]() && !s[R::kGathering]() && !s[R::kPurgePending]();
             return s[R::kDropped]() && idle && IsEmpty(s, R::kAlloc) && IsEmpty(s, R::kHanded);
           },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             Set(after.state, R::kDropped, logic_.False());
             for (const R set : {R::kUsed, R::kUnvisited, R::kLate}) {
               Exclude(after.state, set, [this](const Term&) { return logic_.True(); });
             }
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms&) {
             const Bool stale = logic_.ForAll(Sort::kWeak, [&](const Term& w) {
               return logic_.ForAll(Sort::kObject, [&](const Term& x) {
                 return z3::implies(s[R::kWeakTo](w, x), s[R::kGone](w));
               });
             });
             return std::vector<Obligation>{
                 {"weak-answer: no weak reference outlives its heap", stale}};
           },
       .unspoken = true});
}

void Queries::DoomAll(After& after) const {
  Relations& t = after.state;
  const Relations s = t;
  const auto empty = [this](const Terms&) { return logic_.False(); };
  for (const R flag : {R::kMarking, R::kGathering, R::kInitialPending, R::kEndDecided, R::kAsked}) {
    Set(t, flag, logic_.False());
  }
  for (const R set :
       {R::kA,           R::kB,       R::kWork,         R::kBarrier,   R::kTwice,    R::kUnvisited,
        R::kWaiting,     R::kPolling, R::kFound,        R::kCarried,   R::kScanned,  R::kRoot,
        R::kKept,        R::kMasked,  R::kPermanent,    R::kDenied,    R::kPromised, R::kTogether,
        R::kClusterRoot, R::kMutable, R::kListsCluster, R::kToDissolve}) {
    t[set] = Relation(empty);
  }
  t[R::kLate] = s[R::kPermanent];
  t[R::kUnreachable] = s[R::kAlloc];
  t[R::kBatch] = s[R::kAlloc];
  Set(t, R::kDropped, logic_.True());
  Set(t, R::kPurgePending, !IsEmpty(s, R::kAlloc));
}

}  // namespace model
