// fuzz/targets/settings_test.cc -- the environment's words, understood or refused.

#include "fuzz/targets/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace fuzz {
namespace {

std::variant<Settings, std::string> Of(const std::map<std::string, std::string>& variables) {
  return SettingsBy([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(Settings, WithoutAnyAreASoundCoreUnderAllCheckers) {
  const Settings settings = std::get<Settings>(Of({}));
  EXPECT_TRUE(settings.faults.Empty());
  EXPECT_FALSE(settings.locals);
  EXPECT_TRUE(settings.judge.invariant);
}

TEST(Settings, TakeSeveralFaults) {
  const Settings settings = std::get<Settings>(
      Of({{"TRICOLOUR_WITHOUT", "move-barrier/move-is-free,move-barrier/swap-is-free"}}));
  EXPECT_EQ(settings.faults, gc::FaultSet::Of(gc::Rule::kMoveBarrier));
}

TEST(Settings, TakeADisciplineAndTheCheckers) {
  const Settings settings = std::get<Settings>(
      Of({{"TRICOLOUR_LOCALS", "rescanned"}, {"TRICOLOUR_CHECKERS", "outcome"}}));
  EXPECT_EQ(settings.locals, reference::Locals::kRescanned);
  EXPECT_FALSE(settings.judge.invariant);
  EXPECT_FALSE(settings.judge.verifier);
}

TEST(Settings, NameTheSubjectAndMakeIt) {
  const auto lua = std::get<Settings>(Of({{"TRICOLOUR_SUBJECT", "lua:generational"}}));
  EXPECT_EQ(lua.subject, "lua:generational");
  EXPECT_THAT(std::string(MakeSubject(lua)->name()), testing::StartsWith("lua"));
  EXPECT_EQ(MakeSubject(std::get<Settings>(Of({})))->name(), "core");
}

TEST(Settings, MakeTheFaultyCoreForFaults) {
  const auto faulty =
      std::get<Settings>(Of({{"TRICOLOUR_WITHOUT", "root-barrier/root-without-shading"}}));
  EXPECT_NE(MakeSubject(faulty)->name(), MakeSubject(Settings())->name());
}

TEST(Settings, RefuseWhatTheyDoNotKnow) {
  for (const char* const name :
       {"TRICOLOUR_WITHOUT", "TRICOLOUR_LOCALS", "TRICOLOUR_CHECKERS", "TRICOLOUR_SUBJECT"}) {
    EXPECT_TRUE(std::holds_alternative<std::string>(Of({{name, "typo"}}))) << name;
  }
}

}  // namespace
}  // namespace fuzz
