// properties/mutate/copy/switches_test.cc -- the switched text has all mutants, compiles, and leads
// from a place in it to the mutant.

#include "properties/mutate/copy/switches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "properties/base/own_path.h"
#include "properties/mutate/copy/mutated_copy.h"
#include "properties/mutate/sites/operators.h"

namespace properties::mutate {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Numbered> NumberedFrom(const std::vector<Site>& sites, std::size_t number) {
  std::vector<Numbered> numbered;
  for (const Site& site : sites) {
    if (!site.by_itself) numbered.push_back({number++, &site});
  }
  return numbered;
}

Edit Replacing(std::size_t begin, std::size_t end) { return {begin, end, "<@ ", ">", false}; }

TEST(Switches, NestAndKeepTheLines) {
  const tidy::File file{"core/a.cc", "a(b\n c);\n"};
  Site outer, inner, inserted;
  outer.edits = {Replacing(0, 8)};
  inner.edits = {Replacing(2, 3)};
  inserted.edits = {{8, 8, "!", "", false}};
  const Switched switched(file, {{1, &outer}, {2, &inner}, {3, &inserted}});
  const std::string is = "::tricolour_mutants::Is(";
  EXPECT_EQ(switched.text(),
            "#include \"core/mutants.h\"\n#line 1\n<" + is + "1u) a(<" + is + "2u) b>\n c);>!\n");
  EXPECT_TRUE(switched.left_out().empty());
}

TEST(Switches, LeaveOutWhatCrosses) {
  const tidy::File file{"core/a.cc", "abcdefgh"};
  Site one, other;
  one.edits = {Replacing(0, 4)};
  other.edits = {Replacing(2, 6)};
  const Switched switched(file, {{1, &one}, {2, &other}});
  EXPECT_THAT(switched.left_out(), ElementsAre(2));
  EXPECT_THAT(switched.text(), HasSubstr(">efgh"));
}

TEST(Switches, LeadFromAPlaceToTheMutant) {
  const tidy::File file{"core/a.cc", "void F(int a) {\n  if (a < 3) G();\n}\n"};
  const std::vector<Site> sites = SitesOf(file);
  const std::vector<Numbered> numbered = NumberedFrom(sites, 100);
  const Switched switched(file, numbered);
  std::istringstream lines(switched.text());
  std::string line;
  for (int skipped = 0; skipped < 4; ++skipped) std::getline(lines, line);
  for (const auto& [number, site] : numbered) {
    if (site->line != 2) continue;
    const std::size_t column = line.find(std::to_string(number)) + 1;
    EXPECT_EQ(switched.At(2, column), number) << site->Key();
  }
  EXPECT_EQ(switched.At(3, 1), 0u);
  EXPECT_EQ(switched.InLine(3).size(), 0u);
  EXPECT_GE(switched.InLine(2).size(), 4u);
}

TEST(Switches, GiveNumbersThatDependOnTheSiteAlone) {
  std::vector<Site> sites = SitesOf({"core/a.cc", "void F() {\n  G();\n  H();\n}\n"});
  const std::vector<std::size_t> before = NumbersOf(sites);
  sites.insert(sites.begin(), SitesOf({"core/0.cc", "void E() { D(); }"}).front());
  const std::vector<std::size_t> after = NumbersOf(sites);
  ASSERT_EQ(after.size(), before.size() + 1);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin() + 1));
  EXPECT_EQ(std::count(after.begin(), after.end(), 0u), 0);
}

TEST(Switches, BlameTheMutantAtWhichTheCompilerPoints) {
  const tidy::File file{"core/a.cc", "void F(int a) {\n  G(a);\n}\n"};
  const std::vector<Site> sites = SitesOf(file);
  const std::vector<Numbered> numbered = NumberedFrom(sites, 7);
  const std::map<std::string, Switched> files = {{"core/a.cc", Switched(file, numbered)}};
  std::string unexplained;
  const std::string at_call = "/some/tree/core/a.cc:2:10: error: no\n";
  EXPECT_THAT(Blamed(at_call, files, unexplained), ElementsAre(8));
  EXPECT_EQ(unexplained, "");
  EXPECT_THAT(Blamed("/some/tree/core/a.cc:2:10:   required from here\n"
                     "/usr/include/c++/12/vector:1:1: error: no\n",
                     files, unexplained),
              ElementsAre(8));
  EXPECT_THAT(Blamed("/some/tree/core/a.cc:2:10:   required from here\n"
                     "/some/tree/core/mutants.h:43:22: error: no\n",
                     files, unexplained),
              ElementsAre(8));
  EXPECT_THAT(Blamed("/some/tree/core/a.cc:3:1: error: no\n", files, unexplained),
              ElementsAre(7, 8))
      << "no mutant is there, so all of the file are";
  EXPECT_TRUE(Blamed("/some/tree/core/b.cc:3:1: error: no\n", files, unexplained).empty());
  EXPECT_EQ(unexplained, "/some/tree/core/b.cc:3:1: error: no");
}

