// model/prove_test.cc -- the machine is proved, broken rules break conditions, and another solver
// agrees.

#include "model/prove.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "model/proof/broken_by_test.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

class Proved : public testing::TestWithParam<Locals> {};

TEST_P(Proved, ForHeapsOfAnySizeAndForThreeObjectsWithTwoFields) {
  const DisciplineProof proof = ProveDiscipline(GetParam());
  EXPECT_TRUE(proof.Holds()) << GroupTable(proof);
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
// after.
TEST(Proof, BirthColourWhileMarkingIsForProgressWhereLocalsAreNotBlack) {
  const Names broken = {"copy G1",        "create G1", "create-named G1",
                        "reserve G1",     "scan L5",   "scan progress: no object is scanned twice",
                        "barrier-list L5"};
  EXPECT_EQ(BrokenBy(Fault::kBornWhiteWhileMarking, Locals::kDead), broken);
  EXPECT_EQ(BrokenBy(Fault::kBornWhiteWhileMarking, Locals::kRescanned), broken);
}

TEST(Proof, ABrokenRuleIsReportedWithItsWitness) {
  const FaultProof proof = ProveWithout(Fault::kRootWithoutShading, Locals::kDead);
  EXPECT_EQ(proof.verdict, FaultProof::Verdict::kNecessary);
  const std::string report = Report(proof);
  EXPECT_NE(report.find("root-barrier/root-without-shading, locals dead: necessary"),
            std::string::npos);
  EXPECT_NE(report.find("root b\n"), std::string::npos) << report;
}

// The answer of cvc5 to a file: "sat", "unsat", or something else if it gave up.
std::string Cvc5(const std::filesystem::path& file) {
  const std::string command =
      "cvc5 --lang smt2 --tlimit 2000 --finite-model-find '" + file.string() + "' 2>/dev/null";
  FILE* const pipe = popen(command.c_str(), "r");
  std::array<char, 64> line = {};
  if (std::fgets(line.data(), line.size(), pipe) == nullptr) line[0] = '\0';
  pclose(pipe);
  std::string word = line.data();
  while (!word.empty() && word.back() == '\n') word.pop_back();
  return word;
}

TEST(Smt2, AnotherSolverAgreesWithEveryThirteenthCondition) {
  ASSERT_EQ(std::system("command -v cvc5 > /dev/null"), 0) << "cvc5 is not installed";
  const std::filesystem::path directory =
      std::filesystem::path(testing::TempDir()) / ("tricolour-smt2-" + std::to_string(getpid()));
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  const auto written = ExportSmt2(directory.string(), Locals::kDead);
  ASSERT_TRUE(written);
  EXPECT_GT(*written, 500u);
  std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(directory), {});
  std::sort(files.begin(), files.end());
  std::size_t asked = 0;
  std::size_t inconclusive = 0;
  for (std::size_t i = 0; i < files.size(); i += 13, ++asked) {
    const std::string name = files[i].filename().string();
    const bool unsat = name.find("-unsat.smt2") != std::string::npos;
    const std::string answer = Cvc5(files[i]);
    EXPECT_NE(answer, unsat ? "sat" : "unsat") << name;
    if (answer == "sat" || answer == "unsat") continue;
    ++inconclusive;
    std::printf("inconclusive: %s\n", name.c_str());
  }
  EXPECT_LT(inconclusive * 4, asked);
  std::filesystem::remove_all(directory);
}

TEST(Smt2, ADirectoryThatIsNotThereIsReported) {
  EXPECT_FALSE(ExportSmt2("/no/such/directory", Locals::kDead));
}

}  // namespace
}  // namespace model
