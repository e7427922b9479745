// properties/tool/verify/verdict_test.cc -- when a collector is wrong with all rules obeyed.

#include "properties/tool/verify/verdict.h"

#include <gtest/gtest.h>

#include "properties/report/report.h"

namespace tool {
namespace {

properties::Report With(const char* group, const char* status) {
  properties::Report report;
  report.sections.push_back({.group = "directed random", .status = properties::kAgree});
  report.sections.push_back({.group = group, .status = status});
  return report;
}

// The rules are not broken in turn then. A trace of the corpus may have become stale, and what has
// no verdict is no failure.
TEST(FailsItself, IfASearchFoundItWrong) {
  EXPECT_TRUE(FailsItself(With("small heaps", properties::kDisagree)));
  EXPECT_TRUE(FailsItself(With("scheduler", properties::kDisagree)));
  EXPECT_FALSE(FailsItself(With("corpus", properties::kDisagree)));
  EXPECT_FALSE(FailsItself(With("small heaps", properties::kInconclusive)));
  EXPECT_FALSE(FailsItself(With("small heaps", properties::kAgree)));
  EXPECT_FALSE(FailsItself({}));
}

TEST(LeaveOutRules, SaysWhatWasNotTried) {
  for (const bool briefly : {false, true}) {
    properties::Report report;
    report.rules.emplace_back();
    LeaveOutRules(briefly, report);
    EXPECT_TRUE(report.rules.empty());
    ASSERT_EQ(report.remarks.size(), 1u);
    EXPECT_EQ(report.remarks[0].find("--quick") != std::string::npos, briefly);
  }
}

}  // namespace
}  // namespace tool
