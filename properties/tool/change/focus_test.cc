// properties/tool/change/focus_test.cc -- a change is looked at where it is, and never less than by
// a quick run.

#include "properties/tool/change/focus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace tool {
namespace {

using enum properties::AlphabetGroup;
using properties::Profile;
using testing::HasSubstr;

TEST(Focus, IsOnTheRulesThatAFileUpholds) {
  const Focus focus = FocusOf({"core/pointer/object_ptr.h"}, FilesOfRules());
  EXPECT_TRUE(focus.rules.contains(gc::Rule::kInsertionBarrier));
  EXPECT_FALSE(focus.rules.contains(gc::Rule::kClusterStore));
  EXPECT_TRUE(focus.alphabets.contains(kWavefront));
  EXPECT_FALSE(focus.alphabets.contains(kClusters));
  EXPECT_TRUE(focus.profiles.contains(Profile::kWavefront));
  const std::string text = FocusText(focus);
  EXPECT_THAT(text, HasSubstr("core/pointer/object_ptr.h: references and their barrier; upholds "));
  EXPECT_THAT(text, HasSubstr("insertion-barrier"));
}

TEST(Focus, IsOnEveryRuleIfTheJudgeChanges) {
  for (const char* const file :
       {"reference/oracle/oracle.cc", "model/machine/machine.cc", "properties/judge/judge.cc"}) {
    const Focus focus = FocusOf({file}, {});
    EXPECT_EQ(focus.rules.size(), gc::kRules.size()) << file;
    EXPECT_TRUE(focus.alphabets.contains(kEverything)) << file;
  }
}

// What is not known is not taken to be harmless.
TEST(Focus, IsOnEverythingForAFileOfCoreThatIsUnknown) {
  for (const char* const file : {"core/rules.h", "core/gc.h", "core/new/room.cc"}) {
    const Focus focus = FocusOf({file}, {});
    EXPECT_EQ(focus.rules.size(), gc::kRules.size()) << file;
  }
}

TEST(Focus, IsOnNothingIfNothingThatIsJudgedChanges) {
  const Focus focus =
      FocusOf({"README.md", "core/pointer/object_ptr_test.cc", "core/heap/README.md",
               "core/bench/x.cc", "properties/tool/commands/verify.cc", "fuzz/seeds.cc"},
              FilesOfRules());
  EXPECT_TRUE(focus.Empty());
  EXPECT_THAT(FocusText(focus), HasSubstr("6 files changed"));
  EXPECT_THAT(FocusText(focus), HasSubstr("this is the quick run and no more"));
  EXPECT_TRUE(FocusOf({}, {}).Empty());
}

// A new folder of core must get its line, or each change of it makes the longest run.
TEST(Focus, KnowsEveryFolderOfCore) {
  const std::vector<std::string> known = KnownFolders();
  for (const auto& entry : std::filesystem::directory_iterator(TRICOLOUR_SOURCE_DIR "/core")) {
    if (!entry.is_directory()) continue;
    const std::string folder = "core/" + entry.path().filename().string() + "/";
    EXPECT_EQ(std::ranges::count(known, folder), 1) << folder;
  }
  for (const std::string& folder : known) {
    EXPECT_TRUE(std::filesystem::is_directory(TRICOLOUR_SOURCE_DIR "/" + folder)) << folder;
  }
}

}  // namespace
}  // namespace tool
