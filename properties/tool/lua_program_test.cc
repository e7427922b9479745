// properties/tool/lua_program_test.cc -- the program says which Lua it judges, takes another one,
// and refuses one that it was not built for.

#include <gmock/gmock.h>

#include <string>

#include "properties/subjects/lua/lua_library.h"
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using testing::HasSubstr;
using testing::Not;

// A sanitizer wants to be loaded before any other library.
#if !defined(__SANITIZE_ADDRESS__)

class LuaProgram : public Program {
 protected:
  // A copy of the loaded library that says it was of another release, as long as the true one.
  std::string LibraryThatSays(const std::string& release) const {
    const properties::LuaLibrary loaded = properties::LoadedLua();
    std::string bytes = Read(loaded.path);
    const std::string before = "Lua " + loaded.release + "  Copyright";
    const std::size_t at = bytes.find(before);
    EXPECT_NE(at, std::string::npos);
    EXPECT_EQ(release.size(), loaded.release.size());
    bytes.replace(at, before.size(), "Lua " + release + "  Copyright");
    return Write("liblua-" + release + ".so", bytes);
  }
  std::string Files() const { return " --quick --cases 2000 --out " + Path("out"); }
};

TEST_F(LuaProgram, NamesTheJudgedLibraryInEveryReport) {
  const std::string library = LibraryThatSays("5.4.7");
  const std::string named = "Lua 5.4.7 of " + library;
  const Ran ran = Run("verify --subject lua --lua-library " + library + Files());
  EXPECT_THAT(ran.out, HasSubstr("judges lua (" + named + ")")) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("  judged: " + named));
  EXPECT_THAT(ran.out, HasSubstr("--lua-library " + library)) << "in the command that repeats it";
  EXPECT_THAT(Read(Path("out/report.json")), HasSubstr("\"judged_library\": \"" + named + "\""));
  EXPECT_THAT(Read(Path("out/report.xml")), HasSubstr("verify lua (" + named + ")"));
}

// The bug is there, but nobody has said so of this release.
TEST_F(LuaProgram, CallsNothingKnownOfAReleaseOfWhichItIsNotKnown) {
  const Ran known = Run("verify --subject lua --lua-library " + LibraryThatSays("5.4.8") + Files());
  EXPECT_EQ(known.exit_code, 1) << known.out << known.err;
  EXPECT_THAT(known.out, HasSubstr("    KNOWN (weak-both-metatable)"));
  EXPECT_THAT(known.out, HasSubstr("This is known of Lua 5.4.8 of"));
  const Ran news = Run("verify --subject lua --lua-library " + LibraryThatSays("5.4.9") + Files());
  EXPECT_EQ(news.exit_code, 1) << news.out << news.err;
  EXPECT_THAT(news.out, Not(HasSubstr("KNOWN")));
}

TEST_F(LuaProgram, RefusesAnotherVersionWithOneSentence) {
  const std::string library = LibraryThatSays("5.2.4");
  for (const char* command : {"verify --quick", "explore", "soak"}) {
    const Ran ran = Run(std::string(command) + " --lua-library " + library + " --subject lua");
    EXPECT_EQ(ran.exit_code, 2) << command << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("the loaded library is Lua 5.2.4 of " + library +
                                   ", and this adapter was built for Lua 5.4"));
  }
}

#ifdef TRICOLOUR_LUA53_LIBRARY
// Lua 5.3 has an adapter of its own, under the same option.
TEST_F(LuaProgram, JudgesLua53InTheFileThatIsNamed) {
  const std::string library = Write("liblua-mine.so", Read(TRICOLOUR_LUA53_LIBRARY));
  const Ran ran = Run("verify --subject lua:spare-known --lua-library " + library + Files());
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("judges lua5.3:spare-known"));
  EXPECT_THAT(ran.out, HasSubstr("Lua 5.3.6 of " + library));
  const Ran other = Run("verify --subject lua:generational --lua-library " + library);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("which has no generations"));
  const Ran newer = Run("verify --subject lua5.3 --lua-library " + LibraryThatSays("5.4.4"));
  EXPECT_EQ(newer.exit_code, 2);
  EXPECT_THAT(newer.err, HasSubstr("which --subject lua judges"));
}
#endif

#ifdef TRICOLOUR_LUA55_LIBRARY
// Behind the interface of 5.5 is the Lua of the system (lua_stand_in.cc), with its known bug.
TEST_F(LuaProgram, JudgesLua55InTheFileThatIsNamed) {
  const std::string library = Write("liblua-mine.so", Read(TRICOLOUR_LUA55_LIBRARY));
  const std::string option = " --lua-library " + library;
  const Ran ran = Run("verify --subject lua" + option + Files());
  EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("judges lua5.5 (lua5.5 Lua 5.5.0 of " + library + ")"));
  EXPECT_THAT(ran.out, HasSubstr("DISAGREE"));
  EXPECT_THAT(ran.out, Not(HasSubstr("KNOWN")));
  const std::string trace =
      Write("steps.trace",
            "tricolour trace 2\nshape 1\ncreate a 1\nroot a\nstart\ntick 1\ncreate b 1\n"
            "store a.0 b\ntick 1\ncollect\nexpect alive b\n");
  EXPECT_EQ(Run("replay " + trace + " --subject lua" + option).exit_code, 0);
  const std::pair<std::string, std::string> broken[] = {
      {"roots-are-not-marked", "shape 1\ncreate a 0\nroot a\ncollect\n"},
      {"finalizer-called-twice", "shape 194294\ncreate a 1\ncollect\n"},
      {"block-leaked", "shape 261569\ncollect\n"}};
  for (const auto& [rule, lines] : broken) {
    const std::string replay = "replay " + Write(rule + ".trace", "tricolour trace 2\n" + lines) +
                               option + " --subject lua5.5";
    EXPECT_EQ(Run(replay).exit_code, 0) << rule;
    EXPECT_EQ(Run(replay + "@" + rule).exit_code, 1) << rule;
  }
}

TEST_F(LuaProgram, SaysWhatIsNotJudgedOfLua55) {
  const Ran none = Run("verify --subject lua5.5");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("a Lua 5.5 to judge is named by --lua-library PATH"));
  const Ran mode = Run("verify --subject lua:generational --lua-library " TRICOLOUR_LUA55_LIBRARY);
  EXPECT_EQ(mode.exit_code, 2);
  EXPECT_THAT(mode.err, HasSubstr("whose generational mode is not judged"));
}
#endif

TEST_F(LuaProgram, RefusesAFileThatIsNoLibrary) {
  const Ran missing = Run("verify --subject lua --lua-library " + Path("none.so"));
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("there is no file " + Path("none.so")));
  const Ran other = Run("verify --subject lua --lua-library " + Write("text.so", "no library"));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("could not be loaded as a Lua library"));
}

#endif

}  // namespace
}  // namespace tool
