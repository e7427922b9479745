// model/proof/assumptions_test.cc -- each assumption of a guard is needed.
//
// An assumption that nothing needs makes the guard stronger than it must be, and the proof silent
// about more programs than it must be.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "model/assumptions/assumptions.h"
#include "model/proof/prover.h"

namespace model {
namespace {

std::vector<std::string> BrokenWithout(Assumption assumption) {
  ProofOptions options;
  options.unassumed = AssumptionSet(assumption);
  options.vacuity = false;
  const Proof proof = Prove(options);
  std::vector<std::string> broken;
  for (const Condition* const condition : proof.Broken()) {
    EXPECT_EQ(condition->verdict, Verdict::kBroken) << condition->action << condition->claim;
    broken.push_back(condition->action + " " + condition->claim);
  }
  return broken;
}

TEST(AssumptionsOfGuards, AreEachNeeded) {
  for (const AssumptionEntry& entry : Assumptions()) {
    if (!entry.of_guard) continue;
    EXPECT_FALSE(BrokenWithout(entry.assumption).empty())
        << entry.name << " is not needed: relax the guard";
  }
}

// What permanent objects refer to is never scanned for, so invariant N2 has to hold by itself.
TEST(AssumptionsOfGuards, AboutDisregardedObjectsKeepWhatTheyReferToARoot) {
  EXPECT_EQ(BrokenWithout(Assumption::kDisregardedKeepRoots),
            (std::vector<std::string>{"unroot N2", "unkeep N2", "strong-drop N2"}));
  for (const std::string& each : BrokenWithout(Assumption::kDisregardedHoldKept)) {
    EXPECT_TRUE(each.ends_with(" N2")) << each;
  }
}

// Without these, one action alone does what breaks: each stands on its own.
TEST(AssumptionsOfGuards, AboutWhatATraceDoesNotSayAreOfOneActionEach) {
  const std::pair<Assumption, std::string> kActions[] = {
      {Assumption::kGivenUpIsUnknown, "abandon "},
      {Assumption::kReportedSlotsMayStay, "ask-field "},
      {Assumption::kHeapsEndAlone, "drop-heap "}};
  for (const auto& [assumption, action] : kActions) {
    for (const std::string& each : BrokenWithout(assumption)) {
      EXPECT_TRUE(each.starts_with(action)) << each;
    }
  }
}

}  // namespace
}  // namespace model
