// model/claims/claims.h -- what follows from the invariants: that the collector can always go on,
// that it comes to an end, and the theorems about safety, completeness and freeing.
//
// An invariant alone says nothing to a user: it is a statement about colours and lists, true in
// each state. Here it is said what all of them together are for. There are three kinds of claims:
//
//   enabled   in each state of a phase, some unit of that phase can be done: nothing deadlocks
//   rank      each unit uses up a ticket, and none is given but to the newborn: nothing runs for
//             ever
//   theorem   nothing reachable dies; what was unreachable at the flip is gathered; what is
//             gathered is freed, or was asked and was not ready
//
// A claim holds in every state that satisfies the invariants, or for every step from such a state.
// "Some unit can be done" would be a statement that for each state there is an object; here the
// object is given instead (the witness), so that Z3 can decide each claim.
//
// Read next: enabled.cc, ranks.cc, theorems.cc.

#pragma once

#include <string>
#include <vector>

#include "model/proof/system.h"

namespace model {

struct Claim {
  enum class Kind : std::uint8_t { kEnabled, kRank, kTheorem };
  Kind kind = Kind::kEnabled;
  std::string about;  // a phase, or the name of an action
  std::string name;   // such as "E1"
  std::string sentence;
  std::vector<Bool> given;  // the case for which it is claimed; empty: always
  Bool holds;
  // Of a step: it does not follow from what the action assumes of its new symbols, but says what
  // that is.
  bool of_assumptions = false;
};
using Claims = std::vector<Claim>;

// What must follow from the invariants of one state.
Claims ClaimsOfState(const System& system, const Relations& state);

// One step: an action whose guard holds in the state before.
struct TakenStep {
  const Action& action;
  const Terms& parameters;
  const Relations& before;
  const After& after;
};
// What must be true of each step from a state that satisfies the invariants.
Claims ClaimsOfStep(const System& system, const TakenStep& step);

// The parts of these, by topic.
Claims EnabledClaims(const System& system, const Relations& state);  // enabled.cc
Claims TicketClaims(const System& system, const Relations& state);   // ranks.cc
Claims RankClaims(const System& system, const TakenStep& step);      // ranks.cc
Claims SafetyOfState(const System& system, const Relations& state);  // theorems.cc
Claims TheoremClaims(const System& system, const TakenStep& step);   // theorems.cc

}  // namespace model
