// properties/tidy/spec_rows_test.cc -- the table of core/README.md is whole, and lies are noticed.

#include "properties/tidy/spec_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace properties::tidy {
namespace {

using testing::Contains;
using testing::Field;

std::string OurReadme() {
  std::ostringstream text;
  text << std::ifstream(TRICOLOUR_SOURCE_DIR "/core/README.md").rdbuf();
  return text.str();
}

std::string WithReplaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

auto Says(const std::string& message) { return Contains(Field(&Finding::message, message)); }

TEST(SpecRows, EachIsShownByATestThatIsThere) {
  EXPECT_EQ(Text(RowsWithoutTests(OurReadme(), OurTree())), "");
}

TEST(SpecRows, OneThatIsLeftOutIsMissed) {
  const std::string readme = WithReplaced(OurReadme(), "| S12.7 | ", "| S99.7 | ");
  EXPECT_THAT(RowsWithoutTests(readme, OurTree()), Says("S12.7 is missing from the table"));
}

TEST(SpecRows, OneThatNamesATestThatIsNotThereIsMissed) {
  const std::string readme = WithReplaced(OurReadme(), "| S1.2 | TableTest.", "| S1.2 | Table.");
  EXPECT_THAT(RowsWithoutTests(readme, OurTree()),
              Says("S1.2: there is no test Table.EntriesStayWhereTheyAreWhileChunksAreAdded"));
}

TEST(SpecRows, OneThatStandsTwiceIsMissed) {
  EXPECT_THAT(RowsWithoutTests(OurReadme() + "| S1.1 | later: x |\n", OurTree()),
              Says("S1.1 stands here twice"));
}

TEST(SpecRows, OfLaterWorkNamesNoTest) {
  EXPECT_THAT(RowsWithoutTests("| S1.1 | later: clusters |\n", {}),
              testing::Not(Contains(Field(&Finding::message, "S1.1 is missing from the table"))));
}

}  // namespace
}  // namespace properties::tidy
