// properties/tidy/spec_rows_test.cc -- the specification's tables are complete, and a wrong row is
// noticed.

#include "properties/tidy/spec_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace properties::tidy {
namespace {

using testing::Contains;
using testing::Field;

// The findings on the specification after `from` was replaced by `to` on a page.
std::vector<Finding> SaidAfterReplacing(const std::string& from, const std::string& to) {
  Tree pages = OurSpecification();
  const auto page = std::ranges::find_if(
      pages, [&](const File& file) { return file.text.find(from) != std::string::npos; });
  if (page == pages.end()) return {{"", 0, "no page says " + from}};
  page->text.replace(page->text.find(from), from.size(), to);
  return RowsWithoutTests(pages, OurTree());
}

auto Says(const std::string& message) { return Contains(Field(&Finding::message, message)); }

TEST(SpecRows, EachIsShownByATestThatIsThere) {
  EXPECT_EQ(Text(RowsWithoutTests(OurSpecification(), OurTree())), "");
}

TEST(SpecRows, OneThatIsLeftOutIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("\n| S12.7 | ", "\nS12.7 "), Says("S12.7 is missing"));
}

TEST(SpecRows, OneThatNamesATestThatIsNotThereIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("| TableTest.EntriesStay", "| Table.EntriesStay"),
              Says("S1.2: there is no test Table.EntriesStayWhereTheyAreWhileChunksAreAdded"));
}

TEST(SpecRows, EveryTestOfARowIsLookedFor) {
  EXPECT_THAT(SaidAfterReplacing("| TableTest.EntriesStay", "| No.Test, TableTest.EntriesStay"),
              Says("S1.2: there is no test No.Test"));
}

TEST(SpecRows, OneThatStandsTwiceIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("| S1.2 | ", "| S1.2 | words | later: x |\n| S1.2 | "),
              Says("S1.2 stands here twice"));
}

TEST(SpecRows, OneOnThePageOfAnotherGroupIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("| S1.2 | ", "| S2.2 | words | later: x |\n| S1.2 | "),
              Says("S2.2 stands on the page of another group"));
}

TEST(SpecRows, OneThatIsNotCountedIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("| S1.2 | ", "| S1.99 | words | later: x |\n| S1.2 | "),
              Says("has rows that its list of pages does not count"));
}

TEST(SpecRows, AGroupThatIsNotListedOrCountsTooManyIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("| [S14]", "| [14]"),
              Says("has rows that its list of pages does not count"));
  EXPECT_THAT(SaidAfterReplacing("(s16-start-up.md) | start-up | 3 |",
                                 "(s16-start-up.md) | start-up | 4 |"),
              Says("S16.4 is missing"));
}

TEST(SpecRows, OneThatCannotBeReadIsMissed) {
  EXPECT_THAT(SaidAfterReplacing("| S1.2 | ", "| S1.99 | no test |\n| S1.2 | "),
              Says("is no row \"| S1.2 | what holds | Suite.Test |\""));
}

TEST(PainPoints, EachIsHeardByATestThatIsThere) {
  EXPECT_EQ(Text(PainPointsWithoutTests(OurPainPoints(), OurTree())), "");
}

TEST(PainPoints, OneThatIsLostOrIsHeardByNoTestIsMissed) {
  File page = OurPainPoints();
  const std::string row = "| C7 | ";
  ASSERT_NE(page.text.find(row), std::string::npos);
  page.text.replace(page.text.find(row), row.size(), "C7 ");
  EXPECT_THAT(PainPointsWithoutTests(page, OurTree()), Says("C8 stands where C7 belongs"));
  page = OurPainPoints();
  const std::string test = "ClusterReport.SaysWhat";
  ASSERT_NE(page.text.find(test), std::string::npos);
  page.text.replace(page.text.find(test), test.size(), "ClusterReport.ShoutsWhat");
  EXPECT_THAT(PainPointsWithoutTests(page, OurTree()),
              Says("C11: there is no test ClusterReport.ShoutsWhatEachClusterHoldsAndWhatItSaves"));
}

}  // namespace
}  // namespace properties::tidy
