// properties/tool/change/changed_lines_test.cc -- a line that was deleted is named by the place
// where it stood.

#include "properties/tool/change/changed_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tool {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ChangedPlaces, AreReadFromAComparison) {
  const auto places = PlacesIn(
      "diff --git core/a.cc core/a.cc\nindex 1..2 100644\n--- core/a.cc\n+++ core/a.cc\n"
      "@@ -70 +69,0 @@ Object* Read() {\n-  Shade(object);\n"
      "@@ -80,2 +79,1 @@\n-  a();\n--- b();\n+  c();\n\\ No newline at end of file\n"
      "diff --git core/b.h core/b.h\n--- core/b.h\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n-y\n");
  ASSERT_EQ(places.size(), 3u);
  EXPECT_EQ(places[0].file, "core/a.cc");
  EXPECT_EQ(places[0].line, 70u);
  EXPECT_THAT(places[0].lines, ElementsAre("-  Shade(object);"));
  EXPECT_EQ(places[1].line, 79u);
  EXPECT_THAT(places[1].lines, ElementsAre("-  a();", "--- b();", "+  c();"));
  EXPECT_EQ(places[2].file, "core/b.h");
  EXPECT_EQ(places[2].line, 1u);
}

TEST(ChangedPlaces, AreNoneInOtherText) {
  EXPECT_THAT(PlacesIn(""), IsEmpty());
  EXPECT_THAT(PlacesIn("@@ -1 +1 @@\n-a\n+b\n"), IsEmpty());
  EXPECT_THAT(PlacesIn("--- a\n+++ a\n@@ -x +y @@\n@@ nothing\n"), IsEmpty());
}

class ChangedInAClone : public testing::Test {
 protected:
  void SetUp() override {
    const std::string pattern(6, 'X');  // mkdtemp fills it in
    root_ = (std::filesystem::temp_directory_path() / ("tricolour-" + pattern)).string();
    ASSERT_NE(mkdtemp(root_.data()), nullptr);
    Do("git init -q -b main . && mkdir core && printf '1\\n2\\n3\\n' >core/a.h && echo t "
       ">core/a_test.cc && echo r >core/README.md && echo x >b.cc && git add -A && git "
       "-c user.name=a -c user.email=a@b commit -q -m one");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void Do(const std::string& commands) const {
    ASSERT_EQ(std::system(("cd '" + root_ + "' && " + commands).c_str()), 0) << commands;
  }
  std::string root_;
};

TEST_F(ChangedInAClone, AreLinesOfCoresCodeAlone) {
  EXPECT_THAT(ChangedPlaces("HEAD", root_), IsEmpty());
  Do("printf '1\\n3\\n' >core/a.h && echo u >core/a_test.cc && echo s >core/README.md && echo y "
     ">b.cc && git config diff.mnemonicPrefix true && git config color.ui always");
  const auto places = ChangedPlaces("HEAD", root_);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].file, "core/a.h");
  EXPECT_EQ(places[0].line, 2u);
  EXPECT_THAT(places[0].lines, ElementsAre("-2"));
}

// With --since, what was committed since then is the change.
TEST_F(ChangedInAClone, AreThoseSinceACommitIfItIsNamed) {
  Do("printf '1\\n2\\n3\\n4\\n' >core/a.h && git -c user.name=a -c user.email=a@b commit -q -a -m "
     "two");
  EXPECT_THAT(ChangedPlaces("HEAD", root_), IsEmpty());
  ASSERT_EQ(ChangedPlaces("HEAD^", root_).size(), 1u);
  EXPECT_EQ(ChangedPlaces("HEAD^", root_)[0].line, 4u);
}

TEST_F(ChangedInAClone, AreNoneWithoutGitOrACommit) {
  EXPECT_THAT(ChangedPlaces("nowhere", root_), IsEmpty());
  Do("rm -rf .git");
  EXPECT_THAT(ChangedPlaces("HEAD", root_), IsEmpty());
}

}  // namespace
}  // namespace tool
