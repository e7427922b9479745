// properties/report/thread_text_test.cc -- the thread rules' table explains each of its cells.

#include "properties/report/thread_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "properties/report/json.h"

namespace properties {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<ThreadRow>& TextRows() {
  static const std::vector<ThreadRow> rows = ComputeThreadRows();
  return rows;
}

// The text without line breaks, since a sentence may be broken at any blank.
std::string Flat(const std::string& text) {
  std::string flat;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || flat.empty() || flat.back() != ' ') flat += blank ? ' ' : c;
  }
  return flat;
}

TEST(ThreadText, AreATableWithALegendAndAReasonForEachEmptyCell) {
  const std::string table = ThreadRulesText(TextRows(), Style());
  const std::string flat = Flat(table);
  EXPECT_THAT(flat, HasSubstr("every interleaving was tried, and nothing is wrong in any"));
  EXPECT_THAT(flat, HasSubstr("of the shortest wrong interleaving"));
  for (const ThreadRow& row : TextRows()) {
    EXPECT_THAT(table, HasSubstr("    " + row.fault.substr(row.fault.find('/') + 1) + " "));
    EXPECT_THAT(flat, HasSubstr(row.reason)) << row.fault;
  }
  EXPECT_THAT(flat, HasSubstr("hand-over-publishes/relaxed-busy, busy-before-queue/other-order"));
}

TEST(ThreadText, ShowARowThatIsNotShown) {
  ThreadRow row = TextRows().front();
  row.status = "missed";
  row.length = 0;
  EXPECT_THAT(ThreadRulesText({row}, Style()), HasSubstr("missed"));
  EXPECT_THAT(ThreadRuleText(row, Style()), HasSubstr("NO WITNESS"));
}

TEST(ThreadText, DrawTheInterleavingOfOne) {
  for (const ThreadRow& row : TextRows()) {
    const std::string text = ThreadRuleText(row, Style());
    EXPECT_THAT(text, HasSubstr(row.fault));
    EXPECT_THAT(text, HasSubstr(" | ")) << row.fault;
    EXPECT_THAT(text, Not(HasSubstr("NO WITNESS"))) << row.fault;
  }
}

TEST(ThreadText, PassBetweenProcessesWhole) {
  const auto back = Unpacked<std::vector<ThreadRow>>(Packed(TextRows()));
  ASSERT_EQ(back.size(), TextRows().size());
  EXPECT_EQ(ThreadRulesText(back, Style()), ThreadRulesText(TextRows(), Style()));
}

}  // namespace
}  // namespace properties
