// properties/tool/prove_program_test.cc -- `prove` and `explore --model` seen from outside.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using ::testing::HasSubstr;

class ProgramThatProves : public Program {};

TEST_F(ProgramThatProves, ProvesADisciplineConditionByCondition) {
  const Ran ran = Run("prove --all --locals dead");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("every action keeps every invariant"));
  EXPECT_THAT(ran.out,
              HasSubstr("a black object whose constructor has run refers to no white one"));
  EXPECT_THAT(ran.out, HasSubstr("PROVED: all"));
  EXPECT_THAT(ran.out, HasSubstr(" untouched\n"));
  EXPECT_THAT(ran.out, HasSubstr("repeat them for 3 objects x 2 fields: "));
}

TEST_F(ProgramThatProves, SaysHowManyConditionsAreTrivialInJsonToo) {
  const Ran ran = Run("prove --locals black --format json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  for (const char* const member : {"\"asked\": ", "\"untouched\": ", "\"repeated\": "}) {
    EXPECT_THAT(ran.out, HasSubstr(member));
  }
}

TEST_F(ProgramThatProves, WritesAWitnessThatReplaysBothWays) {
  const std::string file = Path("w.trace");
  const Ran ran = Run("prove --without move-barrier/move-is-free --locals dead -o " + file);
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("move / I1"));
  EXPECT_THAT(ran.out, HasSubstr("necessary for safety only"));
  EXPECT_THAT(ran.out, HasSubstr("it shows safety; confirmed by the model's explorer, core's"));
  EXPECT_EQ(Run("replay " + file + " --without move-barrier/move-is-free").exit_code, 1);
  const Ran passes = Run("replay " + file);
  EXPECT_EQ(passes.exit_code, 0) << passes.out;
  EXPECT_THAT(passes.out, HasSubstr("the model allows all of it"));
}

TEST_F(ProgramThatProves, ProvesThatARuleIsRedundant) {
  const Ran ran = Run("prove --without weak-read-barrier --locals dead");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("redundant, proved"));
}

TEST_F(ProgramThatProves, ProveSaysBothLengthsOfAWitnessAndWhoConfirmedThem) {
  const Ran ran = Run("prove --without insertion-barrier/store-without-shading --locals dead");
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("witness: 12 operations and units"));
  EXPECT_THAT(ran.out, HasSubstr("the machine's own first finding: 12 operations and units"));
  EXPECT_THAT(ran.out, HasSubstr("less: confirmed"));
  EXPECT_THAT(ran.out, HasSubstr("searched 3 objects x 2 fields"));
}

TEST_F(ProgramThatProves, ProvesTheInvariantsOnSmallHeaps) {
  const Ran ran = Run("prove --objects 1-2 --fields 1 --depth 2 --solver z3");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 x 1     one step"));
  EXPECT_THAT(ran.out, HasSubstr("2 x 1     runs           2"));
  EXPECT_THAT(ran.out, HasSubstr("PROVED: every step keeps every invariant"));
}

TEST_F(ProgramThatProves, DrawsTheSmallHeapInWhichAnInvariantBreaks) {
  const std::string page = Path("page.html");
  const Ran ran =
      Run("prove --objects 1-2 --fields 1 --depth 1 --solver z3 "
          "--without insertion-barrier/store-without-shading -o " +
          page);
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("breaks I1, from a heap that keeps the invariants"));
  EXPECT_THAT(ran.out, HasSubstr("broken: I1: while marking"));
  const std::string text = Read(page);
  EXPECT_THAT(text, HasSubstr("<svg"));
  pugi::xml_document document;  // but for its first line, a page is XML too
  EXPECT_TRUE(document.load_string(text.substr(text.find('\n')).c_str()));
  const Ran sound = Run("prove --objects 1 --fields 1 --depth 1 --solver z3 -o " + Path("no.html"));
  EXPECT_THAT(sound.err, HasSubstr("nothing is broken"));
  EXPECT_FALSE(fs::exists(Path("no.html")));
}

TEST_F(ProgramThatProves, RefusesSmallHeapsOutOfRange) {
  for (const char* wrong : {"--objects 0", "--objects 7", "--objects 3-1", "--objects two",
                            "--fields 5", "--depth 99", "--solver yices", "--objects 1-2-3"}) {
    EXPECT_EQ(Run(std::string("prove ") + wrong).exit_code, 2) << wrong;
  }
  const Ran several = Run("prove --objects 2 --without root-barrier");
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_THAT(several.err, HasSubstr("root-barrier/root-without-shading"));
}

