// properties/matrix/thread_rows_test.cc -- the table of the thread rules has every rule, and no
// empty cell.

#include "properties/matrix/thread_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "properties/report/json.h"
#include "properties/report/thread_text.h"

namespace properties {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<ReportThreadRow>& Rows() {
  static const std::vector<ReportThreadRow> rows = ComputeThreadRows();
  return rows;
}

// The text without its line breaks, which fall anywhere.
std::string Flat(const std::string& text) {
  std::string flat;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || flat.empty() || flat.back() != ' ') flat += blank ? ' ' : c;
  }
  return flat;
}

// The thread group of the rules, and those of the wavefront that say something of threads.
TEST(ThreadRows, HaveEveryRuleOfTheThreads) {
  std::set<std::string> rules;
  for (const ReportThreadRow& row : Rows()) rules.insert(row.rule);
  for (const char* const rule :
       {"lock-excludes", "hand-over-publishes", "busy-before-queue", "buffer-flip-locked",
        "mark-once", "flag-writers-rmw", "drain-before-suspend", "end-needs-empty"}) {
    EXPECT_THAT(rules, Contains(rule));
  }
  EXPECT_EQ(Rows().size(), model::threads::kFaultCount);
}

TEST(ThreadRows, HaveASoundMachineAndAWrongInterleavingEach) {
  for (const ReportThreadRow& row : Rows()) {
    EXPECT_EQ(row.status, "shown") << row.fault;
    EXPECT_TRUE(row.sound) << row.fault;
    EXPECT_GT(row.sound_states, 0u) << row.fault;
    EXPECT_GT(row.length, 0u) << row.fault;
    for (const std::string& cell : {row.machine, row.wrong, row.memory, row.witness}) {
      EXPECT_FALSE(cell.empty()) << row.fault;
    }
  }
}

TEST(ThreadRows, SayOfEachWhatARunningProgramShowsOrWhyNot) {
  for (const ReportThreadRow& row : Rows()) {
    EXPECT_FALSE(row.in_core.empty()) << row.fault;
    EXPECT_EQ(row.running == kThreadNotThere, row.sanitizer == kThreadNotThere) << row.fault;
    const bool unseen = row.running == kThreadUnseen || row.sanitizer == kThreadUnseen;
    EXPECT_EQ(unseen, !row.reason.empty()) << row.fault;
  }
}

TEST(ThreadRows, AreATableWithALegendAndAReasonForEachEmptyCell) {
  const std::string table = ThreadRulesText(Rows(), Style());
  const std::string flat = Flat(table);
  EXPECT_THAT(flat, HasSubstr("every interleaving was tried, and nothing is wrong in any"));
  EXPECT_THAT(flat, HasSubstr("of the shortest wrong interleaving"));
  for (const ReportThreadRow& row : Rows()) {
    EXPECT_THAT(table, HasSubstr("    " + row.fault.substr(row.fault.find('/') + 1) + " "));
    EXPECT_THAT(flat, HasSubstr(row.reason)) << row.fault;
    const bool not_there = row.running == kThreadNotThere;
    EXPECT_TRUE(!not_there || flat.find(row.in_core) != std::string::npos) << row.fault;
  }
}

TEST(ThreadRows, ShowARowThatIsNotShown) {
  ReportThreadRow row = Rows().front();
  row.status = "missed";
  row.length = 0;
  EXPECT_THAT(ThreadRulesText({row}, Style()), HasSubstr("missed"));
  EXPECT_THAT(ThreadRuleText(row, Style()), HasSubstr("NO WITNESS"));
}

TEST(ThreadRows, DrawTheInterleavingOfOne) {
  for (const ReportThreadRow& row : Rows()) {
    const std::string text = ThreadRuleText(row, Style());
    EXPECT_THAT(text, HasSubstr(row.fault));
    EXPECT_THAT(text, HasSubstr(" | ")) << row.fault;
    EXPECT_THAT(text, Not(HasSubstr("NO WITNESS"))) << row.fault;
  }
}

TEST(ThreadRows, PassBetweenProcessesWhole) {
  const auto back = Unpacked<std::vector<ReportThreadRow>>(Packed(Rows()));
  ASSERT_EQ(back.size(), Rows().size());
  EXPECT_EQ(ThreadRulesText(back, Style()), ThreadRulesText(Rows(), Style()));
}

}  // namespace
}  // namespace properties
