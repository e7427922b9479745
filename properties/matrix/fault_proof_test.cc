// properties/matrix/fault_proof_test.cc -- the model's witnesses fail on a core without the rule,
// and pass on core.

#include "properties/matrix/fault_proof.h"

#include <gtest/gtest.h>

#include <set>

#include "model/explorer/counterexample_search.h"
#include "model/proof/known_questions.h"
#include "model/prove.h"
#include "properties/base/fault_names.h"
#include "properties/judge/judge.h"
#include "properties/matrix/redundancy.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using gc::Fault;
using reference::Locals;

// Limits of the search, in states. Where there is no witness, only `prove` searches every heap (see
// prove_test).
constexpr std::uint64_t kEnough = 2'000'000;
constexpr std::uint64_t kEnoughForNothing = 100'000;

// For what the conditions that break with a fault say the rule is necessary. What does not depend
// on the fault is asked once.
model::Purposes NecessaryFor(Fault fault, Locals locals, model::KnownQuestions& known) {
  model::ProofOptions options;
  options.faults = gc::FaultSet(fault);
  options.locals = locals;
  options.vacuity = false;
  options.known = &known;
  return model::NecessaryFor(model::Prove(options).conditions);
}

// Of each fault in a discipline. They are one test for all that the proofs have in common, which
// would take most of the time of each.
class EveryWitness : public testing::TestWithParam<Locals> {
 protected:
  void Try(Fault fault) {
    const auto faulty = MakeFaultyCoreSubject(gc::FaultSet(fault));
    const auto core = MakeCoreSubject();
    model::CounterexampleOptions options;
    options.accept = [&](const model::Witness& witness) {
      return Judge(witness.trace, *faulty).outcome == Outcome::kDisagree;
    };
    const bool redundant = RedundancyOf(fault, GetParam()).has_value();
    options.max_states = redundant ? kEnoughForNothing : kEnough;
    const model::Counterexample search = model::FindCounterexample(fault, GetParam(), options);
    ASSERT_EQ(search.witness.has_value(), !redundant);
    if (redundant) return;
    EXPECT_EQ(Judge(search.witness->trace, *core).outcome, Outcome::kAgree)
        << reference::PrintTrace(search.witness->trace);
    const model::Purposes broken = NecessaryFor(fault, GetParam(), known_);
    const model::Purposes shown = model::PurposeOf(search.witness->violation.property);
    EXPECT_FALSE(shown.Empty()) << search.witness->violation.message;
    EXPECT_TRUE(shown.Meets(broken))
        << "the witness shows " << TextOf(shown) << ", and what breaks is for " << TextOf(broken);
  }

  model::KnownQuestions known_;
};

TEST_P(EveryWitness, FailsOnACoreWithoutTheRuleAndPassesOnCore) {
  int tried = 0;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (model::IsAssumed(entry.fault)) continue;
    SCOPED_TRACE(NameOf(entry.fault));
    Try(entry.fault);
    ++tried;
  }
  EXPECT_GT(tried, 60);
  EXPECT_GT(known_.found(), known_.size()) << "most questions are the same for each fault";
}

INSTANTIATE_TEST_SUITE_P(Model, EveryWitness,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) { return std::string(WordOf(each.param)); });

TEST(FaultProof, SaysWhatBreaksAndHowItIsSeen) {
  const FaultProof proof = ProveWithout(Fault::kRootWithoutShading, Locals::kDead, 2);
  EXPECT_EQ(proof.fault, "root-barrier/root-without-shading");
  EXPECT_EQ(proof.verdict, kNecessary);
  ASSERT_EQ(proof.broken.size(), 1u);
  EXPECT_TRUE(proof.broken[0].starts_with("root / I2: "));
  EXPECT_TRUE(proof.fails);
  EXPECT_TRUE(proof.passes);
  EXPECT_EQ(proof.checker, "outcome");
  EXPECT_EQ(proof.purpose.necessary_for, std::vector<std::string>{"safety"});
  EXPECT_EQ(proof.purpose.shown, "safety");
  EXPECT_TRUE(proof.Agrees());
  EXPECT_EQ(proof.purpose.confirmed_by,
            (std::vector<std::string>{"the model's explorer", "core's replay (outcome)"}));
  EXPECT_GE(proof.length, proof.operations);
  EXPECT_TRUE(proof.trace.starts_with("tricolour trace 2\n"));
}

// That is a fact of the model, and takes longer than the witness.
TEST(FaultProof, AsksForAShorterRunOnlyIfItIsSought) {
  const Fault fault = Fault::kRootWithoutShading;
  const FaultProof witness = ProveWithout(fault, Locals::kBlack, 2, nullptr, Seek::kWitness);
  EXPECT_TRUE(witness.Necessary() && witness.fails && witness.passes);
  EXPECT_EQ(witness.shortest.first_finding, 0u);
  EXPECT_EQ(witness.shortest.z3, "");
  const FaultProof shortest = ProveWithout(fault, Locals::kBlack, 2);
  EXPECT_GT(shortest.shortest.first_finding, 0u);
  EXPECT_NE(shortest.shortest.z3, "");
  EXPECT_LE(shortest.length, witness.length);
}

TEST(FaultProof, AWitnessThatNoBrokenConditionIsForIsNoticed) {
  FaultProof proof;
  proof.length = 7;
  proof.purpose.necessary_for = {"progress"};
  proof.purpose.shown = "safety";
  EXPECT_FALSE(proof.Agrees());
  proof.purpose.necessary_for = {"progress", "safety"};
  EXPECT_TRUE(proof.Agrees());
  proof.length = 0;
  proof.purpose.necessary_for = {};
  EXPECT_TRUE(proof.Agrees()) << "without a witness there is nothing to compare";
}

TEST(FaultProof, NoTwoPurposesBeginWithTheSameLetter) {
  std::set<char> letters;
  for (const std::string& word : PurposeWords()) letters.insert(word.front());
  EXPECT_EQ(letters.size(), PurposeWords().size());
}

TEST(FaultProof, WhatTheModelAssumesIsNeitherProvedNorSearched) {
  const FaultProof proof = ProveWithout(Fault::kTryIgnoresSections, Locals::kDead, 2);
  EXPECT_EQ(proof.verdict, kAssumed);
  EXPECT_FALSE(proof.Undecided() || proof.Necessary());
  EXPECT_TRUE(proof.searched.empty());
}

TEST(FaultProof, ARedundantRuleIsProvedSoAndHasNoWitness) {
  const FaultProof proof = ProveWithout(Fault::kReadWithoutShading, Locals::kDead, 2);
  EXPECT_EQ(proof.verdict, kRedundantProved);
  EXPECT_TRUE(proof.broken.empty());
  EXPECT_EQ(proof.length, 0u);
  EXPECT_FALSE(proof.searched.empty());
}

}  // namespace
}  // namespace properties
