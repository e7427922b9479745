// model/proof/broken_by_test.h -- the names of the conditions that break with a fault.

#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "model/proof/prover.h"

namespace model {

using Names = std::set<std::string>;

inline Names BrokenWith(ProofOptions options) {
  options.vacuity = false;
  const Proof proof = Prove(options);
  Names broken;
  for (const Condition* condition : proof.Broken()) {
    EXPECT_EQ(condition->verdict, Verdict::kBroken) << condition->action << condition->claim;
    broken.insert(condition->action + " " + condition->claim);
  }
  return broken;
}

inline const Names kStores = {"store", "move",          "swap", "append", "append-relocating",
                              "take",  "resolve-object"};

inline Names BrokenBy(gc::Fault fault, reference::Locals locals) {
  return BrokenWith({.faults = gc::FaultSet(fault), .locals = locals, .helped = false});
}

// The conditions of the actions that shade, but not by a store.
inline const Names kOtherBarriers = {"copy I1",
                                     "root I2",
                                     "keep I2",
                                     "strong-take I2",
                                     "referencer-hold I2r",
                                     "referencer-protect I2r"};

inline Names Each(const Names& actions, const std::string& claim) {
  Names names;
  for (const std::string& action : actions) names.insert(action + " " + claim);
  return names;
}

inline Names operator+(Names left, const Names& right) {
  left.insert(right.begin(), right.end());
  return left;
}

inline Names If(bool holds, const Names& names) { return holds ? names : Names{}; }

}  // namespace model
