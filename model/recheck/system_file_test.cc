// model/recheck/system_file_test.cc -- the exported system says what the proof says, and both
// solvers read it.

#include "model/recheck/system_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <unistd.h>

#include "model/recheck/second_solver.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

// What Z3 answers to the text of a file; it is read anew, so nothing of our formulas helps.
std::vector<std::string> AnswersOfZ3(const std::string& text) {
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context(config);
  const std::string output = Z3_eval_smtlib2_string(context, text.c_str());
  Z3_del_context(context);
  Z3_del_config(config);
  return AnswersIn(output);
}

// The conditions that the prover asks Z3 about, but for those about vacuity.
std::size_t Asked(const Proof& proof) {
  return static_cast<std::size_t>(std::count_if(
      proof.conditions.begin(), proof.conditions.end(), [](const Condition& condition) {
        return condition.verdict != Verdict::kUntouched &&
               (condition.kind != Condition::Kind::kVacuity || condition.sentence == kNeverTaken);
      }));
}

class ExportedSystem : public testing::TestWithParam<Locals> {};

TEST_P(ExportedSystem, IsProvedByZ3AsAFileAndHasEveryCondition) {
  const SystemFile file = WriteSystem(GetParam());
  const Proof proof = Prove({.locals = GetParam()});
  EXPECT_EQ(file.queries.size(), Asked(proof));
  EXPECT_EQ(file.untouched, proof.Count(Verdict::kUntouched));
  const std::vector<std::string> answers = AnswersOfZ3(file.text);
  ASSERT_EQ(answers.size(), file.queries.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i], "unsat") << file.queries[i].first << " / " << file.queries[i].second;
  }
}

// All conditions of all disciplines, and none is inconclusive.
TEST_P(ExportedSystem, IsProvedByTheSecondSolverToo) {
  ASSERT_TRUE(SecondSolverVersion()) << "cvc5 is not installed";
  namespace fs = std::filesystem;
  const std::string path =
      (fs::path(testing::TempDir()) / ("tricolour-system-" + std::to_string(getpid()) + ".smt2"))
          .string();
  const SystemFile file = WriteSystem(GetParam());
  std::ofstream(path) << file.text;
  const std::vector<std::string> answers =
      AnswersIn(RunCommand("cvc5 --lang smt2 --incremental --full-saturate-quant "
                           "--tlimit-per 60000 " +
                           ShellWord(path) + " 2>&1")
                    .out);
  fs::remove(path);
  ASSERT_EQ(answers.size(), file.queries.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i], "unsat") << file.queries[i].first << " / " << file.queries[i].second;
  }
}

INSTANTIATE_TEST_SUITE_P(Locals, ExportedSystem,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

// Without a rule the file says so, and for the same conditions as the prover.
TEST(ExportedSystems, OfABrokenMachineAreRefutedWhereTheProverRefutes) {
  ProofOptions options;
  options.faults = gc::FaultSet(Fault::kStoreWithoutShading);
  options.vacuity = false;
  const Proof proof = Prove(options);
  std::set<std::string> expected;
  for (const Condition* const broken : proof.Broken()) {
    expected.insert(broken->action + " / " + broken->claim);
  }
  const SystemFile file = WriteSystem(options.locals, options.faults);
  const std::vector<std::string> answers = AnswersOfZ3(file.text);
  ASSERT_EQ(answers.size(), file.queries.size());
  std::set<std::string> refuted;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (answers[i] != "unsat")
      refuted.insert(file.queries[i].first + " / " + file.queries[i].second);
  }
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(refuted, expected);
}

TEST(ExportedSystems, ExplainEachRelationThatTheyDeclare) {
  for (const RelationEntry& entry : Vocabulary()) {
    EXPECT_FALSE(MeaningOf(entry.relation).empty()) << entry.name;
  }
}

TEST(ExportedSystems, DefineEachThingOnce) {
  const std::string text = WriteSystem(Locals::kBlack).text;
  std::set<std::string> defined;
  const std::string_view word = "\n(define-fun ";
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t begin = at + word.size();
    const std::string name = text.substr(begin, text.find(' ', begin) - begin);
    EXPECT_TRUE(defined.insert(name).second) << name;
  }
  EXPECT_TRUE(defined.contains("invariant.S1"));
  EXPECT_TRUE(defined.contains("store.guard"));
  EXPECT_TRUE(defined.contains("store.field"));
  EXPECT_TRUE(defined.contains("flip.assumed"));
  EXPECT_FALSE(defined.contains("root.field")) << "rooting an object changes no field";
}

}  // namespace
}  // namespace model
