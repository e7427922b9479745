// model/threads/ownership/ownership_test.cc -- each grey object has one owner, for any number of
// workers; each invariant is needed for that, and each fault breaks one.

#include "model/threads/ownership/ownership.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace model::threads::marker {
namespace {

using Kind = OwnershipCondition::Kind;

TEST(Ownership, EachGreyObjectHasOneOwnerHoweverManyThereAre) {
  const OwnershipProof proof = ProveOwnership({.mark = Mark::kAtomic});
  EXPECT_TRUE(proof.Holds()) << OwnershipText(proof);
  std::set<std::string> claims;
  for (const OwnershipCondition& condition : proof.conditions) {
    if (condition.kind == Kind::kClaim) claims.insert(condition.claim);
  }
  EXPECT_EQ(claims,
            (std::set<std::string>{"an owner", "one owner", "suspended", "termination", "over"}));
}

TEST(Ownership, WithAPlainMarkEachGreyObjectHasAnOwnerAndTheEndIsRight) {
  const OwnershipProof proof = ProveOwnership({.mark = Mark::kPlain});
  EXPECT_TRUE(proof.Holds()) << OwnershipText(proof);
  const auto claims_one_owner = [](const OwnershipCondition& condition) {
    return condition.claim == "one owner";
  };
  EXPECT_TRUE(std::none_of(proof.conditions.begin(), proof.conditions.end(), claims_one_owner));
}

// If an action could never be taken, or some state not be, the proof would say less than it seems.
TEST(Ownership, EveryActionCanBeTaken) {
  std::size_t possible = 0;
  for (const OwnershipCondition& condition : ProveOwnership().conditions) {
    if (condition.kind != Kind::kPossible) continue;
    ++possible;
    EXPECT_TRUE(condition.Holds()) << condition.action << " " << condition.claim;
  }
  EXPECT_EQ(possible, 14u) << "12 actions and 2 pictures";
}

TEST(Ownership, NoInvariantIsNeedless) {
  for (const Mark mark : {Mark::kAtomic, Mark::kPlain}) {
    for (const OwnershipName& name : OwnershipInvariants(mark)) {
      EXPECT_FALSE(ProveOwnership({.mark = mark, .without = name.name}).Holds())
          << name.name << ": " << name.sentence;
    }
  }
}

// Each fault breaks the invariant that it is about, and no other action than its own.
TEST(Ownership, EveryFaultBreaksAnInvariant) {
  const std::map<OwnershipFault, std::pair<std::string, std::string>> expected = {
      {OwnershipFault::kMarkInTwoSteps, {"find-white", "O1"}},
      {OwnershipFault::kTakeUncounted, {"take", "O6"}},
      {OwnershipFault::kLoseATake, {"take", "O7"}},
      {OwnershipFault::kGiveAndKeep, {"give", "O2"}},
      {OwnershipFault::kLowerWithWork, {"lower", "O6"}},
      {OwnershipFault::kNoEpoch, {"raise", "E1"}},
      {OwnershipFault::kPoolBeforeBusy, {"look-busy", "E2"}},
      {OwnershipFault::kEndScanEarly, {"end-scan", "B2"}},
      {OwnershipFault::kStoreWithoutShading, {"store", "B2"}},
  };
  ASSERT_EQ(expected.size(), kOwnershipFaultCount);
  for (const OwnershipFaultEntry& entry : kOwnershipFaults) {
    const OwnershipProof proof = ProveOwnership({.fault = entry.fault});
    const auto& [action, invariant] = expected.at(entry.fault);
    bool seen = false;
    for (const OwnershipCondition* broken : proof.Broken()) {
      EXPECT_EQ(broken->action, action) << entry.name;
      seen = seen || broken->claim == invariant;
    }
    EXPECT_TRUE(seen) << entry.name << "\n" << OwnershipText(proof);
  }
}

}  // namespace
}  // namespace model::threads::marker
