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
      {"D9", "what was begun by hand has begun, has not finished, and does not wait",
       each([](S s, T x) {
         return z3::implies(s[R::kByHand](x),
                            s[R::kBegun](x) && !s[R::kFinished](x) && !s[R::kWaiting](x));
       })},
      {"D10", "once the heap is dropped, all its objects are in the batch", each([](S s, T x) {
         return z3::implies(s[R::kDropped]() && s[R::kAlloc](x), s[R::kBatch](x)) &&
                z3::implies(s[R::kLate](x), s[R::kDropped]());
       })},
  };
  if (!system.IsHelped()) return invariants;
  const std::vector<Invariant> of_helpers = {
      {"B1", "what was reported beside the flip is there, and may stay",
       each([sys, logic](S s, T x) {
         const Bool counts = sys->FollowsCounted() ? s[R::kCounted](x) : logic->True();
         return z3::implies(s[R::kCarried](x),
                            s[R::kAsked]() && sys->Alive(s, x) && s[R::kMay](x) && counts);
       })},
      {"B2", "what was reported beside the flip is taken with the initial references",
       [](S s) {
         return z3::implies(s[R::kAsked](), s[R::kMarking]() && s[R::kInitialPending]());
       }},
      {"B3", "what a wrapper reports that was asked beside the flip is carried or not white",
       each([sys, logic](S s, T x) {
         return logic->ForAll(Sort::kReferencer, [&](T r) {
           return z3::implies(s[R::kAsked]() && s[R::kReports](r, x) && !s[R::kRaw](r),
                              s[R::kCarried](x) || !sys->Maybe(s, x));
         });
       })},
      {"B4", "what is in a worker's list is in no other, and a gather runs", each([](S s, T x) {
         return z3::implies(s[R::kFound](x), s[R::kGathering]() && !s[R::kPurgePending]() &&
                                                 !s[R::kBatch](x) && !s[R::kWaiting](x));
       })},
      {"B5", "what a worker has still to free has an empty entry, which was in use",
       each([](S s, T x) {
         return z3::implies(s[R::kHanded](x), !s[R::kAlloc](x) && s[R::kUsed](x));
       })},
  };
  invariants.insert(invariants.end(), of_helpers.begin(), of_helpers.end());
  return invariants;
}

}  // namespace model
