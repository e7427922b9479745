// properties/breaks/table_test.cc -- each row that is built has a break, each break finds the lines
// that it changes, and mistakes in the table are reported.

#include "properties/breaks/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/breaks/rewriting.h"

namespace properties::breaks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Break> OurBreaks(std::vector<Finding>& findings) {
  std::vector<Break> breaks;
  for (const File& page : ReadPages(TRICOLOUR_SOURCE_DIR)) {
    for (Break& read : ParseBreaks(page, findings)) breaks.push_back(std::move(read));
  }
  return breaks;
}

const std::vector<tidy::SpecRow>& OurRows() {
  static const std::vector<tidy::SpecRow> rows = tidy::SpecRows(tidy::OurSpecification());
  return rows;
}

TEST(BreakTable, OfOursFitsTheRowsTheTestsAndTheCode) {
  std::vector<Finding> findings;
  const std::vector<Break> breaks = OurBreaks(findings);
  EXPECT_EQ(tidy::Text(findings), "");
  EXPECT_EQ(tidy::Text(FaultsOfBreaks(breaks, OurRows(), tidy::OurTree())), "");
  Rewrite(tidy::OurTree(), breaks, findings);
  EXPECT_EQ(tidy::Text(findings), "");
}

TEST(BreakTable, HasABreakOfEachRowThatIsBuilt) {
  std::vector<Finding> findings;
  EXPECT_EQ(tidy::Text(RowsWithoutBreaks(OurRows(), OurBreaks(findings))), "");
}

TEST(BreakTable, IsMissedByARowWithoutABreak) {
  const std::vector<tidy::SpecRow> rows = {{"S1.1", 1, "s01.md", 3, {"A.B"}},
                                           {"S1.2", 1, "s01.md", 4, {}},
                                           {"S1.3", 1, "s01.md", 5, {"A.C"}}};
  EXPECT_EQ(tidy::Text(RowsWithoutBreaks(rows, {{.rows = {"S1.3"}}})),
            "s01.md:3: S1.1 has no break\n");
}

// The findings on one break, in a table of two rows of which one is not built.
std::string SaidOf(const Break& broken) {
  const std::vector<tidy::SpecRow> rows = {{"S1.1", 1, "s01.md", 3, {"A.B"}},
                                           {"S1.2", 1, "s01.md", 4, {}}};
  const Break other{.rows = {"S1.1"}, .name = "other", .page = "s01.breaks", .line = 1};
  return tidy::Text(FaultsOfBreaks({other, broken}, rows, {{"core/a_test.cc", "TEST(A, B) {}\n"}}));
}

TEST(BreakTable, NamesRowsTestsAndNamesThatDoNotFit) {
  const Break good{
      .rows = {"S1.1"}, .name = "a", .page = "s01.breaks", .line = 9, .tests = {"A.B"}};
  EXPECT_EQ(SaidOf(good), "");
  Break bad = good;
  bad.rows = {"S1.1", "S1.3"};
  EXPECT_EQ(SaidOf(bad), "s01.breaks:9: expected a row of the specification: S1.3\n");
  bad.rows = {"S1.2"};
  EXPECT_EQ(SaidOf(bad), "s01.breaks:9: expected a row that is built: S1.2\n");
  bad = good;
  bad.tests = {"A.C"};
  EXPECT_EQ(SaidOf(bad), "s01.breaks:9: expected a test that is there: A.C\n");
  bad = good;
  bad.name = "other";
  EXPECT_EQ(SaidOf(bad), "s01.breaks:9: expected another name: s01.breaks:1 has this one\n");
}

TEST(BreakTable, GivesTheTrialsOfNamedRowsAndPages) {
  const std::vector<tidy::SpecRow> rows = {
      {"S1.1", 1, "", 1, {"A.B"}}, {"S1.10", 1, "", 2, {"A.C"}}, {"S11.1", 11, "", 3, {"A.D"}}};
  const std::vector<Break> breaks = {{.rows = {"S1.1", "S11.1"}, .name = "a"},
                                     {.rows = {"S1.10"}, .name = "b", .tests = {"X.Y"}}};
  std::vector<std::string> unknown;
  const auto tried = [&](const std::vector<std::string>& named) {
    std::vector<std::string> words;
    for (const Trial& trial : TrialsOf(breaks, rows, named, unknown)) {
      words.push_back(std::to_string(trial.broken) + " " + trial.row + " " + trial.tests.front());
    }
    return words;
  };
  EXPECT_THAT(tried({}), ElementsAre("0 S1.1 A.B", "0 S11.1 A.D", "1 S1.10 X.Y"));
  EXPECT_THAT(tried({"S1"}), ElementsAre("0 S1.1 A.B", "1 S1.10 X.Y"));
  EXPECT_THAT(tried({"S1.1"}), ElementsAre("0 S1.1 A.B"));
  EXPECT_THAT(unknown, IsEmpty());
  EXPECT_THAT(tried({"S2", "S1.2"}), IsEmpty());
  EXPECT_THAT(unknown, ElementsAre("S2", "S1.2"));
}

TEST(BreakTable, KnowsTheProgramOfEachTest) {
  EXPECT_EQ(ProgramOf("core/heap/names_test.cc"), "core_test");
  EXPECT_EQ(ProgramOf("core/pointer/builds/checked/validity_test.cc"), "core_checked_test");
  EXPECT_EQ(ProgramOf("core/examples/game_test.cc"), "example_test");
  EXPECT_EQ(ProgramOf("core/reflect/saving/check_test.cc"), "saving_test");
  EXPECT_EQ(ProgramOf("properties/judge/judge_test.cc"), "properties_test");
}

}  // namespace
}  // namespace properties::breaks
