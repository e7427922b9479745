// model/proof/actions/by_hand.cc -- actions that end an object, or begin its end, without a purge.
//
// An object under construction may be given up before its constructor has run. Nothing may refer to
// it then, and it was never scanned, found or shown; so its entry is emptied at once, without any
// of the stages. A weak reference made in the meantime is stale from then on, and what was noted
// about the object in lists that are looked at later (clusters, reports, roots) is dropped with it.
//
// A user may begin the destruction of an object that is still reachable. The object stays alive;
// its references stay, and so do those to it. No look-up finds it any more. When it is doomed in
// the end, it is not begun a second time.
//
// Upholds: construction-is-kept, serial-moves-on, begin-finish-free.
// Read next: model/proof/actions_purge.cc.

#include "model/proof/system.h"

namespace model {

void System::AddAbandonment() {
  const auto unknown = [this](const Relations& s, const Term& o) {
    const Bool referred = logic_.Exists(
        Sort::kObject, [&](const Term& x) { return !logic_.Equal(x, o) && Refers(s, x, o); });
    const Bool reported =
        logic_.Exists(Sort::kReferencer, [&](const Term& r) { return s[R::kReports](r, o); });
    return Assumed(Assumption::kGivenUpIsUnknown,
                   !referred && !reported && !s[R::kHeld](o) && !s[R::kStrong](o));
  };
  Add({.name = "abandon",
       .parameters = {Sort::kObject},
       .guard = [=](const Relations& s,
                    const Terms& p) { return s[R::kConstructing](p[0]) && unknown(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Term& o = p[0];
             EmptyEntry(t, o);
             t[R::kSerial] = Relation([this, o, old = s[R::kSerial]](const Terms& terms) {
               const bool keeps = Slips(Slip::kAbandonedKeepsSerial);
               return keeps ? old(terms) : old(terms) && !logic_.Equal(terms[0], o);
             });
             for (const R set : {R::kConstructing, R::kRoot, R::kKept, R::kMasked, R::kByHand,
                                 R::kNamed, R::kFresh, R::kPromised}) {
               Exclude(t, set, Is(o));
             }
             if (!Slips(Slip::kAbandonedStaysCarried)) Exclude(t, R::kCarried, Is(o));
             if (Slips(Slip::kAbandonedStaysListed)) return after;
             for (const R lists : {R::kMutable, R::kListsCluster}) {
               t[lists] = Relation([this, o, old = s[lists]](const Terms& terms) {
                 return old(terms) && !logic_.Equal(terms[1], o);
               });
             }
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations& t, const Terms& p) {
             return std::vector<Obligation>{
                 {"order: what is given up was not doomed", !s[R::kUnreachable](p[0])},
                 {"lists: what is given up waits in none",
                  !Listed(t, p[0]) && !t[R::kCarried](p[0])}};
           },
       .unspoken = true});
}

void System::AddBeginByHand() {
  Add({.name = "begin-by-hand",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s,
                       const Terms& p) { return Names(s, p[0]) && !s[R::kBegun](p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             for (const R set : {R::kBegun, R::kToldBegin, R::kByHand}) {
               Include(after.state, set, Is(p[0]));
             }
             return after;
           },
       .owes =
           [](const Relations& s, const Relations&, const Terms& p) {
             return std::vector<Obligation>{
                 {"order: begin-destroy once, before finish-destroy",
                  !s[R::kToldBegin](p[0]) && !s[R::kToldFinish](p[0])},
                 {"order: the doomed are not begun by hand", !s[R::kUnreachable](p[0])}};
           },
       .unspoken = true});
}

}  // namespace model
