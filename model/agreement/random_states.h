// model/agreement/random_states.h -- states that satisfy the invariants, reached or not.
//
// The proof is about every state that satisfies the invariants. A search reaches only some of them,
// for example none in which a batch and a gather of the same cycle have older rivals. So machine
// and formulas are compared in other states too: a state that was reached is changed at random, and
// used if all invariants hold in it.
//
// Read next: agreement.h.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "model/agreement/agreement.h"

namespace model {

struct RandomStates {
  std::uint64_t tried = 0;
  std::uint64_t used = 0;
};

// Changes `states`, each `times` times, and visits those results in which all invariants hold. The
// machine must be sound.
RandomStates ForEachRandomState(const AgreementOptions& options, const std::vector<State>& states,
                                unsigned times, std::uint32_t seed,
                                const std::function<void(const State&)>& visit);

}  // namespace model
