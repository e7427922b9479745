// properties/tool/verify/verdict_test.cc -- when a collector is wrong with all rules obeyed.

#include "properties/tool/verify/verdict.h"

#include <gtest/gtest.h>

#include <string>

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

TEST(LeaveOut, TakesOutTheRulesOfACollectorThatFailsItself) {
  for (const bool has_rules : {false, true}) {
    properties::Report report = With("small heaps", properties::kDisagree);
    report.rules.emplace_back();
    LeaveOut(has_rules, false, report);
    EXPECT_EQ(report.rules.empty(), has_rules);
    EXPECT_EQ(report.remarks.size(), has_rules ? 1u : 0u);
  }
  properties::Report report = With("corpus", properties::kDisagree);
  report.rules.emplace_back();
  LeaveOut(true, false, report);
  EXPECT_FALSE(report.rules.empty());
  EXPECT_TRUE(report.remarks.empty());
}

TEST(LeaveOut, SaysThatTheRestWasTriedBriefly) {
  for (const bool has_brief : {false, true}) {
    for (const char* status : {properties::kAgree, properties::kDisagree}) {
      properties::Report report = With("corpus", status);
      LeaveOut(false, has_brief, report);
      const bool was_brief = has_brief && status == std::string(properties::kDisagree);
      EXPECT_EQ(report.remarks.size(), was_brief ? 1u : 0u) << status;
    }
  }
}

}  // namespace
}  // namespace tool
