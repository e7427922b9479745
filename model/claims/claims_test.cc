// model/claims/claims_test.cc -- each claim is shown to fail where something is broken.
//
// A claim that no break could falsify would prove nothing. So here one action of the formulas, or one
// invariant, is broken at a time, and the claims that notice it are named.

#include "model/claims/claims.h"

#include <gtest/gtest.h>

#include <cstdio>

#include "model/proof/broken_by_test.h"

namespace model {
namespace {

using reference::Locals;

Names NamesOf(const Proof& proof) {
  Names names;
  for (const Condition* condition : proof.Broken()) {
    std::printf("%s %s %d %.3f %s\n", condition->action.c_str(), condition->claim.c_str(), (int)condition->verdict, condition->seconds, condition->sentence.c_str());
    names.insert(condition->action + " " + condition->claim);
  }
  return names;
}

TEST(Debug, All) {
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    for (const bool bounded : {false, true}) {
      ProofOptions options;
      options.locals = locals;
      if (bounded) options.sizes = {3, 2, 2, 2, 3};
      const Proof proof = Prove(options);
      std::printf("%d %d: %zu conditions %.2f s\n", (int)locals, bounded, proof.conditions.size(), proof.seconds);
      NamesOf(proof);
    }
  }
}

}  // namespace
}  // namespace model
