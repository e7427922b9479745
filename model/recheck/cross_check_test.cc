// model/recheck/cross_check_test.cc -- what the second solver says is heard, whatever it says.
//
// Label: threads.

#include "model/recheck/cross_check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "model/recheck/certificate.h"
#include "model/recheck/sha256.h"

namespace model {
namespace {

namespace fs = std::filesystem;
using gc::Fault;
using reference::Locals;

class SecondSolver : public testing::Test {
 protected:
  SecondSolver()
      : folder_(fs::path(testing::TempDir()) / ("tricolour-recheck-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~SecondSolver() override { fs::remove_all(folder_); }

  void SetUp() override { ASSERT_TRUE(SecondSolverVersion()) << "cvc5 is not installed"; }
  std::string folder() const { return folder_.string(); }
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::string Read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

 private:
  fs::path folder_;
};

TEST_F(SecondSolver, HasAVersion) {
  EXPECT_TRUE(SecondSolverVersion()->starts_with("cvc5")) << *SecondSolverVersion();
}

TEST_F(SecondSolver, FindsWhatIsPossibleAndWhatIsNot) {
  const std::string sorts = "(set-logic UF)(declare-sort O 0)(declare-fun p (O) Bool)";
  const std::string all = "(assert (forall ((x O)) (p x)))";
  const std::string none = "(assert (not (exists ((x O)) (p x))))";
  const std::string possible = Write("possible.smt2", sorts + all + "(check-sat)");
  const std::string not_so = Write("it's not.smt2", sorts + all + none + "(check-sat)");
  EXPECT_EQ(AskSecondSolver(possible, Satisfiable::kYes).satisfiable, Satisfiable::kYes);
  EXPECT_EQ(AskSecondSolver(possible, Satisfiable::kNo).satisfiable, Satisfiable::kYes)
      << "what is expected changes no answer";
  EXPECT_EQ(AskSecondSolver(not_so, Satisfiable::kNo).satisfiable, Satisfiable::kNo);
  EXPECT_EQ(AskSecondSolver(folder() + "/absent", Satisfiable::kNo).satisfiable,
            Satisfiable::kUnknown);
}

// What must not be possible, it is asked about in one file (system_file_test.cc), which is faster.
TEST_F(SecondSolver, FindsEveryGuardAndPicturePossible) {
  const Questions questions = WriteQuestions(folder(), {.locals = Locals::kBlack});
  std::vector<std::string> files;
  for (const Question& question : questions.all) {
    if (question.expected == Satisfiable::kYes) files.push_back(folder() + "/" + question.file);
  }
  EXPECT_GT(files.size(), 60u);
  std::vector<Satisfiable> answers(files.size());
  ForEachInParallel(files.size(), 2, [&](std::size_t i) {
    answers[i] = AskSecondSolver(files[i], Satisfiable::kYes).satisfiable;
  });
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(answers[i], Satisfiable::kYes) << files[i];
  }
}

TEST_F(SecondSolver, IsAskedWithALogicAndTheExpectedAnswer) {
  const Questions questions = WriteQuestions(folder(), {});
  EXPECT_TRUE(questions.holds);
  EXPECT_TRUE(questions.written);
  std::size_t asked = 0;
  for (const Question& question : questions.all) {
    EXPECT_EQ(question.file.empty(), question.condition.verdict == Verdict::kUntouched);
    if (question.file.empty()) continue;
    ++asked;
    const std::string text = Read(question.file);
    const std::string word(WordOf(question.expected));
    EXPECT_NE(text.find("\n(set-logic UF)\n"), std::string::npos) << question.file;
    EXPECT_NE(text.find("\n(set-info :status " + word + ")\n"), std::string::npos);
    EXPECT_EQ(text.find("unknown"), std::string::npos) << question.file;
    EXPECT_TRUE(question.file.ends_with("-" + word + ".smt2")) << question.file;
    EXPECT_NE(text.find(question.condition.sentence), std::string::npos);
  }
  EXPECT_GT(asked, 1500u);
}

// The answer that Z3 does not expect is a disagreement, and no answer is none.
TEST_F(SecondSolver, IsNotCountedAsAgreeingWhereItDisagreesOrGivesUp) {
  CrossCheck check;
  check.holds = true;
  check.opinions.push_back(
      {.question = {}, .answer = {}, .verdict = SecondOpinion::Verdict::kAgree});
  EXPECT_TRUE(check.Agrees());
  check.opinions.push_back(
      {.question = {}, .answer = {}, .verdict = SecondOpinion::Verdict::kInconclusive});
  EXPECT_FALSE(check.Agrees());
  check.opinions.back().verdict = SecondOpinion::Verdict::kDisagree;
  EXPECT_FALSE(check.Agrees());
  check.opinions.pop_back();
  check.holds = false;
  EXPECT_FALSE(check.Agrees());
}

// Every strategy of a condition that only the later ones decide (the closed set of C2).
TEST_F(SecondSolver, IsAskedAgainWithAnotherStrategyWhereItGivesUp) {
  const Questions questions = WriteQuestions(folder(), {});
  for (const Question& question : questions.all) {
    if (question.condition.action != "store" || question.condition.claim != "C2") continue;
    const SolverAnswer answer = AskSecondSolver(folder() + "/" + question.file, Satisfiable::kNo);
    EXPECT_EQ(answer.satisfiable, Satisfiable::kNo);
    EXPECT_NE(answer.strategy, "");
    return;
  }
  FAIL() << "there is no such condition";
}

TEST_F(SecondSolver, MakesNoCertificateOfABrokenMachine) {
  CertificateOptions options;
  options.proof.faults = gc::FaultSet(Fault::kStoreWithoutShading);
  const Certificate certificate = Certify(folder(), options);
  EXPECT_FALSE(certificate.Made());
  EXPECT_NE(certificate.failure.find("conditions that do not hold: 5 (store / I1"),
            std::string::npos)
      << certificate.failure;
  EXPECT_TRUE(fs::is_empty(folder()));
}

// The whole certificate takes minutes; one action has conditions of every kind.
TEST_F(SecondSolver, MakesACertificateThatListsEveryConditionOfAnAction) {
  CertificateOptions options;
  options.action = "scan";
  const Certificate made = Certify(folder(), options);
  ASSERT_TRUE(made.Made()) << made.failure;
  const std::string index = Read("INDEX.tsv");
  const std::string sums = Read("SHA256SUMS");
  std::size_t asked = 0, untouched = 0;
  for (const Condition& condition : Prove({}).conditions) {
    if (condition.action != "scan") continue;
    EXPECT_NE(index.find("\nscan\t" + condition.claim + "\t"), std::string::npos)
        << condition.claim;
    ++(condition.verdict == Verdict::kUntouched ? untouched : asked);
  }
  EXPECT_EQ(made.untouched, untouched);
  EXPECT_EQ(made.possible, 1u);  // its guard
  EXPECT_EQ(made.proofs, asked - 1);
  EXPECT_GT(made.steps, made.trusted);
  std::istringstream lines(sums);
  std::size_t files = 0;
  for (std::string sum, name; lines >> sum >> name; ++files) {
    EXPECT_EQ(sum, Sha256(Read(name))) << name;
  }
  EXPECT_EQ(files, 2 * made.proofs + made.possible + 2) << "questions, proofs, system and index";
}

TEST_F(SecondSolver, WritesProofsInItsOwnFormatToo) {
  CertificateOptions options;
  options.action = "root";
  options.format = ProofFormat::kNative;
  const Certificate made = Certify(folder(), options);
  ASSERT_TRUE(made.Made()) << made.failure;
  EXPECT_GT(made.proofs, 5u);
  EXPECT_NE(Read("INDEX.tsv").find(".proof\t"), std::string::npos);
}

TEST_F(SecondSolver, MakesNoCertificateInAFolderThatIsNotThere) {
  EXPECT_FALSE(Certify("/no/such/folder", {}).Made());
}

}  // namespace
}  // namespace model
