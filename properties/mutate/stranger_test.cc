// properties/mutate/stranger_test.cc -- mistakes in another collector are written, built, judged
// and taken back.
//
// The collector here is a program in C of one function, and its judge a script that runs it: so a
// trial takes milliseconds.

#include "properties/mutate/stranger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "properties/base/own_path.h"
#include "properties/mutate/copy/plain_text.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kToy = R"(static int Less(int a, int b) {
  if (a < b) return 1;
  return 0;
}

int main(void) {
  return Less(1, 2) == 1 && Less(2, 1) == 0 ? 0 : 1;
}
)";

constexpr const char* kJudge = R"(#!/bin/sh
while [ "$1" != --subject ]; do shift; done
mkdir -p judged
echo '{"failures": [{"section": "toy", "property": "order"}]}' >judged/report.json
exec "$2"
)";

class StrangerTest : public testing::Test {
 protected:
  StrangerTest() {
    fs::remove_all(root_);
    fs::create_directories(root_ / "toy" / "src");
    std::ofstream(root_ / "toy" / "src" / "toy.c") << kToy;
    std::ofstream(root_ / "toy" / "notes.txt") << "int Not(int source) { return source + 1; }\n";
    std::ofstream(root_ / "judge") << kJudge;
    fs::permissions(root_ / "judge", fs::perms::owner_all);
    tree_ = SourcesBelow(root_ / "toy");
    sites_ = SitesOfStranger(tree_);
  }
  ~StrangerTest() override { fs::remove_all(root_); }

  StrangerBuild Build(const std::string& command) const {
    return {.tree = root_ / "toy", .command = command, .subject = "toy", .judge = root_ / "judge"};
  }
  // The number of the mutant that makes `was` to `becomes`.
  std::size_t NumberOf(const std::string& was, const std::string& becomes) const {
    const auto found = std::ranges::find_if(
        sites_, [&](const Site& site) { return site.was == was && site.becomes == becomes; });
    EXPECT_NE(found, sites_.end()) << was << " to " << becomes;
    return static_cast<std::size_t>(found - sites_.begin()) + 1;
  }

  const fs::path root_ = OwnPath();
  tidy::Tree tree_;
  std::vector<Site> sites_;
};

TEST_F(StrangerTest, ReadsSourcesAlone) {
  ASSERT_EQ(tree_.size(), 1u);
  EXPECT_EQ(tree_.front().path, "src/toy.c");
  EXPECT_GT(sites_.size(), 5u);
}

TEST_F(StrangerTest, WritesAMistakeInWordsThatCHas) {
  const std::string shifted =
      WithMistake(tree_.front(), sites_.at(NumberOf("a < b", "a <= b") - 1));
  EXPECT_THAT(shifted, HasSubstr("if ((1 ? (a <= b) : (a < b))) return 1;"));
  const std::string negated =
      WithMistake(tree_.front(), sites_.at(NumberOf("a < b", "!(a < b)") - 1));
  EXPECT_THAT(negated, HasSubstr("if ((1 != !!(a < b))) return 1;"));
}

TEST_F(StrangerTest, AMistakeIsBuiltJudgedAndTakenBack) {
  StrangerStage stage(Build("cc -w -o toy src/toy.c"), tree_, sites_);
  std::string why;
  ASSERT_TRUE(stage.Measure(root_ / "baseline", why)) << why;
  const fs::path folder = root_ / "job";
  const StageEnd killed = stage.Try(NumberOf("a < b", "!(a < b)"), folder);
  EXPECT_EQ(killed.fate, Fate::kKilled);
  EXPECT_EQ(killed.by, "toy: order");
  // Nothing that the program asks shows this one; so the mistake before it is gone.
  EXPECT_EQ(stage.Try(NumberOf("a < b", "a <= b"), folder).fate, Fate::kSurvived);
}

TEST_F(StrangerTest, WhatDoesNotBuildIsNoMutant) {
  StrangerStage stage(Build("! grep -q '<=' src/toy.c && cc -w -o toy src/toy.c"), tree_, sites_);
  std::string why;
  ASSERT_TRUE(stage.Measure(root_ / "baseline", why)) << why;
  EXPECT_EQ(stage.Try(NumberOf("a < b", "a <= b"), root_ / "job").fate, Fate::kNotBuilt);
}

TEST_F(StrangerTest, ABaselineThatFailsIsSaid) {
  std::string why;
  EXPECT_FALSE(StrangerStage(Build("false"), tree_, sites_).Measure(root_ / "a", why));
  EXPECT_THAT(why, HasSubstr("does not build as it is"));
  EXPECT_FALSE(StrangerStage(Build("true"), tree_, sites_).Measure(root_ / "b", why));
  EXPECT_THAT(why, HasSubstr("the command did not make toy"));
  EXPECT_FALSE(
      StrangerStage(Build("printf '#!/bin/sh\\nexit 1\\n' >toy; chmod +x toy"), tree_, sites_)
          .Measure(root_ / "c", why));
  EXPECT_THAT(why, HasSubstr("does not agree without a mutant"));
}

}  // namespace
}  // namespace properties::mutate
