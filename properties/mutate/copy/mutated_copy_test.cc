// properties/mutate/copy/mutated_copy_test.cc -- the copy has the mutants that were chosen, and of
// those that do not compile others in their place.

#include "properties/mutate/copy/mutated_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>

#include "properties/mutate/sites/operators.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

// A project of one file. Two pointers have a difference and no sum.
class MutatedCopies : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    Write("core/toy.cc",
          "int Sum(int a, int b) { return a + b; }\n"
          "long Length(const char* from, const char* to) { return to - from; }\n"
          "int main() { return Sum(5, 3); }\n");
    Write("CMakeLists.txt",
          "cmake_minimum_required(VERSION 3.25)\nproject(toy LANGUAGES CXX)\n"
          "set(CMAKE_CXX_STANDARD 20)\ninclude_directories(.)\nadd_library(tricolour_core STATIC "
          "core/toy.cc)\n"
          "add_executable(toy core/toy.cc)\n");
    Write("properties/CMakeLists.txt", "");
    sites_ = SitesOf(tree_.front());
  }
  void TearDown() override { fs::remove_all(folder_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / "project" / path).parent_path());
    std::ofstream(folder_ / "project" / path) << text;
    if (path.ends_with(".cc")) tree_.push_back({path, text});
  }
  std::size_t SiteOf(const std::string& was) const {
    const auto site = std::ranges::find_if(sites_, [&](const Site& one) {
      return one.was == was && one.made == Operator::kArithmeticSwapped;
    });
    EXPECT_NE(site, sites_.end()) << was;
    return static_cast<std::size_t>(site - sites_.begin());
  }
  MutatedCopy Copy() const {
    return MutatedCopy(folder_ / "project", folder_ / "work", tree_, sites_);
  }
  // The exit code of the copy's program with a mutant on, or with none: 0.
  int Run(const MutatedCopy& copy, std::size_t number) const {
    const std::string command =
        "TRICOLOUR_MUTANT=" + std::to_string(number) + " '" + copy.Program("toy").string() + "'";
    return WEXITSTATUS(std::system(command.c_str()));
  }
  std::size_t SwitchesInTheCopy() const {
    const std::string text = tidy::ReadText(folder_ / "work" / "tree" / "core" / "toy.cc");
    std::size_t count = 0;
    for (std::size_t at = text.find("::Is("); at != text.npos; at = text.find("::Is(", at + 1)) {
      ++count;
    }
    return count;
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("tricolour-mutated-copy-" + std::to_string(getpid()));
  tidy::Tree tree_;
  std::vector<Site> sites_;
  std::string why_;
};

TEST_F(MutatedCopies, HaveWhatIsChosenAndNothingElse) {
  MutatedCopy copy = Copy();
  const std::size_t sum = SiteOf("a + b");
  const Choice choice = [&](const auto&) { return std::vector{sum}; };
  ASSERT_TRUE(copy.Build(choice, {"toy"}, 1, why_)) << why_;
  EXPECT_THAT(copy.chosen(), ElementsAre(sum));
  EXPECT_EQ(SwitchesInTheCopy(), 1u);
  EXPECT_EQ(Run(copy, 0), 8);
  EXPECT_EQ(Run(copy, copy.NumberOf(sum)), 2);
}

TEST_F(MutatedCopies, ChooseAgainWhereOneDoesNotCompileAndRememberIt) {
  const std::size_t sum = SiteOf("a + b"), difference = SiteOf("to - from");
  std::size_t asked = 0;
  const Choice choice = [&](const std::function<bool(std::size_t)>& may_have) {
    ++asked;
    return std::vector{may_have(difference) ? difference : sum};
  };
  MutatedCopy copy = Copy();
  ASSERT_TRUE(copy.Build(choice, {"toy"}, 1, why_)) << why_;
  EXPECT_EQ(asked, 2u);
  EXPECT_FALSE(copy.MayHave(difference));
  EXPECT_THAT(copy.chosen(), ElementsAre(sum));
  EXPECT_EQ(Run(copy, copy.NumberOf(sum)), 2);
  EXPECT_FALSE(Copy().MayHave(difference)) << "a later run does not try it again";
  EXPECT_TRUE(Copy().MayHave(sum));
}

TEST_F(MutatedCopies, ChooseAgainWhereTwoCross) {
  sites_.resize(2);
  for (Site& site : sites_) site.file = "core/toy.cc";
  sites_[0].edits = {{4, 10, "", "", false}};
  sites_[1].edits = {{8, 14, "", "", false}};
  std::vector<std::size_t> sizes;
  const Choice choice = [&](const std::function<bool(std::size_t)>& may_have) {
    std::vector<std::size_t> left = {0, 1};
    std::erase_if(left, [&](std::size_t site) { return !may_have(site); });
    sizes.push_back(left.size());
    return left;
  };
  MutatedCopy copy = Copy();
  ASSERT_TRUE(copy.Build(choice, {"toy"}, 1, why_)) << why_;
  EXPECT_THAT(sizes, ElementsAre(2, 1));
  EXPECT_EQ(copy.chosen().size(), 1u);
}

}  // namespace
}  // namespace properties::mutate
