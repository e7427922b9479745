// properties/subjects/lua/lua_library_test.cc -- the judged library is named, and another version
// is refused.

#include "properties/subjects/lua/lua_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lua.hpp>

namespace properties {
namespace {

TEST(LuaLibrary, SaysWhichReleaseIsLoadedAndFromWhere) {
  const LuaLibrary library = LoadedLua();
  EXPECT_EQ("Lua " + library.release, LUA_RELEASE);
  EXPECT_THAT(library.path, testing::MatchesRegex("/.*lua.*"));
  EXPECT_EQ(library.Text(), LUA_RELEASE " of " + library.path);
  EXPECT_FALSE(WhyNotJudged(library));
}

TEST(LuaLibrary, OfAnotherVersionIsRefusedInOneSentence) {
  EXPECT_FALSE(WhyNotJudged({"5.4.0", "x"}));
  EXPECT_FALSE(WhyNotJudged({"5.4.17", "x"}));
  EXPECT_EQ(WhyNotJudged({"5.3.6", "/lib/a"}).value_or(""),
            "the loaded library is Lua 5.3.6 of /lib/a, and this adapter was built for Lua 5.4");
  for (const char* release : {"5.5.0", "5.40.1", "5.4", "5.4.", "5.4.x", "5.4.4-rc1", ""}) {
    EXPECT_TRUE(WhyNotJudged({release, "x"})) << release;
  }
}

}  // namespace
}  // namespace properties