// Or else `verify` would say that it cannot read the memory orders.
TEST(Switches, AreNotInTheSourcesThatTheProgramCarries) {
  std::ifstream in(std::string(TRICOLOUR_SOURCE_DIR) + "/properties/CMakeLists.txt");
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  EXPECT_THAT(WithSourcesOf("/as/it/was", text), HasSubstr("-DROOT=/as/it/was -DOUT="));
}

// A toy collector, whose every mutant is compiled and run.
class ToyMutants : public testing::Test {
 protected:
  ToyMutants() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "core");
    const std::vector<Numbered> numbered = NumberedFrom(sites_, 1);
    std::ofstream(folder_ / "core/mutants.h") << kSwitchHeader;
    std::ofstream(folder_ / "core/toy.cc") << Switched(toy_, numbered).text();
    std::ofstream(folder_ / "main.cc") << R"(#include "core/toy.cc"
int main() { return toy::Live({1, 0, 2, 0, 3, 4}, 1) == 3 ? 0 : 1; })";
  }
  ~ToyMutants() override { fs::remove_all(folder_); }

  int Run(const std::string& command) const { return std::system(command.c_str()); }
  bool Fails(std::size_t number) const {
    return Run("TRICOLOUR_MUTANT=" + std::to_string(number) + " timeout 5 '" +
               (folder_ / "toy").string() + "' >/dev/null 2>&1") != 0;
  }

  const fs::path folder_ = OwnPath();
  const tidy::File toy_{"core/toy.cc", R"(// core/toy.cc -- how many marks are above a limit.
#include <mutex>
#include <vector>
namespace toy {
std::mutex mutex;
int count = 0;
void Add(int mark, int limit) {
  const std::lock_guard lock(mutex);
  if (mark != 0 && mark > limit) count += 1;
}
int Live(const std::vector<int>& marks, int limit) {
  count = 0;
  for (const int mark : marks) Add(mark, limit);
  return count;
}
}  // namespace toy
)"};
  const std::vector<Site> sites_ = SitesOf(toy_);
};

TEST_F(ToyMutants, AreAllInOneProgramAndSomeSurvive) {
  ASSERT_EQ(Run("c++ -std=c++20 -w -I'" + folder_.string() + "' '" +
                (folder_ / "main.cc").string() + "' -o '" + (folder_ / "toy").string() + "'"),
            0);
  EXPECT_FALSE(Fails(0)) << "as it is";
  std::map<std::string, bool> killed;
  std::size_t number = 0;
  for (const Site& site : sites_) {
    if (!site.by_itself) killed[site.Key().substr(13)] = Fails(++number);
  }
  EXPECT_GE(killed.size(), 15u);
  const auto expect = [&](const std::string& key, bool is_killed) {
    ASSERT_TRUE(killed.contains(key)) << key;
    EXPECT_EQ(killed[key], is_killed) << key;
  };
  expect(" Add | assignment-deleted | count += 1; | nothing", true);
  expect(" Add | comparison-shifted | mark > limit | mark >= limit", true);
  expect(" Add | comparison-turned | mark > limit | mark < limit", true);
  expect(" Add | arithmetic-swapped | count += 1 | count -= 1", true);
  expect(" Live | arguments-swapped | mark, limit | limit, mark", true);
  expect(" Live | call-deleted | Add(mark, limit); | nothing", true);
  expect(" Live | early-return | { | { return {};", true);
  expect(" Add | operand-dropped | mark > limit | true", true);
  // What is 0 is not above the limit anyway, and one thread needs no lock.
  expect(" Add | operand-dropped | mark != 0 | true", false);
  expect(" Add | lock-removed | const std::lock_guard lock(mutex); | nothing", false);
  expect(" Live | assignment-deleted | count = 0; | nothing", false);
}

}  // namespace
}  // namespace properties::mutate
