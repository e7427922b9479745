// model/claims/claims.cc -- puts the claims together.

#include "model/claims/claims.h"

#include <iterator>
#include <utility>

namespace model {

namespace {

void Append(Claims& all, Claims more) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

}  // namespace

Claims ClaimsOfState(const System& system, const Relations& state) {
  Claims all = EnabledClaims(system, state);
  Append(all, TicketClaims(system, state));
  Append(all, SafetyOfState(system, state));
  return all;
}

Claims ClaimsOfStep(const System& system, const TakenStep& step) {
  Claims all = RankClaims(system, step);
  Append(all, TheoremClaims(system, step));
  return all;
}

}  // namespace model
