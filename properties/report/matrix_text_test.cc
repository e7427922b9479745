// properties/report/matrix_text_test.cc -- what a cell of the matrix says.

#include "properties/report/matrix_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace properties {
namespace {

using testing::HasSubstr;
using testing::Not;

ReportRow Caught() {
  ReportRow row;
  row.rule = "insertion-barrier";
  row.fault = row.rule + "/store-without-shading";
  row.locals = "dead";
  row.status = "caught";
  row.operations = 7;
  row.small_heaps.traces_until[0] = 12;
  row.small_heaps.traces = 12;
  return row;
}

TEST(MatrixText, TellsASearchThatSawNothingFromOneThatWasNotAsked) {
  ReportRow asked = Caught();
  asked.random.traces = 100;
  const std::string text = RulesText({asked}, "dead", Style());
  EXPECT_THAT(text, HasSubstr(" 12     -     -         -     -     -  "));
  EXPECT_THAT(text, Not(HasSubstr("it was not asked, since the other")));
  const std::string by_turns = RulesText({Caught()}, "dead", Style());
  EXPECT_THAT(by_turns, HasSubstr(" 12     -     -         .     .     .  "));
  EXPECT_THAT(by_turns, HasSubstr(". in a search: it was not asked, since the other"));
}

// Neither search of a row was asked that was not tried, and that is said elsewhere.
TEST(MatrixText, SaysNoneOfThatOfWhatWasNotTried) {
  ReportRow row = Caught();
  row.status = kNotTried;
  row.small_heaps = {};
  EXPECT_THAT(RulesText({row}, "dead", Style()), Not(HasSubstr("it was not asked, since")));
}

}  // namespace
}  // namespace properties