// The whole check takes a minute and more (.ci/recheck); the model's tests ask about some.
TEST_F(ProgramThatProves, ProveMakesNoCertificateOfABrokenMachine) {
  const std::string folder = Path("certificate");
  const Ran ran =
      Run("prove --locals dead --without move-barrier/move-is-free --certificate " + folder);
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_THAT(
      ran.out,
      HasSubstr("no certificate with locals dead: conditions that do not hold: 1 (move / I1)"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/dead/INDEX.tsv"));
}

TEST_F(ProgramThatProves, ProveRefusesQuestionsToTheSecondSolverThatExcludeEachOther) {
  EXPECT_EQ(Run("prove --cross-check --without move-barrier").exit_code, 2);
  EXPECT_EQ(Run("prove --cross-check --certificate " + Path("c")).exit_code, 2);
  EXPECT_EQ(Run("prove --proof-format native").exit_code, 2);
  EXPECT_EQ(Run("prove --proof-format dot --certificate " + Path("c")).exit_code, 2);
}

TEST_F(ProgramThatProves, ProveWritesTheWholeSystemAsOneFile) {
  const std::string folder = Path("smt2");
  EXPECT_EQ(Run("prove --locals dead --smt2 " + folder).exit_code, 0);
  EXPECT_THAT(Read(folder + "/dead.smt2"), HasSubstr("(define-fun store.guard "));
}

TEST_F(ProgramThatProves, ProveRefusesAWitnessOfNothing) {
  EXPECT_EQ(Run("prove -o " + Path("w.trace")).exit_code, 2);
  EXPECT_EQ(Run("prove --without no-such-rule").exit_code, 2);
}

TEST_F(ProgramThatProves, ExploresTheModelToItsEnd) {
  const Ran ran = Run("explore --model --alphabet wavefront --objects 2 --fields 1");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("every state of this heap was tried"));
  EXPECT_EQ(Run("explore --model --objects 9").exit_code, 2);
}

TEST_F(ProgramThatProves, ExploresAHeapOfTheModelForEachGroupOfRulesToItsEnd) {
  const Ran ran = Run("explore --model");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("every state of each of these heaps was tried"));
  EXPECT_EQ(ran.out.find("NOT ALL"), std::string::npos) << ran.out;
}

TEST_F(ProgramThatProves, AnExplorationOfTheModelThatDidNotTryAllIsInconclusive) {
  const Ran ran = Run("explore --model --objects 3 --alphabet everything --memory 4");
  EXPECT_EQ(ran.exit_code, 3) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("INCONCLUSIVE: the ceiling of 4 MiB was met"));
  EXPECT_EQ(ran.out.find("AGREE"), std::string::npos) << ran.out;
  EXPECT_THAT(Run("explore --model --objects 3 --alphabet wavefront --operations 5").out,
              HasSubstr("AGREE: no run of up to 5 operations and units goes wrong"));
  EXPECT_EQ(Run("explore --memory 4").exit_code, 2) << "it is about the model";
}

TEST_F(ProgramThatProves, ProvesTheProtocolsBetweenThreads) {
  const Ran ran = Run("prove --threads");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, testing::ContainsRegex("queue/other-order[^~]*termination  proved"));
  EXPECT_THAT(ran.out, HasSubstr("Lock::Leave               fetch_sub                 release "));
  EXPECT_THAT(Run("prove --threads --all").out, HasSubstr("Lock::Leave, fetch_sub: release -> "));
}

TEST_F(ProgramThatProves, AnExplorationOfTheModelSaysWhatItLeavesOut) {
  for (const char* const alphabet : {"sections", "workers"}) {
    const Ran ran = Run(std::string("explore --model --alphabet ") + alphabet);
    EXPECT_EQ(ran.exit_code, 2) << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("the model has one thread"));
  }
  const Ran worlds = Run("explore --model --alphabet worlds --objects 1 --fields 1 --operations 3");
  EXPECT_EQ(worlds.exit_code, 0) << worlds.out << worlds.err;
  EXPECT_THAT(worlds.out, testing::ContainsRegex("not tried[^~]*: [^~]*frame"));
  EXPECT_EQ(
      Run("explore --model --alphabet strong --objects 1 --operations 3").out.find("not tried,"),
      std::string::npos);
}

// Without a rule that the formulas do not state they would all hold, which says nothing.
TEST_F(ProgramThatProves, RefusesToProveSmallHeapsWithoutARuleOfThreads) {
  const Ran ran = Run("prove --without lock-excludes --objects 2");
  EXPECT_EQ(ran.exit_code, 2) << ran.out << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("take lock-excludes for granted"));
}

}  // namespace
}  // namespace tool
