// model/proof/actions/further_invariants.cc -- the invariants about what was begun by hand, and
// about what other threads have done and the collector's thread has not taken over yet.
//
// Read next: by_hand.cc, helpers.cc.

#include "model/proof/invariants.h"

namespace model {

namespace {

using S = const Relations&;
using T = const Term&;

}  // namespace

std::vector<Invariant> FurtherInvariants(const System& system) {
  const System* const sys = &system;
  const Logic* const logic = &system.logic();
  const auto each = [logic](std::function<Bool(S, T)> body) {
    return [logic, body](S s) {
      return logic->ForAll(Sort::kObject, [&](T x) { return body(s, x); });
    };
  };
  std::vector<Invariant> invariants = {
      {"D8", "what was begun by hand has begun, has not finished, and does not wait",
       each([](S s, T x) {
         return z3::implies(s[R::kByHand](x),
                            s[R::kBegun](x) && !s[R::kFinished](x) && !s[R::kWaiting](x));
       })},
  };
  if (!system.IsHelped()) return invariants;
  const std::vector<Invariant> of_helpers = {
      {"H1", "what was reported beside the flip is there, and may stay", each([sys](S s, T x) {
         return z3::implies(s[R::kCarried](x), s[R::kAsked]() && sys->Alive(s, x) && s[R::kMay](x));
       })},
      {"H2", "what was reported beside the flip is taken with the initial references",
       [](S s) {
         return z3::implies(s[R::kAsked](), s[R::kMarking]() && s[R::kInitialPending]());
       }},
      {"H3", "what a wrapper reports that was asked beside the flip is carried or not white",
       each([sys, logic](S s, T x) {
         return logic->ForAll(Sort::kReferencer, [&](T r) {
           return z3::implies(s[R::kAsked]() && s[R::kReports](r, x) && !s[R::kRaw](r),
                              s[R::kCarried](x) || !sys->Maybe(s, x));
         });
       })},
      {"H4", "a worker has a list only while a gather runs", each([](S s, T x) {
         return z3::implies(s[R::kFound](x), s[R::kGathering]() && !s[R::kPurgePending]());
       })},
      {"H5", "what a worker has still to free has an empty entry, which was in use",
       each([](S s, T x) {
         return z3::implies(s[R::kHanded](x), !s[R::kAlloc](x) && s[R::kUsed](x));
       })},
  };
  invariants.insert(invariants.end(), of_helpers.begin(), of_helpers.end());
  return invariants;
}

}  // namespace model
