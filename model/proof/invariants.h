// model/proof/invariants.h -- statements that are true in every state that the machine can
// reach.
//
// That the gather dooms nothing reachable cannot be proved by looking at the gather alone: it
// follows from what marking has kept true all along. The invariants here are statements that, taken
// together, every action preserves. None mentions reachability. Instead they say that the live
// objects are closed under references and contain the root set, so all that is reachable is live.
// Therefore no closure operator is needed, and Z3 can decide every condition for heaps of any size.
//
// Some invariants depend on the discipline of locals, because what is reported, and when, does.
//
// Read next: prover.h.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/proof/system.h"

namespace model {

struct Invariant {
  std::string name;      // such as "S1": an invariant, not a page of the specification
  std::string sentence;  // the invariant in words
  std::function<Bool(const Relations&)> holds;
};

std::vector<Invariant> Invariants(const System& system);
// The parts of these that stand in files of their own.
std::vector<Invariant> CompletenessInvariants(const System& system);  // invariants_completeness.cc
std::vector<Invariant> ClusterInvariants(const System& system);       // invariants_clusters.cc

}  // namespace model
