// properties/subjects/lua/lua_runs_test.cc -- random runs on Lua replay, meet every function, can
// disagree, and still show the known bugs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lua.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/lua/lua_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Property;

// A digest of everything that the subject says in so many random runs.
std::uint64_t RunMany(const LuaOptions& options, std::uint64_t cases) {
  const auto subject = MakeLuaSubject(options);
  JudgeSession session(*subject);
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < cases; ++i) {
    reference::Trace trace;
    const Verdict verdict = RunDirected(session, SeedOfCase(7, i), {}, trace);
    sum = Mix(sum ^ verdict.applied);
    session.Begin(trace.header);
    for (const reference::Operation& operation : trace.operations) {
      session.Step(operation);
      sum = Mix(sum ^ session.last_answer().object);
      for (const reference::Event& event : session.last_events()) {
        sum = Mix(sum ^ (std::uint64_t{event.object} << 8) ^ static_cast<unsigned>(event.kind));
      }
    }
    if (session.so_far().First() != nullptr) sum = Mix(sum + session.so_far().First()->step);
  }
  return sum;
}

std::string RunBothModes() {
  return std::to_string(RunMany({}, 1500)) + " " +
         std::to_string(RunMany({.generational = true}, 1500));
}

constexpr const char* kPrintOnly = "TRICOLOUR_LUA_RUNS_PRINT";

// Another process has other addresses and another hash seed of Lua.
TEST(LuaRuns, AreTheSameInAnotherProcess) {
  const std::string ours = "runs " + RunBothModes();
  if (std::getenv(kPrintOnly) != nullptr) {
    std::puts(ours.c_str());
    return;
  }
  const std::string command = std::string(kPrintOnly) + "=1 '" +
                              std::filesystem::read_symlink("/proc/self/exe").string() +
                              "' --gtest_filter=LuaRuns.AreTheSameInAnotherProcess";
  std::FILE* const child = popen(command.c_str(), "r");
  ASSERT_NE(child, nullptr);
  std::string theirs;
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), child) != nullptr) theirs += buffer.data();
  EXPECT_EQ(pclose(child), 0);
  EXPECT_THAT(theirs, testing::HasSubstr(ours + "\n"));
}

TEST(LuaRuns, MeetEveryFunctionThatStores) {
  const auto incremental = MakeLuaSubject({.mended = LuaBugSet::All()});
  const auto generational = MakeLuaSubject({.generational = true, .mended = LuaBugSet::All()});
  JudgeSession one(*incremental), other(*generational);
  const auto missing = [&] {
    std::string paths;
    for (std::size_t i = 0; i < kLuaPathCount; ++i) {
      const auto path = static_cast<LuaPath>(i);
      const bool met = incremental->CountOf(path) + generational->CountOf(path) > 0;
      if (!met) paths += std::string(WordOf(path)) + ", ";
    }
    return paths;
  };
  for (std::uint64_t i = 0; i < 20000 && !missing().empty(); ++i) {
    reference::Trace trace;
    RunDirected(one, SeedOfCase(1, i), {.locals = reference::Locals::kRescanned}, trace);
    RunDirected(other, SeedOfCase(1, i), {}, trace);
  }
  EXPECT_EQ(missing(), "");
}

void ExpectAgreement(const LuaOptions& options) {
  const auto subject = MakeLuaSubject(options);
  JudgeSession session(*subject);
  for (const reference::Locals locals : {reference::Locals::kDead, reference::Locals::kRescanned}) {
    for (std::uint64_t i = 0; i < 4000; ++i) {
      reference::Trace trace;
      const Verdict verdict = RunDirected(session, SeedOfCase(3, i), {.locals = locals}, trace);
      ASSERT_EQ(verdict.outcome, Outcome::kAgree) << verdict.First()->message << "\n"
                                                  << PrintTrace(trace);
    }
  }
}

TEST(LuaRuns, AgreeButForWhatIsKnown) { ExpectAgreement({.mended = LuaBugSet::All()}); }

TEST(LuaRuns, AgreeInGenerationalModeButForWhatIsKnown) {
  ExpectAgreement({.generational = true, .mended = LuaBugSet::All()});
}

