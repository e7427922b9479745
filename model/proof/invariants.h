// model/proof/invariants.h -- what is true in every state that the machine can reach.
//
// The safety of a collector is not inductive by itself: that nothing reachable is doomed at the
// gather follows from what marking kept true all along. These are the statements that, together,
// every action preserves. None speaks of reachability: "live" is closed under references and
// contains the root set, hence it contains what is reachable. That needs no closure
// operator, and leaves every condition decidable for heaps of any size.
//
// They are stated for the discipline at hand: what is reported, and when, differs.
//
// Read next: prover.h.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/proof/system.h"

namespace model {

struct Invariant {
  std::string name;      // "S1"
  std::string sentence;  // in words
  std::function<Bool(const Relations&)> holds;
};

std::vector<Invariant> Invariants(const System& system);
// Those among them that are about clusters.
std::vector<Invariant> ClusterInvariants(const System& system);  // invariants_clusters.cc

}  // namespace model
