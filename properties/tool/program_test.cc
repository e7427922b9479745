// properties/tool/program_test.cc -- the program seen from outside: exit codes, streams, files.
//
// These are the promises on which a merge gate and a new user rely. Nothing here is timed.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "core/rules.h"
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The text from these words to the end of their line; empty if the text does not have them.
std::string LineFrom(const std::string& words, const std::string& text) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

struct Malformed {
  const char* name;
  std::string text;
  const char* position;  // expected after the file's name
};

TEST_F(Program, RefusesMalformedTracesWithAPositionAndExitCodeTwo) {
  const std::string head = "tricolour trace 2\n";
  const Malformed cases[] = {
      {"truncated", head + "create a\nstore a.0", ":3:"},
      {"binary",
       std::string("\x7f"
                   "ELF\x02\x01\0\0\xff\xfe",
                   10),
       ":1:"},
      {"empty", "", ":1:1: "},
      {"version", "tricolour trace 9\ncreate a\n", ":1:17: "},
      {"megabyte", head + "create " + std::string(1 << 20, 'a') + "\n", ":2:"},
      {"verb", head + "creat a\n", ":2:1: "},
      {"field", head + "create a\nstore a.99 null\n", ":3:"},
  };
  for (const Malformed& one : cases) {
    const std::string file = Write(one.name, one.text);
    for (const char* command : {"replay ", "shrink ", "explain "}) {
      const Ran ran = Run(command + file);
      EXPECT_EQ(ran.exit_code, 2) << command << one.name << ran.err;
      EXPECT_THAT(ran.err, HasSubstr(file + one.position)) << command << one.name;
      EXPECT_THAT(ran.err, HasSubstr("expected")) << command << one.name;
    }
    EXPECT_EQ(Read(file), one.text) << "a bad file is left as it is";
  }
}

TEST_F(Program, RefusesFilesThatAreNotThereOrAreNoFiles) {
  for (const std::string& file : {Path("missing.trace"), folder_.string()}) {
    const Ran ran = Run("replay " + file);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_THAT(ran.err, HasSubstr(file));
  }
}

TEST_F(Program, RefusesUsageItDoesNotKnow) {
  EXPECT_EQ(Run("").exit_code, 2);
  EXPECT_EQ(Run("frobnicate").exit_code, 2);
  EXPECT_EQ(Run("verify --frobnicate").exit_code, 2);
  EXPECT_EQ(Run("verify --subject nobody").exit_code, 2);
  const Ran ran = Run("verify --without insertion-barier");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("insertion-barrier")) << "the nearest name";
}

TEST_F(Program, HelpsWithEveryCommand) {
  for (const char* command :
       {"", "verify", "replay", "shrink", "explain", "explore", "rules", "soak"}) {
    const Ran ran = Run(std::string(command) + " --help");
    EXPECT_EQ(ran.exit_code, 0) << command;
    EXPECT_THAT(ran.out, HasSubstr("--help")) << command;
  }
  EXPECT_EQ(Run("--version").exit_code, 0);
}

TEST_F(Program, CatchesADroppedBarrierAndTheTraceReplays) {
  const Ran search = Run("verify --without insertion-barrier --out " + Path("out"));
  EXPECT_EQ(search.exit_code, 1) << search.out << search.err;
  EXPECT_THAT(search.out, HasSubstr("DISAGREE safety"));
  EXPECT_THAT(search.out, HasSubstr("A barrier at"));
  const std::string trace = Path("out/1.trace");
  const Ran without = Run("replay " + trace + " --without insertion-barrier");
  EXPECT_EQ(without.exit_code, 1) << without.out << without.err;
  const Ran with = Run("replay " + trace);
  EXPECT_EQ(with.exit_code, 0) << with.out << with.err;
  const std::string shrunk = Path("shrunk.trace");
  EXPECT_EQ(Run("shrink " + trace + " --without insertion-barrier -o " + shrunk).exit_code, 1);
  EXPECT_EQ(Run("replay " + shrunk + " --without insertion-barrier").exit_code, 1);
  const Ran explained = Run("explain " + trace + " --without insertion-barrier");
  EXPECT_EQ(explained.exit_code, 1);
  EXPECT_THAT(explained.out, HasSubstr("object_ptr.h:")) << "where the barrier was missed";
}

TEST_F(Program, VerifyMayStopAtTheFirstFailureAndShowsItAsItWasFound) {
  const std::string lua = "verify --quick --subject lua --locals dead --out " + Path("out");
  const Ran all = Run(lua), first = Run(lua + " --first");
  EXPECT_EQ(all.exit_code, 1) << all.out << all.err;
  EXPECT_EQ(first.exit_code, 1) << first.out << first.err;
  EXPECT_THAT(all.out, Not(HasSubstr("not tried")));
  EXPECT_THAT(first.out, Not(HasSubstr("; shrunk")));
  EXPECT_THAT(first.out, HasSubstr("DISAGREE"));
  EXPECT_THAT(first.out, HasSubstr("not tried"));
}