// The adapter must be able to fail, or its agreement would prove nothing.
TEST(LuaRuns, DisagreeWhenTheAdapterForgetsRoots) {
  const auto subject = MakeLuaSubject({.broken = LuaBreak::kRootsForgotten});
  namespace op = reference::op;
  const reference::Trace trace{
      .header = {},
      .operations = {op::Create(0), op::Root(0), op::Collect(), op::Collect(), op::Collect(),
                     op::Collect(), op::Collect()}};
  const Verdict verdict = Judge(trace, *subject);
  ASSERT_TRUE(verdict.Of(Checker::kOutcome));
  EXPECT_EQ(verdict.Of(Checker::kOutcome)->property, Property::kSafety);
}

class BrokenLua : public testing::TestWithParam<std::pair<LuaBreak, const char*>> {};

// What a broken Lua would do is done in its place, and a few thousand runs notice each of these.
TEST_P(BrokenLua, IsCaughtInBothModes) {
  for (const bool generational : {false, true}) {
    const auto subject = MakeLuaSubject(
        {.generational = generational, .mended = LuaBugSet::All(), .broken = GetParam().first});
    JudgeSession session(*subject);
    std::optional<Verdict> caught;
    for (std::uint64_t i = 0; !caught; ++i) {
      ASSERT_LT(i, 20000u) << generational;
      reference::Trace trace;
      const Verdict verdict = RunDirected(session, SeedOfCase(9, i), {}, trace);
      if (verdict.outcome == Outcome::kDisagree) caught = verdict;
    }
    EXPECT_THAT(caught->First()->message, testing::HasSubstr(GetParam().second));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Lua, BrokenLua,
    testing::Values(std::pair(LuaBreak::kRootsForgotten, ""),
                    std::pair(LuaBreak::kJoinWithoutBarrier, ""),
                    std::pair(LuaBreak::kFinalizerForgotten, "finalizer was"),
                    std::pair(LuaBreak::kLateFinalizerForgotten, "finalizer was"),
                    std::pair(LuaBreak::kFinalizerTwice, "more often than it was asked for"),
                    std::pair(LuaBreak::kFinalizersForwards, "in the reverse order of their"),
                    std::pair(LuaBreak::kWeakValueKept, "a weak value was still there"),
                    std::pair(LuaBreak::kWeakKeyLost, "a weak key was already gone"),
                    std::pair(LuaBreak::kBlockLeaked, "memory is left that is no object")));

// A failing growth of a stack has not collected since Lua 5.4.5, and this Lua is older; so the
// adapter does as if.
TEST(LuaRuns, AgreeWhereAFailingAllocationDoesNotCollect) {
  ExpectAgreement({.mended = LuaBugSet::All(), .broken = LuaBreak::kFailureWithoutCollection});
}

class KnownBug : public testing::TestWithParam<std::pair<std::string, std::string>> {};

// For the version in which the bugs were found; README.md explains the causes.
TEST_P(KnownBug, IsStillThere_AndIsSparedWhenAsked) {
  const auto& [file, specification] = GetParam();
  const auto parsed = reference::LoadTrace(std::string(TRICOLOUR_SOURCE_DIR "/properties/corpus/") +
                                           file + ".trace");
  ASSERT_TRUE(std::holds_alternative<reference::Trace>(parsed)) << file;
  const auto& trace = std::get<reference::Trace>(parsed);
  LuaOptions options = *LuaOptionsFrom(specification);
  const Verdict verdict = Judge(trace, *MakeLuaSubject(options), {.stop_at_first = false});
  EXPECT_EQ(verdict.skipped, 0u);
  if (std::string_view(LUA_RELEASE) == "Lua 5.4.4") {
    ASSERT_TRUE(verdict.Of(Checker::kOutcome));
    EXPECT_EQ(verdict.Of(Checker::kOutcome)->property, Property::kSafety);
    EXPECT_TRUE(verdict.Of(Checker::kVerifier));
  }
  options.mended = LuaBugSet::All();
  EXPECT_EQ(Judge(trace, *MakeLuaSubject(options)).outcome, Outcome::kAgree);
}

INSTANTIATE_TEST_SUITE_P(
    Lua, KnownBug,
    testing::Values(std::pair("lua-weak-both-metatable", "lua"),
                    std::pair("lua-generational-upvaluejoin", "lua:generational"),
                    std::pair("lua-generational-userdata-metatable", "lua:generational")),
    [](const auto& test) {
      std::string name = test.param.first;
      std::ranges::replace(name, '-', '_');
      return name;
    });

}  // namespace
}  // namespace properties
