// properties/tool/verify/plan_test.cc -- a run with a budget, or about a change, is never less than
// the quick one.

#include "properties/tool/verify/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "properties/tool/change/changed_files.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/process/run_recorder.h"

namespace tool {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::set<std::string> IdsOf(const Plan& plan) {
  std::set<std::string> ids;
  for (const Section& section : plan.sections) ids.insert(section.head.id);
  return ids;
}

TEST(Plan, OfABudgetHasAllThatTheQuickRunHas) {
  VerifyOptions quick;
  quick.quick = true;
  for (const double seconds : {1., 60., 200., 1000.}) {
    VerifyOptions budget;
    budget.budget = seconds;
    const Plan plan = PlanOf(budget);
    EXPECT_EQ(IdsOf(plan), IdsOf(PlanOf(quick))) << seconds;
    EXPECT_GE(plan.rules.size(), PlanOf(quick).rules.size()) << seconds;
    const Effort least = EffortOf(quick), effort = EffortOf(budget);
    EXPECT_GE(effort.small_traces, least.small_traces);
    EXPECT_GE(effort.conformance_traces, least.conformance_traces);
    EXPECT_GE(effort.rule_traces, least.rule_traces);
    EXPECT_EQ(effort.rules_proved, seconds >= kSecondsForProofs);
    EXPECT_GE(FloorOf(budget, effort.small_traces, &Effort::small_traces), least.small_traces);
    EXPECT_GE(FloorOf(budget, effort.random_cases, &Effort::random_cases), least.random_cases);
  }
}

// The first failure is wanted soon: what takes long comes last.
TEST(Plan, OfTheFirstFailureTriesWhatIsQuickFirst) {
  VerifyOptions options;
  options.quick = options.first = true;
  const Plan plan = PlanOf(options);
  options.first = false;
  EXPECT_EQ(IdsOf(plan), IdsOf(PlanOf(options)));
  const auto weight = [](const Section& section) { return WeightOf(section.head); };
  EXPECT_TRUE(std::ranges::is_sorted(plan.sections, {}, weight));
  EXPECT_FALSE(std::ranges::is_sorted(PlanOf(options).sections, {}, weight));
}

// However short its share is: it ends early, and not before it has tried what the quick run tries.
TEST(Plan, EndsASearchWhoseShareIsUsedUpAndSaysSo) {
  VerifyOptions options;
  options.budget = 1;
  options.share = 1e-9;
  for (const Section& section : FixedSections(options)) {
    if (section.head.id != "small-heaps/wavefront/dead") continue;
    RunRecorder recorder;
    const properties::ReportSection ended = section.run(recorder).section;
    EXPECT_EQ(ended.status, properties::kAgree);
    EXPECT_GE(ended.traces, QuickEffort().small_traces);
    EXPECT_LT(ended.traces, EffortOf(options).small_traces);
    ASSERT_FALSE(ended.remarks.empty());
    EXPECT_THAT(ended.remarks.back(), StartsWith(kShareUsedUp));
    properties::Report report;
    report.sections = {ended, ended};
    report.sections[1].remarks.clear();
    EXPECT_THAT(LeftOut(options, report), HasSubstr("1 of 2 searches"));
    return;
  }
  FAIL() << "there is no such section";
}

// Where nothing is held, locals that are rescanned are as dead ones, and a part of their runs is
// enough; but not for a run that tries that discipline alone, or another collector.
TEST(Plan, TriesAPartOfWhatIsTheSameInTwoDisciplines) {
  using properties::AlphabetGroup;
  using reference::Locals;
  const auto traces = [](const VerifyOptions& options, AlphabetGroup group, Locals locals) {
    return TracesOf(options, group, locals, 16'000);
  };
  VerifyOptions all, rescanned, lua;
  rescanned.choices.locals = "rescanned";
  lua.choices.subject = "lua";
  EXPECT_EQ(traces(all, AlphabetGroup::kWeak, Locals::kDead), 16'000u);
  EXPECT_EQ(traces(all, AlphabetGroup::kWeak, Locals::kRescanned), 1'000u);
  EXPECT_EQ(traces(all, AlphabetGroup::kWeak, Locals::kBlack), 16'000u);
  EXPECT_EQ(traces(all, AlphabetGroup::kLocals, Locals::kRescanned), 16'000u);
  EXPECT_EQ(traces(rescanned, AlphabetGroup::kWeak, Locals::kRescanned), 16'000u);
  EXPECT_EQ(traces(lua, AlphabetGroup::kWeak, Locals::kRescanned), 16'000u);
}

TEST(Plan, WithoutABudgetLeavesNothingOut) {
  EXPECT_EQ(LeftOut(VerifyOptions(), properties::Report()), "");
}

// A full run that has found something goes on as the quick one, in every section.
TEST(Plan, OfAFullRunHasABriefFormOfEachSection) {
  const VerifyOptions options;
  for (const Section& section : PlanOf(options).sections) {
    EXPECT_TRUE(section.brief) << section.head.id;
    if (section.head.id != "small-heaps/wavefront/dead") continue;
    RunRecorder recorder;
    EXPECT_EQ(section.brief(recorder).section.traces, QuickEffort().small_traces);
  }
}

// What was asked for is tried whatever is found; and known bugs cut no run short.
TEST(Plan, IsNotBriefWhereSoMuchWasAskedFor) {
  VerifyOptions quick, budget, cases, lua;
  quick.quick = true;
  budget.budget = 1;
  cases.cases = 1'000;
  lua.choices.subject = "lua";
  for (const VerifyOptions& options : {quick, budget, cases, lua}) {
    for (const Section& section : PlanOf(options).sections) EXPECT_FALSE(section.brief);
  }
}

class Clone : public testing::Test {
 protected:
  void SetUp() override {
    const std::string pattern(6, 'X');  // mkdtemp fills it in
    root_ = (std::filesystem::temp_directory_path() / ("tricolour-" + pattern)).string();
    ASSERT_NE(mkdtemp(root_.data()), nullptr);
    const std::string name = "-c user.name=a -c user.email=a@b ";
    ready_ = Shell(
                 "git init -q -b main . && mkdir core && echo 1 >core/a.h && echo 1 >b.cc && "
                 "git add -A && git " +
                 name + "commit -q -m first") == 0;
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  int Shell(const std::string& line) const {
    return std::system(("cd '" + root_ + "' && { " + line + "; } >/dev/null 2>&1").c_str());
  }
  std::string root_;
  bool ready_ = false;  // git is installed
};

TEST_F(Clone, TellsWhatDiffersFromACommit) {
  if (!ready_) return;
  EXPECT_THAT(ChangedSince("HEAD", root_).files, testing::IsEmpty());
  Shell("echo 2 >core/a.h; echo 1 >'new file.cc'; echo ignored >.gitignore; touch ignored");
  const ChangedFiles changed = ChangedSince("HEAD", root_);
  EXPECT_THAT(changed.files, testing::ElementsAre(".gitignore", "core/a.h", "new file.cc"));
  EXPECT_FALSE(changed.base.empty());
}

TEST_F(Clone, RefusesWhatIsNoCommit) {
  if (!ready_) return;
  for (const char* const revision : {"nonsense", "--all", "", "HEAD; touch x", "$(touch x)"}) {
    EXPECT_THROW(ChangedSince(revision, root_), UsageError) << revision;
  }
  EXPECT_FALSE(std::filesystem::exists(root_ + "/x"));
  EXPECT_THROW(ChangedSince("HEAD", "/"), UsageError);
}

}  // namespace
}  // namespace tool