TEST_F(Program, SaysWhenARuleIsRedundantAndWhy) {
  const Ran ran = Run("verify --without weak-read-barrier --out " + Path("out"));
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("redundant"));
  EXPECT_THAT(ran.out, HasSubstr("dies at the next collector step"));
}

TEST_F(Program, ReportsMachineFormatsWholeAndAlone) {
  const std::string search = "verify --without root-barrier --out " + Path("out") + " --format ";
  const Ran json = Run(search + "json");
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_FALSE(nlohmann::json::parse(json.out, nullptr, false).is_discarded()) << json.out;
  const Ran junit = Run(search + "junit");
  EXPECT_EQ(junit.exit_code, 1);
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(junit.out.c_str())) << junit.out;
  EXPECT_TRUE(document.first_child()) << junit.out;
}

// Only the conformance check notices that a redundant rule is broken, and it runs only on request.
TEST_F(Program, ConformanceHasAVerdictOfItsOwn) {
  const std::string file = Write("conformance.trace",
                                 "tricolour trace 2\ncreate a 1\nroot a\ncreate b 0\nstore a.0 b\n"
                                 "weak-make w0 b\nstart\nweak-read w0\n");
  EXPECT_EQ(Run("replay " + file).exit_code, 0);
  EXPECT_EQ(Run("replay " + file + " --without weak-read-barrier").exit_code, 0);
  const Ran ran = Run("replay " + file + " --without weak-read-barrier --conformance");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("simulation: the model allows no weak-read w0"));
  const Ran told = Run("explain " + file + " --without weak-read-barrier --tie");
  EXPECT_THAT(told.out, HasSubstr("this is not what the proof is about"));
}

TEST_F(Program, ExploresASmallHeap) {
  const Ran ran = Run("explore --objects 2 --fields 1 --operations 4");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("states"));
}

TEST_F(Program, SoaksALargeHeapAndSeesABrokenRule) {
  const std::string size = "soak --operations 20000 --objects 1000";
  const Ran sound = Run(size);
  EXPECT_EQ(sound.exit_code, 0) << sound.out << sound.err;
  EXPECT_THAT(sound.out, HasSubstr("20,000 operations"));
  EXPECT_THAT(sound.out, HasSubstr("AGREE\n"));
  const Ran broken = Run(size + " --without insertion-barrier/store-without-shading");
  EXPECT_EQ(broken.exit_code, 1) << broken.out << broken.err;
  EXPECT_THAT(broken.out, HasSubstr("DISAGREE: operation "));
  const std::string replay = LineFrom("soak --operations ", broken.out);
  EXPECT_THAT(replay, HasSubstr("--seed 1 --without insertion-barrier/store-without-shading"));
  EXPECT_EQ(LineFrom("DISAGREE", Run(replay).out), LineFrom("DISAGREE", broken.out)) << replay;
  EXPECT_EQ(Run("soak --objects 0").exit_code, 2);
}

TEST_F(Program, ExplainsEveryRule) {
  for (const gc::RuleEntry& rule : gc::kRules) {
    const Ran ran = Run("rules " + std::string(rule.name));
    EXPECT_EQ(ran.exit_code, 0) << rule.name << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(std::string(rule.name)));
  }
}

// S9.4: for rules that need two threads at once there is no trace; their machines explain them.
TEST_F(Program, ExplainsTheRulesOfTheThreadsAndRefusesWhatIsNone) {
  const Ran ran = Run("rules lock-excludes");
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("lock-excludes/look-then-add"));
  EXPECT_THAT(ran.out, HasSubstr("core/base/lock.h:"));
  EXPECT_THAT(ran.out, HasSubstr("lock-excludes/try-ignores-sections")) << "which a trace shows";
  const Ran both = Run("rules end-needs-empty");
  EXPECT_THAT(both.out, HasSubstr("end-needs-empty (threads)")) << "in core, and of the threads";
  const Ran misspelt = Run("rules lock-exclude");
  EXPECT_EQ(misspelt.exit_code, 2);
  EXPECT_THAT(misspelt.err, HasSubstr("did you mean lock-excludes"));
  const Ran search = Run("verify --without lock-wakes");
  EXPECT_EQ(search.exit_code, 2);
  EXPECT_THAT(search.err, HasSubstr("rules lock-wakes"));
}

// Lua 5.4.4 has a bug that every run shows: a Lua with it does not agree unless the bug is spared.
TEST_F(Program, TellsWhatIsKnownOfLuaFromNews) {
  const std::string files = " --quick --out " + Path("out");
  const Ran plain = Run("verify --subject lua" + files);
  EXPECT_EQ(plain.exit_code == 0, plain.out.find("    KNOWN (") == std::string::npos) << plain.out;
  EXPECT_EQ(plain.exit_code == 0, plain.out.find("of them known") == std::string::npos)
      << plain.out;
  EXPECT_EQ(Run("verify --subject lua:spare-known" + files).exit_code, 0);
  const Ran wrong = Run("verify --subject lua:generation");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean lua:generational?"));
}

}  // namespace
}  // namespace tool
