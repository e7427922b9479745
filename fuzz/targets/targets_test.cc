// fuzz/targets/targets_test.cc -- each target takes any bytes, and aborts on what is wrong.

#include "fuzz/targets/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <vector>

#include "fuzz/seeds.h"
#include "properties/corpus/corpus.h"

namespace fuzz {
namespace {

RC_GTEST_PROP(Targets, AgreeWithAnyBytes, (const std::vector<std::uint8_t>& bytes)) {
  for (const TargetEntry& entry : kTargets) RC_ASSERT(entry.run(bytes) == 0);
}

TEST(Targets, HaveNames) {
  EXPECT_EQ(TargetNamed("core"), JudgeCoreBytes);
  EXPECT_EQ(TargetNamed("faulty"), JudgeFaultyCoreBytes);
  EXPECT_EQ(TargetNamed("lua"), JudgeLuaBytes);
  EXPECT_EQ(TargetNamed("text"), RoundTripTextBytes);
  EXPECT_EQ(TargetNamed("saved"), LoadSavedBytes);
#ifdef TRICOLOUR_HEADER_TOOL
  EXPECT_EQ(TargetNamed("header"), ReadHeaderBytes);
#endif
  EXPECT_EQ(TargetNamed("typo"), nullptr);
}

Bytes BytesOfCorpus(const char* name) {
  const auto corpus = properties::LoadCorpus(TRICOLOUR_SOURCE_DIR "/properties/corpus");
  for (const properties::CorpusEntry& entry : corpus.entries) {
    if (entry.name == name) return *SeedOf(entry.trace);
  }
  ADD_FAILURE() << "the corpus has no " << name;
  return {};
}

// A target reads the environment only once in a process, so each of these tests runs in a process
// of its own.
class TargetsDeathTest : public testing::Test {
 protected:
  TargetsDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(TargetsDeathTest, AbortOnAFaultAndSayHowToReplayIt) {
  const Bytes bytes = BytesOfCorpus("root-barrier--root-without-shading");
  EXPECT_DEATH(
      {
        setenv("TRICOLOUR_WITHOUT", "root-barrier/root-without-shading", 1);
        JudgeFaultyCoreBytes(bytes);
      },
      testing::AllOf(
          testing::HasSubstr("DISAGREE"),
          testing::HasSubstr("tricolour replay --without root-barrier/root-without-shading")));
}

TEST_F(TargetsDeathTest, AbortOnWhatIsKnownOfLuaIfAsked) {
  const Bytes bytes = BytesOfCorpus("lua-weak-both-metatable");
  EXPECT_DEATH(
      {
        setenv("TRICOLOUR_SUBJECT", "lua", 1);
        JudgeLuaBytes(bytes);
      },
      testing::AllOf(testing::HasSubstr("DISAGREE"),
                     testing::HasSubstr("tricolour replay --subject lua NAME")));
}

TEST(Targets, SpareWhatIsKnownOfLua) {
  EXPECT_EQ(JudgeLuaBytes(BytesOfCorpus("lua-weak-both-metatable")), 0);
}

TEST_F(TargetsDeathTest, EndOnASettingThatTheyDoNotKnow) {
  EXPECT_EXIT(
      {
        setenv("TRICOLOUR_WITHOUT", "typo", 1);
        JudgeFaultyCoreBytes({});
      },
      testing::ExitedWithCode(2), "no rule/variant");
}

}  // namespace
}  // namespace fuzz
