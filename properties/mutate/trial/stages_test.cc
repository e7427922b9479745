// properties/mutate/trial/stages_test.cc -- what noticed a mutant is read from what the stages
// write.

#include "properties/mutate/trial/stages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "properties/base/own_path.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;

TEST(Stages, NameTheTestThatFailedOrDidNotEnd) {
  EXPECT_EQ(NoticedByTest("[ RUN      ] A.B\n[       OK ] A.B (1 ms)\n[ RUN      ] A.C\n"), "A.C");
  EXPECT_EQ(NoticedByTest("[ RUN      ] A.B\n[  FAILED  ] A.B (1 ms)\n"), "A.B");
  EXPECT_EQ(NoticedByTest(""), "the start of the tests");
}

TEST(Stages, NameTheSectionThatDisagreed) {
  EXPECT_EQ(NoticedByVerify(R"({"failures": [{"section": "corpus/all", "property": "safety"}]})"),
            "corpus/all: safety");
  EXPECT_EQ(NoticedByVerify(R"({"failures": [], "sections": [{"id": "a", "status": "agree"},
                                {"id": "b", "status": "disagree"}]})"),
            "b");
  EXPECT_EQ(NoticedByVerify(R"({"rules": [{"fault": "a/b", "status": "caught"},
                                {"fault": "c/d", "status": "missed"}], "sentence": "so"})"),
            "rules: c/d missed");
  EXPECT_EQ(NoticedByVerify(R"({"sentence": "so"})"), "so");
  EXPECT_EQ(NoticedByVerify("{\"fail"), "the run of `verify` itself");
}

// Of a shell script: notes that all sites were reached but that of number 2.
constexpr const char* kNotesButTwo =
    "{ printf '\\003\\003\\002'; head -c 65533 /dev/zero | tr '\\000' '\\003'; } "
    ">$TRICOLOUR_REACHED_BY_ALL;";

// Programs of tests and of the judge that are shell scripts.
class StagesOfScripts : public testing::Test {
 protected:
  StagesOfScripts() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~StagesOfScripts() override { fs::remove_all(folder_); }
  fs::path Script(const std::string& text) const {
    const fs::path path = folder_ / "script";
    std::ofstream(path) << "#!/bin/sh\n" << text;
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }
  const fs::path folder_ = OwnPath();
};

TEST_F(StagesOfScripts, RunTheTestsThatReachTheMutantTheQuickOnesFirst) {
  // The script fails where a slow test is among those that it is to run, and the mutant is 7.
  const fs::path program = Script(
      "flags=${1#--gtest_flagfile=}\n"
      "grep -q 'A.Never' $flags && exit 1\n"
      "grep -q 'A.Slow' $flags && [ $TRICOLOUR_MUTANT = 7 ] && exit 1\nexit 0\n");
  const UnitStage stage({{program, Reach("A.Never 1 9\nA.Slow 500 7 8\nA.Quick 2 7 8\n")}});
  EXPECT_EQ(stage.Try(7, folder_ / "run").fate, Fate::kKilled);
  EXPECT_EQ(stage.Try(8, folder_ / "run").fate, Fate::kSurvived);
  EXPECT_EQ(stage.Try(5, folder_ / "run").fate, Fate::kUnreached);
}

// A mutant is tried by each program that reaches it, until one notices.
TEST_F(StagesOfScripts, RunTheTestsOfEachProgramThatReachesTheMutant) {
  const fs::path program = Script(
      "flags=${1#--gtest_flagfile=}\n"
      "grep -q 'B.Test' $flags && [ $TRICOLOUR_MUTANT = 7 ] && exit 1\n"
      "grep -q 'A.Test' $flags && [ $TRICOLOUR_MUTANT = 6 ] && exit 1\n"
      "grep -q 'B.Test' $flags && [ $TRICOLOUR_MUTANT = 6 ] && sleep 20\nexit 0\n");
  const UnitStage stage({{program, Reach("A.Test 1 6 8\n")}, {program, Reach("B.Test 1 6 7 8\n")}});
  EXPECT_EQ(stage.Try(6, folder_ / "run").fate, Fate::kKilled);
  EXPECT_EQ(stage.Try(7, folder_ / "run").fate, Fate::kKilled);
  EXPECT_EQ(stage.Try(8, folder_ / "run").fate, Fate::kSurvived);
  EXPECT_EQ(stage.Try(9, folder_ / "run").fate, Fate::kUnreached);
  EXPECT_EQ(stage.Reaching(8).size(), 2u);
  EXPECT_EQ(stage.Reaching(7).size(), 1u);
}

// Where the description of a class is made, any test may be the one that notices.
TEST(ReachTest, OfWhatIsReachedBeforeMainIsEveryTest) {
  const Reach reach("before-main 0 5\nA.Slow 500 7\nA.Bad 1 failed\nA.Quick 2 5 7\nend\n");
  ASSERT_TRUE(reach.is_whole());
  ASSERT_EQ(reach.Of(5).size(), 2u);
  EXPECT_EQ(reach.Of(5).front()->name, "A.Quick");
  EXPECT_EQ(reach.Of(7).size(), 2u);
  EXPECT_TRUE(reach.Of(6).empty());
  EXPECT_EQ(reach.tests().size(), 3u);
}

TEST_F(StagesOfScripts, MeasureWhatTestsReachWithoutAMutant) {
  std::string why;
  const auto reach = UnitStage::Measure(Script("printf 'A.B 3 4 5\\nend\\n' >$TRICOLOUR_REACHED\n"),
                                        folder_ / "run", why);
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->Of(4).size(), 1u);
  EXPECT_FALSE(
      UnitStage::Measure(Script("echo 'A.B 3 4 5' >$TRICOLOUR_REACHED\n"), folder_ / "run", why))
      << "some tests are missing";
  EXPECT_FALSE(UnitStage::Measure(Script("kill -SEGV $$\n"), folder_ / "run", why));
  EXPECT_NE(why, "");
}

TEST_F(StagesOfScripts, TellAJudgeThatDisagreesFromOneThatCrashes) {
  VerifyStage stage(Script(std::string("case $TRICOLOUR_MUTANT in\n0|3) exit 0 ;;\n"
                                       "4) kill -SEGV $$ ;;\n'') ") +
                           kNotesButTwo +
                           " exit 0 ;;\n"
                           "esac\nmkdir judged\n"
                           "echo '{\"sentence\": \"so\"}' >judged/report.json\nexit 1\n"),
                    1);
  std::string why;
  EXPECT_TRUE(stage.Measure(folder_ / "run", why)) << why;
  EXPECT_EQ(stage.Try(3, folder_ / "run").fate, Fate::kSurvived);
  EXPECT_EQ(stage.Try(4, folder_ / "run").fate, Fate::kCrashed);
  const StageEnd end = stage.Try(5, folder_ / "run");
  EXPECT_EQ(end.fate, Fate::kKilled);
  EXPECT_EQ(end.by, "so");
  EXPECT_EQ(stage.Try(2, folder_ / "run").fate, Fate::kUnreached);
}

TEST_F(StagesOfScripts, RefuseAJudgeThatNotesNothing) {
  VerifyStage stage(Script("exit 0\n"), 1);
  std::string why;
  EXPECT_FALSE(stage.Measure(folder_ / "run", why));
  EXPECT_NE(why, "");
}

}  // namespace
}  // namespace properties::mutate
