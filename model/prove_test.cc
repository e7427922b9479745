// model/prove_test.cc -- the machine is proved, broken rules break conditions, and another solver
// agrees.

#include "model/prove.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "model/proof/broken_by_test.h"
#include "reference/trace/trace_printer.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

class Proved : public testing::TestWithParam<Locals> {};

TEST_P(Proved, ForHeapsOfAnySizeAndForThreeObjectsWithTwoFields) {
  const DisciplineProof proof = ProveDiscipline(GetParam());
  EXPECT_TRUE(proof.Holds());
  for (const Proof* part : {&proof.unbounded, &proof.bounded}) {
    for (const Condition* condition : part->Broken()) {
      ADD_FAILURE() << condition->action << " " << condition->claim << ": " << condition->sentence;
    }
  }
  EXPECT_GT(proof.unbounded.conditions.size(), 1000u);
}

INSTANTIATE_TEST_SUITE_P(Locals, Proved,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

TEST(Proof, SaysWhatARuleIsFor) {
  EXPECT_EQ(BrokenBy(Fault::kRootWithoutShading, Locals::kDead), (Names{"root I2"}));
  EXPECT_EQ(BrokenBy(Fault::kMoveIsFree, Locals::kDead), (Names{"move I1"}))
      << "append-relocating is not among them: a free move within one object loses nothing";
  EXPECT_EQ(BrokenBy(Fault::kTakeBitwise, Locals::kDead), (Names{"take I1"}));
  EXPECT_EQ(BrokenBy(Fault::kResolveWithoutShading, Locals::kDead), (Names{"resolve-object I1"}));
  EXPECT_EQ(BrokenBy(Fault::kResolveWithoutShading, Locals::kRescanned),
            (Names{"resolve-object I1"}));
  EXPECT_EQ(BrokenBy(Fault::kResolveWithoutShading, Locals::kBlack),
            (Names{"resolve-object I1", "resolve-object I2f"}));
  EXPECT_EQ(BrokenBy(Fault::kFindWithoutShading, Locals::kBlack), (Names{"find-object I2f"}));
  EXPECT_EQ(BrokenBy(Fault::kKeepSerial, Locals::kDead), (Names{"free W1"}));
  EXPECT_EQ(BrokenBy(Fault::kNeverLookAgain, Locals::kDead), (Names{"complete I1"}));
  EXPECT_EQ(BrokenBy(Fault::kWaitingKeepsReferences, Locals::kDead), (Names{"poll-not-ready D3"}));
}

TEST(Proof, RedundantRulesAreProvedSoInTheirDiscipline) {
  const std::pair<Fault, Locals> kRedundant[] = {
      {Fault::kReadWithoutShading, Locals::kDead},
      {Fault::kReadWithoutShading, Locals::kRescanned},
      {Fault::kFindWithoutShading, Locals::kDead},
      {Fault::kFindWithoutShading, Locals::kRescanned},
      {Fault::kRegisterWithoutShading, Locals::kBlack},
      {Fault::kSkipRawInFinalPass, Locals::kBlack},
      {Fault::kSkipLocalsInFinalPass, Locals::kDead},
      {Fault::kSkipLocalsInFinalPass, Locals::kBlack},
  };
  for (const auto& [fault, locals] : kRedundant) EXPECT_EQ(BrokenBy(fault, locals), Names{});
}

// Without the rule the machine is safe. But a mutator that goes on creating objects keeps marking
// from ending, and a reserved object may be scanned before its constructor has run, and once more
// after. And a reserved object that is given up may wait in a list by then.
TEST(Proof, BirthColourWhileMarkingIsForProgressWhereLocalsAreNotBlack) {
  const Names broken = {"copy G1",         "create G1",
                        "create-named G1", "reserve G1",
                        "scan L5",         "scan progress: no object is scanned twice",
                        "barrier-list L5", "abandon I3",
                        "abandon I12",     "abandon lists: what is given up waits in none"};
  EXPECT_EQ(BrokenBy(Fault::kBornWhiteWhileMarking, Locals::kDead), broken);
  EXPECT_EQ(BrokenBy(Fault::kBornWhiteWhileMarking, Locals::kRescanned), broken);
}

TEST(Proof, ABrokenRuleHasAWitness) {
  const FaultProof proof = ProveWithout(Fault::kRootWithoutShading, Locals::kDead);
  EXPECT_EQ(proof.verdict, FaultProof::Verdict::kNecessary);
  EXPECT_EQ(TextOf(proof.NecessaryFor()), "safety only");
  ASSERT_TRUE(proof.counterexample.witness);
  const std::string trace = reference::PrintTrace(proof.counterexample.witness->trace);
  EXPECT_NE(trace.find("root b\n"), std::string::npos) << trace;
}

TEST(Smt2, EveryConditionThatWasDecidedIsAFile) {
  const std::filesystem::path directory =
      std::filesystem::path(testing::TempDir()) / ("tricolour-smt2-" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  const auto written = ExportSmt2(directory.string(), Locals::kDead);
  const Proof proof = Prove({});
  EXPECT_EQ(written, proof.conditions.size() - proof.Count(Verdict::kUntouched));
  const std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(directory),
                                                 {});
  EXPECT_EQ(files.size(), written);
  std::filesystem::remove_all(directory);
}

TEST(Smt2, ADirectoryThatIsNotThereIsReported) {
  EXPECT_FALSE(ExportSmt2("/no/such/directory", Locals::kDead));
}

}  // namespace
}  // namespace model
