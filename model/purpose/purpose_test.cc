// model/purpose/purpose_test.cc -- every claim of the proof has a purpose, and the table of
// purposes is about claims that there are.

#include "model/purpose/purpose.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "model/proof/invariants.h"
#include "model/proof/progress.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

constexpr Locals kDisciplines[] = {Locals::kDead, Locals::kRescanned, Locals::kBlack};

// The claims of one machine: its invariants, its lemmas, and what its actions owe.
std::set<std::string> ClaimsOf(gc::FaultSet faults, Locals locals) {
  z3::context context;
  UnboundedLogic logic(context);
  const System system(logic, faults, locals);
  std::set<std::string> claims;
  for (const Invariant& invariant : Invariants(system)) claims.insert(invariant.name);
  for (const Lemma& lemma : ProgressLemmas(system)) claims.insert(lemma.name);
  const Relations before = system.Restrict(SymbolicState(logic, ""));
  for (const Action& action : system.actions()) {
    if (!action.owes) continue;
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic.Parameter(sort, "p" + std::to_string(parameters.size())));
    }
    const After after = action.take(before, parameters);
    for (const Obligation& owed : action.owes(before, after.state, parameters)) {
      claims.insert(owed.name);
    }
  }
  return claims;
}

TEST(Purposes, EveryClaimHasOneInEachDisciplineAndWithEachFault) {
  std::set<std::string> claims;
  for (const Locals locals : kDisciplines) {
    claims.merge(ClaimsOf({}, locals));
    for (const gc::FaultEntry& entry : gc::kFaults) {
      claims.merge(ClaimsOf(gc::FaultSet(entry.fault), locals));
    }
  }
  EXPECT_GT(claims.size(), 70u);
  for (const std::string& claim : claims) {
    EXPECT_FALSE(PurposesOfClaim(claim).Empty()) << claim << " has no purpose";
  }
}

TEST(Purposes, AClaimThatTheTableDoesNotNameHasNone) {
  EXPECT_TRUE(PurposesOfClaim("Z1").Empty());
  EXPECT_TRUE(PurposesOfClaim("G").Empty());
  EXPECT_TRUE(PurposesOfClaim("Gather: nothing").Empty());
}

// These are the obligations that the oracle's properties are named after.
TEST(Purposes, AnObligationHasThatOfThePropertyItIsNamedAfter) {
  using reference::Property;
  EXPECT_EQ(PurposesOfClaim("safety: nothing reachable is gathered"), PurposeOf(Property::kSafety));
  EXPECT_EQ(PurposesOfClaim("order: gathered once"), PurposeOf(Property::kOrder));
  EXPECT_EQ(PurposesOfClaim("weak-answer: null is for ever"), PurposeOf(Property::kWeakAnswer));
  EXPECT_EQ(PurposesOfClaim("completeness: what was"), PurposeOf(Property::kCompleteness));
  EXPECT_EQ(PurposesOfClaim("progress: no object is scanned twice"),
            PurposeOf(Property::kProgress));
}

TEST(Purposes, TheConditionsOfVacuityHaveNone) {
  EXPECT_TRUE(PurposesOf(Condition{.kind = Condition::Kind::kVacuity, .claim = "I1"}).Empty());
  EXPECT_EQ(PurposesOf(Condition{.kind = Condition::Kind::kInitial, .claim = "I1"}),
            Purposes{Purpose::kSafety});
}

TEST(Purposes, AreWrittenAsAList) {
  EXPECT_EQ(TextOf({}), "");
  EXPECT_EQ(TextOf({Purpose::kProgress}), "progress only");
  EXPECT_EQ(TextOf({Purpose::kOrder, Purpose::kSafety}), "safety and order");
  EXPECT_EQ(TextOf({Purpose::kOrder, Purpose::kSafety, Purpose::kAnswers}),
            "safety, answers and order");
}

Purposes NecessaryFor(Fault fault, Locals locals) {
  ProofOptions options;
  options.faults = gc::FaultSet(fault);
  options.locals = locals;
  options.vacuity = false;
  return NecessaryFor(Prove(options).conditions);
}

TEST(Purposes, BirthColourWhileMarkingIsForProgressOnlyUnlessLocalsAreBlack) {
  const Purposes progress = {Purpose::kProgress};
  const Purposes both = {Purpose::kSafety, Purpose::kProgress};
  EXPECT_EQ(NecessaryFor(Fault::kBornWhiteWhileMarking, Locals::kDead), progress);
  EXPECT_EQ(NecessaryFor(Fault::kBornWhiteWhileMarking, Locals::kRescanned), progress);
  EXPECT_EQ(NecessaryFor(Fault::kBornWhiteWhileMarking, Locals::kBlack), both);
}

TEST(Purposes, OfARuleAreThoseOfWhatBreaksWithoutIt) {
  EXPECT_EQ(NecessaryFor(Fault::kStoreWithoutShading, Locals::kDead), Purposes{Purpose::kSafety});
  EXPECT_EQ(NecessaryFor(Fault::kKeepSerial, Locals::kDead), Purposes{Purpose::kAnswers});
  EXPECT_EQ(NecessaryFor(Fault::kBeginTwice, Locals::kDead), Purposes{Purpose::kOrder});
  EXPECT_EQ(NecessaryFor(Fault::kBornWhiteWhileGathering, Locals::kDead),
            (Purposes{Purpose::kSafety, Purpose::kAnswers, Purpose::kCompleteness}));
  EXPECT_TRUE(NecessaryFor(Fault::kReadWithoutShading, Locals::kDead).Empty());
}

}  // namespace
}  // namespace model
