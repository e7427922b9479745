// properties/subjects/lua/lua_known_test.cc -- making up for a known bug makes up for that bug
// alone.

#include "properties/subjects/lua/lua_known.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/lua/lua_library.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

std::vector<std::string> Names(const std::vector<LuaKnownBug>& bugs) {
  std::vector<std::string> names;
  for (const LuaKnownBug& bug : bugs) names.emplace_back(bug.name);
  return names;
}

TEST(LuaKnown, BugsAreThoseOfTheModeAndTheRelease) {
  EXPECT_THAT(Names(LuaBugsOf({}, "5.4.4")), testing::ElementsAre("weak-both-metatable"));
  EXPECT_THAT(Names(LuaBugsOf({.generational = true}, "5.4.8")),
              testing::ElementsAre("upvalue-join", "userdata-metatable"));
  EXPECT_THAT(Names(LuaBugsOf({}, "5.4.9")), testing::IsEmpty());
  EXPECT_THAT(Names(LuaBugsOf({}, "5.5.0")), testing::IsEmpty());
  EXPECT_THAT(
      Names(LuaBugsOf({.generational = true, .mended = LuaBugSet(LuaBug::kUpvalueJoin)}, "5.4.4")),
      testing::ElementsAre("userdata-metatable"));
}

reference::Trace TraceOfBug(const std::string& file) {
  const auto parsed =
      reference::LoadTrace(TRICOLOUR_SOURCE_DIR "/properties/corpus/" + file + ".trace");
  return std::get<reference::Trace>(parsed);
}

// The run that shows a bug agrees if that bug is made up for, and not if another one is.
TEST(LuaKnown, EachBugIsMendedByItsOwnMeansAlone) {
  if (LoadedLua().release != "5.4.4") return;  // where the bugs were found
  const std::string files[] = {"lua-weak-both-metatable", "lua-generational-upvaluejoin",
                               "lua-generational-userdata-metatable"};
  for (const LuaKnownBug& shown : LuaKnownBugs()) {
    const reference::Trace trace = TraceOfBug(files[static_cast<std::size_t>(shown.bug)]);
    for (const LuaKnownBug& bug : LuaKnownBugs()) {
      const LuaOptions options{.generational = shown.generational, .mended = LuaBugSet(bug.bug)};
      const Outcome expected = bug.bug == shown.bug ? Outcome::kAgree : Outcome::kDisagree;
      EXPECT_EQ(Judge(trace, *MakeLuaSubject(options)).outcome, expected)
          << bug.name << " in a run of " << shown.name;
    }
  }
}

// A regression of the function that a known bug needs is no known bug: with everything made up for,
// it is found all the same.
TEST(LuaKnown, ARegressionOfTheSameFunctionIsAFinding) {
  for (const bool generational : {false, true}) {
    const auto subject = MakeLuaSubject({.generational = generational,
                                         .mended = LuaBugSet::All(),
                                         .broken = LuaBreak::kJoinWithoutBarrier});
    JudgeSession session(*subject);
    std::uint64_t cases = 0;
    for (bool found = false; !found; ++cases) {
      ASSERT_LT(cases, 20000u) << generational;
      reference::Trace trace;
      found = RunDirected(session, SeedOfCase(5, cases), {}, trace).outcome == Outcome::kDisagree;
    }
  }
}

}  // namespace
}  // namespace properties
