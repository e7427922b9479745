// properties/mutate/trial/trials_test.cc -- mutants are tried stage by stage, chosen by a seed, and
// never twice after an interruption.
//
// Label: threads.

#include "properties/mutate/trial/trials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "properties/base/own_path.h"
#include "properties/mutate/sites/operators.h"
#include "properties/mutate/trial/tests_of_core.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

// Notices the mutants that it is told to.
class FakeStage : public Stage {
 public:
  FakeStage(std::string name, std::set<std::size_t> noticed)
      : name_(std::move(name)), noticed_(std::move(noticed)) {}
  std::string name() const override { return name_; }
  StageEnd Try(std::size_t number, const fs::path&) const override {
    ++tried;
    return {name_, noticed_.contains(number) ? Fate::kKilled : Fate::kSurvived, "it", 1};
  }
  mutable std::atomic<int> tried{0};

 private:
  const std::string name_;
  const std::set<std::size_t> noticed_;
};

class TrialsTest : public testing::Test {
 protected:
  TrialsTest() { fs::remove(file_); }
  ~TrialsTest() override { fs::remove(file_); }

  // The stages that ran for each mutant.
  std::map<std::size_t, std::string> Try(bool all_stages, Results& results,
                                         const std::function<bool()>& stop = nullptr) {
    std::map<std::size_t, std::string> ran;
    TryAll(trials_, {&unit_, &verify_}, {.jobs = 2, .all_stages = all_stages, .stop = stop},
           results, [&](const Trial& trial, const std::vector<StageEnd>& ends) {
             for (const StageEnd& end : ends) {
               ran[trial.number] += end.stage + (IsNoticed(end.fate) ? "! " : " ");
             }
           });
    return ran;
  }

  const fs::path file_ = OwnPath();
  const std::vector<Trial> trials_ = {{0, 5, "five"}, {1, 6, "six"}, {2, 7, "seven"}};
  FakeStage unit_{"unit", {5}};
  FakeStage verify_{"verify", {5, 6}};
};

TEST_F(TrialsTest, WhatNoneOfTheStagesNoticedIsKnownAfterwards) {
  Results results(file_, "sources", false);
  Try(true, results);
  results.Add("eight", {"unit", Fate::kNotBuilt, "", 0});  // it is no mutant
  std::ofstream(file_, std::ios::app)
      << "{\"key\": 7}\n[]\nno line of a run\n{\"key\": \"half of a li";
  EXPECT_THAT(SurvivorsIn(file_, "unit"), ElementsAre("seven", "six"));
  EXPECT_THAT(SurvivorsIn(file_, "unit,verify"), ElementsAre("seven"));
}

TEST_F(TrialsTest, EndAtTheFirstStageThatNotices) {
  Results results(file_, "1", true);
  EXPECT_THAT(Try(false, results), UnorderedElementsAre(Pair(5, "unit! "), Pair(6, "unit verify! "),
                                                        Pair(7, "unit verify ")));
}

TEST_F(TrialsTest, MayShowWhatEachStageNoticesAlone) {
  Results results(file_, "1", true);
  EXPECT_THAT(Try(true, results),
              UnorderedElementsAre(Pair(5, "unit! verify! "), Pair(6, "unit verify! "),
                                   Pair(7, "unit verify ")));
}

TEST_F(TrialsTest, GoOnWhereAnEarlierRunOfTheSameSourcesEnded) {
  {
    Results results(file_, "1", true);
    Try(false, results);
  }
  const int unit = unit_.tried;
  Results same(file_, "1", true);
  EXPECT_THAT(Try(false, same), UnorderedElementsAre(Pair(5, "unit! "), Pair(6, "unit verify! "),
                                                     Pair(7, "unit verify ")));
  EXPECT_EQ(unit_.tried, unit) << "all is known";
  Results changed(file_, "2", true);
  Try(false, changed);
  EXPECT_EQ(unit_.tried, unit + 3) << "other sources";
  Results fresh(file_, "2", false);
  Try(false, fresh);
  EXPECT_EQ(unit_.tried, unit + 6);
}

TEST_F(TrialsTest, StopWhenTheyAreTold) {
  Results results(file_, "1", true);
  EXPECT_THAT(Try(false, results, [] { return true; }), IsEmpty());
}

TEST(Samples, DependOnTheSeedAndHardlyOnTheRest) {
  std::string text = "void F() {\n";
  for (int i = 0; i < 200; ++i) text += "  G" + std::to_string(i) + "();\n";
  const std::vector<Site> sites = SitesOf({"core/a.cc", text + "}\n"});
  std::vector<std::size_t> all(sites.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto one = Sample(sites, all, 50, 1);
  EXPECT_EQ(one.size(), 50u);
  EXPECT_EQ(one, Sample(sites, all, 50, 1));
  EXPECT_NE(one, Sample(sites, all, 50, 2));
  const std::vector<std::size_t> half(all.begin(), all.begin() + 100);
  std::size_t common = 0;
  for (const std::size_t site : Sample(sites, half, 50, 1)) {
    common += std::count(one.begin(), one.end(), site);
  }
  EXPECT_GE(common, std::count_if(one.begin(), one.end(), [](auto site) { return site < 100; }))
      << "a site that goes does not change whether another is chosen";
  EXPECT_EQ(Sample(sites, half, 1000, 1).size(), 100u);
  const std::vector<std::size_t> begun(one.begin(), one.begin() + 10);
  EXPECT_EQ(Sample(sites, all, 10, 1), begun) << "a run that is cut short is a smaller sample";
}

TEST(ChangesSince, AreTheLinesOfADiff) {
  const auto changed = ChangedLines(
      "diff --git a/core/a.cc b/core/a.cc\n--- a/core/a.cc\n+++ b/core/a.cc\n"
      "@@ -3 +3,2 @@ void F()\n-old\n+new\n+more\n@@ -9,2 +10,0 @@\n-gone\n-gone\n@@ -20 +19 @@\n"
      "--- a/core/b.cc\n+++ /dev/null\n@@ -1 +0,0 @@\n");
  EXPECT_THAT(changed, ElementsAre(Pair("core/a.cc", ElementsAre(Pair(3, 4), Pair(19, 19)))));
}

TEST(ReachOfTests, IsReadAndTheQuickestComesFirst) {
  const Reach reach("A.Slow 900 7 8\nA.Fails 1 failed 7\nB.Quick/3 2 7\nend\n");
  EXPECT_TRUE(reach.is_whole());
  EXPECT_FALSE(Reach("A.Slow 900 7 8\n").is_whole());
  ASSERT_EQ(reach.tests().size(), 3u);
  std::vector<std::string> names;
  for (const UnitTest* const test : reach.Of(7)) names.push_back(test->name);
  EXPECT_THAT(names, ElementsAre("B.Quick/3", "A.Slow"));
  EXPECT_THAT(reach.Of(9), IsEmpty());
}

}  // namespace
}  // namespace properties::mutate
