// properties/mutate/trial/by_itself_test.cc -- what can be no switch is written, built, tried and
// taken back.

#include "properties/mutate/trial/by_itself.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "properties/base/own_path.h"
#include "properties/mutate/copy/plain_text.h"
#include "properties/mutate/copy/switches.h"
#include "properties/mutate/sites/operators.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;

// A constant that the tests look at, one that only the judge does, and one that nothing reads; an
// order, and a lock without which the file does not compile.
constexpr const char* kToy = R"(#include <atomic>
#include <mutex>
constexpr int kTested = 5;
constexpr int kJudged = 6;
constexpr int kUnread = 7;
inline std::atomic<int> ready;
inline int IsReady() { return ready.load(std::memory_order_acquire); }
inline std::mutex mutex;
inline void Leave() {
  std::unique_lock lock(mutex);
  lock.unlock();
}
)";

class ByItself : public testing::Test {
 protected:
  ByItself() {
    fs::remove_all(folder_);
    Write("core/toy.h", kToy);
    Write("core/test.cc", "#include \"core/toy.h\"\nint main() { return kTested != 5; }\n");
    Write("core/judge.cc", "#include \"core/toy.h\"\nint main() { return kJudged != 6; }\n");
    std::string build =
        "cmake_minimum_required(VERSION 3.25)\nproject(toy LANGUAGES CXX)\n"
        "set(CMAKE_CXX_STANDARD 20)\ninclude_directories(.)\n"
        "add_executable(tricolour core/judge.cc)\n";
    for (const TestProgram& tests : kTestPrograms) {
      programs_.insert(tests.name);
      build += "add_executable(" + std::string(tests.name) + " core/test.cc)\n";
    }
    programs_.insert("tricolour");
    Write("CMakeLists.txt", build);
    sites_ = SitesOf(tree_.front());
  }
  ~ByItself() override { fs::remove_all(folder_); }

  void Write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / "project" / path).parent_path());
    std::ofstream(folder_ / "project" / path) << text;
    tree_.push_back({path, text});
  }
  std::size_t NumberOf(Operator made, const std::string& was, std::size_t line) const {
    const auto site = std::ranges::find_if(sites_, [&](const Site& one) {
      return one.made == made && one.was == was && one.line == line;
    });
    EXPECT_NE(site, sites_.end()) << was;
    EXPECT_TRUE(site->by_itself && IsPlain(*site)) << was;
    return static_cast<std::size_t>(site - sites_.begin()) + 1;
  }

  const fs::path folder_ = OwnPath();
  tidy::Tree tree_;
  std::set<std::string> programs_;
  std::vector<Site> sites_;
  std::string why_;
};

TEST_F(ByItself, IsNoticedByTheTestsOrByTheJudgeOrNot) {
  CopyOfOne copy(folder_ / "project", folder_ / "work", tree_, sites_, programs_, 2);
  ASSERT_TRUE(copy.Make(0)) << copy.Log();
  UnitStageByItself unit(copy);
  VerifyStageByItself verify(copy, 1);
  const fs::path run = folder_ / "run";
  ASSERT_TRUE(unit.Measure(run, why_)) << why_;
  ASSERT_TRUE(verify.Measure(run, why_)) << why_;
  const auto ends = [&](std::size_t number) {
    return std::pair(unit.Try(number, run).fate, verify.Try(number, run).fate);
  };
  EXPECT_EQ(ends(NumberOf(Operator::kConstantChanged, "5", 3)),
            std::pair(Fate::kKilled, Fate::kSurvived));
  EXPECT_EQ(ends(NumberOf(Operator::kConstantChanged, "6", 4)),
            std::pair(Fate::kSurvived, Fate::kKilled))
      << "and what was written before is taken back";
  EXPECT_EQ(ends(NumberOf(Operator::kConstantChanged, "7", 5)),
            std::pair(Fate::kSurvived, Fate::kSurvived));
  EXPECT_EQ(ends(NumberOf(Operator::kLockRemoved, "std::unique_lock lock(mutex);", 10)),
            std::pair(Fate::kNotBuilt, Fate::kNotBuilt));
  EXPECT_EQ(ends(0), std::pair(Fate::kSurvived, Fate::kSurvived));
}

TEST_F(ByItself, IsWrittenAsPlainText) {
  const Site& order = sites_[NumberOf(Operator::kOrderWeakened, "memory_order_acquire", 7) - 1];
  const std::string text = WithMistake(tree_.front(), order);
  EXPECT_NE(text.find("return ready.load(std::memory_order_relaxed); }"), text.npos) << text;
  const Site& constant = sites_[NumberOf(Operator::kConstantChanged, "6", 4) - 1];
  EXPECT_NE(WithMistake(tree_.front(), constant).find("kJudged = (1 ? (6 + 1) : (6));"), text.npos);
}

TEST_F(ByItself, SaysWhichTestsFailWithoutAMistake) {
  Write("core/test.cc", "int main() { return 1; }\n");
  CopyOfOne copy(folder_ / "project", folder_ / "work", tree_, sites_, {"core_test"}, 2);
  ASSERT_TRUE(copy.Make(0)) << copy.Log();
  UnitStageByItself unit(copy);
  EXPECT_FALSE(unit.Measure(folder_ / "run", why_));
  EXPECT_EQ(why_, "core_test fails without a mistake: the start of the tests");
}

TEST_F(ByItself, SaysWhatTheCompilerSaid) {
  Write("core/test.cc", "int main() { return not_there; }\n");
  CopyOfOne copy(folder_ / "project", folder_ / "work", tree_, sites_, {"core_test"}, 2);
  EXPECT_FALSE(copy.Make(0));
  EXPECT_NE(copy.Log().find("not_there"), std::string::npos) << copy.Log();
}

}  // namespace
}  // namespace properties::mutate
