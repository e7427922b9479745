// properties/mutate/outcome_test.cc -- what a run found is told in words, JSON and JUnit; and each
// argument that a mutant changes nothing belongs to code that is there.

#include "properties/mutate/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "properties/mutate/equivalent.h"
#include "properties/mutate/sites/operators.h"

namespace properties::mutate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const tidy::Tree& Toy() {
  static const tidy::Tree tree = {{"core/a/a.cc", "void F() {\n  G();\n  a = b << 8;\n}\n"}};
  return tree;
}

class OutcomeTest : public testing::Test {
 protected:
  const Site& Of(Operator made) const { return *std::ranges::find(sites_, made, &Site::made); }
  MutationRun Tried() const {
    MutationRun run{.sites = 9, .not_built = 2, .by_itself = 1, .chosen = 4, .seed = 5};
    const Site& call = Of(Operator::kCallDeleted);
    const Site& assignment = Of(Operator::kAssignmentDeleted);
    const Site& early = Of(Operator::kEarlyReturn);
    run.outcomes = {{&call,
                     16,
                     {{"unit", Fate::kSurvived, "", 1}, {"verify", Fate::kHung, "corpus", 2}},
                     {"A.B"}},
                    {&assignment, 17, {{"unit", Fate::kUnreached}, {"verify", Fate::kUnreached}}},
                    {&early, 18, {{"unit", Fate::kKilled, "A.B", 1}}, {"A.B"}},
                    {&call, 16, {{"unit", Fate::kSurvived}}, {"A.B"}, "it changes nothing"}};
    return run;
  }
  const std::vector<Site> sites_ = SitesOfCore(Toy());
};

TEST_F(OutcomeTest, HasAFate) {
  const MutationRun run = Tried();
  std::vector<Fate> fates;
  for (const Outcome& outcome : run.outcomes) fates.push_back(outcome.fate());
  EXPECT_THAT(fates, ElementsAre(Fate::kHung, Fate::kUnreached, Fate::kKilled, Fate::kSurvived));
  EXPECT_EQ(run.outcomes[0].Noticed()->by, "corpus");
  EXPECT_EQ(run.outcomes[0].seconds(), 3);
}

TEST_F(OutcomeTest, IsShownAsADiff) {
  EXPECT_EQ(DiffOf(Of(Operator::kCallDeleted), Toy()), "-   G();\n");
  EXPECT_EQ(DiffOf(Of(Operator::kEarlyReturn), Toy()), "- void F() {\n+ void F() { return;\n");
  EXPECT_EQ(DiffOf(Of(Operator::kConstantChanged), Toy()),
            "-   a = b << 8;\n+   a = b << (8 + 1);\n");
  const MutationRun run = Tried();
  const std::string text = SurvivorText(run.outcomes[1], Toy());
  EXPECT_THAT(text, HasSubstr("UNREACHED  core/a/a.cc:3  F  assignment-deleted"));
  EXPECT_THAT(text, HasSubstr("-   a = b << 8;"));
  EXPECT_THAT(text, HasSubstr("    TRICOLOUR_MUTANT=17 switches it on"));
  EXPECT_THAT(text, HasSubstr("no unit test runs through it"));
  EXPECT_THAT(text, HasSubstr("no run of `verify --quick` gets there"));
  EXPECT_THAT(SurvivorText(run.outcomes[3], Toy()), HasSubstr("1 unit tests run through it: A.B"));
}

TEST_F(OutcomeTest, IsCountedByFolderOperatorAndStage) {
  const std::string text = SummaryText(Tried());
  EXPECT_THAT(text, HasSubstr("core/a                         4        2        0      1         1"
                              "           1          1          1\n"));
  EXPECT_THAT(text,
              HasSubstr("early-return                   1        1        0      0         0"));
  EXPECT_THAT(text, HasSubstr("unit noticed 1 of the 3 that it tried (33.3 %)"));
  EXPECT_THAT(text, HasSubstr("4 mutants: 2 noticed (66.7 %), 1 survived, 1 equivalent"));
}

TEST_F(OutcomeTest, IsJson) {
  const auto read = nlohmann::json::parse(JsonOf(Tried(), Toy()));
  EXPECT_EQ(read["seed"], 5);
  ASSERT_EQ(read["mutants"].size(), 4u);
  EXPECT_EQ(read["mutants"][0]["fate"], "hung");
  EXPECT_EQ(read["mutants"][1]["number"], 17);
  EXPECT_EQ(read["mutants"][0]["stages"][1]["by"], "corpus");
  EXPECT_EQ(read["mutants"][3]["equivalent"], "it changes nothing");
}

TEST_F(OutcomeTest, IsJUnit) {
  const std::string text = JUnitOf(Tried(), Toy());
  EXPECT_THAT(text,
              HasSubstr("name=\"mutants of core/a\" tests=\"4\" failures=\"1\" skipped=\"1\""));
  EXPECT_THAT(text, HasSubstr("nothing noticed this mutant"));
}

TEST(EquivalentMutants, AreReadWithTheirArguments) {
  std::vector<tidy::Finding> findings;
  const auto read = ReadEquivalent(
      {"e.txt", "# a comment\nmutant core/a.cc | F | x | y | z\n  since it\n  is so\n"}, findings);
  EXPECT_THAT(findings, IsEmpty());
  EXPECT_EQ(read.at("core/a.cc | F | x | y | z"), "since it is so");
}

TEST(EquivalentMutants, WithoutAnArgumentAreRefused) {
  std::vector<tidy::Finding> findings;
  ReadEquivalent({"e.txt", "mutant a\nmutant b\n  since\nmutant b\n  since\nwhat\n"}, findings);
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_THAT(findings[0].message, HasSubstr("an argument"));
  EXPECT_THAT(findings[1].message, HasSubstr("twice"));
  EXPECT_EQ(findings[2].line, 6u);
}

TEST(EquivalentMutants, OfCodeThatMovedAwayAreFound) {
  const std::vector<Site> sites = SitesOfCore(Toy());
  EXPECT_THAT(MovedAway({{sites.front().Key(), "since"}}, sites), IsEmpty());
  const auto findings =
      MovedAway({{"core/a/a.cc | F | call-deleted | H(); | nothing", "since"}}, sites);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_THAT(findings[0].message, HasSubstr("no longer there"));
}

TEST(EquivalentMutants, OfThisProjectBelongToCodeThatIsThere) {
  std::ifstream in(std::string(TRICOLOUR_SOURCE_DIR) + "/" + kEquivalentFile);
  std::vector<tidy::Finding> findings;
  const auto equivalent = ReadEquivalent(
      {kEquivalentFile, {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}},
      findings);
  EXPECT_THAT(findings, IsEmpty());
  EXPECT_THAT(MovedAway(equivalent, SitesOfCore(tidy::OurTree())), IsEmpty());
}

}  // namespace
}  // namespace properties::mutate
