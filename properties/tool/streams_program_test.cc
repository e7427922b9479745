// properties/tool/streams_program_test.cc -- traces that come through a pipe, results that cannot
// be written, and words that are misspelt.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <string>

#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using testing::HasSubstr;

// Without the barrier it loses b.
constexpr const char* kLosesAnObject =
    "tricolour trace 2\ncreate a 1\ncreate b 0\nroot a\nstore a.0 b\nstart\ncreate c 1\nroot c\n"
    "store a.0 null\nstore c.0 b\ntick 5\n";

class Streams : public Program {
 protected:
  // The exit status of a line of the shell, in which $T is the program.
  int Shell(const std::string& line) const {
    const int status = std::system(("T='" TRICOLOUR_PROGRAM_FILE "'; (" + line + ") >'" +
                                    Path("stdout") + "' 2>'" + Path("stderr") + "'")
                                       .c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string Out() const { return Read(Path("stdout")); }
  std::string Err() const { return Read(Path("stderr")); }
};

TEST_F(Streams, BringATrace) {
  Write("good", "tricolour trace 2\ncreate a 1\nroot a\ncollect\n");
  EXPECT_EQ(Shell("$T replay - <'" + Path("good") + "'"), 0) << Err();
  EXPECT_THAT(Out(), HasSubstr("AGREE: core (3 applied"));
  Write("bad", "tricolour trace 2\nroot\n");
  EXPECT_EQ(Shell("$T replay - <'" + Path("bad") + "'"), 2);
  EXPECT_THAT(Err(), HasSubstr("standard input:2:5: expected an object"));
}

// A full disk under a report must not look like a verdict.
TEST_F(Streams, ThatCannotBeWrittenAreAnError) {
  EXPECT_EQ(Shell("$T rules --names >/dev/full"), 2);
  EXPECT_THAT(Err(), HasSubstr("cannot be written to stdout: No space left on device"));
  EXPECT_EQ(Shell("$T rules --names | head -n 1"), 0);
  EXPECT_EQ(Err(), "") << "a reader that has seen enough is no mistake";
}

TEST_F(Streams, OfWordsThatAreMisspeltAreAnsweredWithTheNearest) {
  EXPECT_EQ(Shell("$T verfy"), 2);
  EXPECT_THAT(Err(), HasSubstr("did you mean verify?"));
  EXPECT_EQ(Shell("$T verify --quik"), 2);
  EXPECT_THAT(Err(), HasSubstr("did you mean --quick?"));
  EXPECT_EQ(Shell("$T explore --alphabt=moves"), 2);
  EXPECT_THAT(Err(), HasSubstr("did you mean --alphabet?"));
  EXPECT_EQ(Shell("$T subject chek core"), 2);
  EXPECT_THAT(Err(), HasSubstr("did you mean check?"));
  EXPECT_EQ(Shell("$T verify --gibberish"), 2);
  EXPECT_THAT(Err(), testing::Not(HasSubstr("did you mean")));
}

// Each of these printed to a full disk and said nothing, or might begin to.
TEST_F(Streams, ThatCannotBeWrittenAreAnErrorOfEveryCommand) {
  Write("a", "tricolour trace 2\ncreate a 1\nroot a\ncollect\n");
  const std::string trace = " '" + Path("a") + "'", out = " --out '" + Path("out") + "'";
  for (const std::string& command :
       {"replay" + trace, "explain" + trace, "replay --format json" + trace,
        "explain --format sarif" + trace, std::string("rules insertion-barrier"),
        "verify --without insertion-barrier" + out,
        "verify --without insertion-barrier --format junit" + out,
        "explore --objects 2 --operations 2" + out, std::string("explore --model --operations 2"),
        "soak --operations 100 --objects 10" + out, std::string("subject check core"),
        std::string("subject check core --format markdown"), std::string("bench --list"),
        std::string("prove --objects 1 --fields 1 --depth 0"), std::string("--help"),
        std::string("verify --help"), std::string("--version")}) {
    EXPECT_EQ(Shell("$T " + command + " >/dev/full"), 2) << command;
    EXPECT_THAT(Err(), HasSubstr("cannot be written to stdout")) << command;
  }
  Write("b", kLosesAnObject);
  const std::string shrink = "shrink --without insertion-barrier '" + Path("b") + "'";
  EXPECT_EQ(Shell("$T " + shrink), 1) << Err();
  EXPECT_EQ(Shell("$T " + shrink + " >/dev/full"), 2);
  EXPECT_EQ(Shell("$T " + shrink + " -o /dev/full"), 2);
}

TEST_F(Streams, BringATraceToEveryCommandThatTakesOne) {
  Write("b", kLosesAnObject);
  for (const char* const command : {"replay", "explain", "shrink"}) {
    EXPECT_EQ(
        Shell(std::string("$T ") + command + " - --without insertion-barrier <'" + Path("b") + "'"),
        1)
        << command << Err();
  }
  const std::string schedule = std::string(TRICOLOUR_SOURCE_DIR) +
                               "/properties/schedule/corpus/delay--inside-a-collection.trace";
  for (const char* const command : {"replay", "explain", "shrink"}) {
    EXPECT_EQ(Shell(std::string("cat '") + schedule + "' | $T " + command + " -"), 0)
        << command << Err();
  }
}

TEST_F(Streams, RefuseAClaimAboutNothing) {
  Write("c", "tricolour trace 2\ncreate a 1\ncollect\nexpect gone b\n");
  for (const char* const command : {"replay", "explain", "shrink"}) {
    EXPECT_EQ(Shell(std::string("$T ") + command + " '" + Path("c") + "'"), 2) << command;
    EXPECT_THAT(Err(), HasSubstr("/c:4:13: expected an object that a line above makes")) << command;
  }
}

TEST_F(Streams, OfValuesThatAreMisspeltAreAnsweredWithTheNearest) {
  const struct {
    const char* command;
    const char* meant;
  } kSlips[] = {{"verify --format jsn", "json"},
                {"explore --locals ded", "dead"},
                {"explore --alphabet clustrs", "clusters"},
                {"prove --solver z", "z3"},
                {"verify --subject lau", "lua"},
                {"rules root-barier", "root-barrier"},
                {"prove --proof-format lfs --certificate d", "lfsc"}};
  for (const auto& [command, meant] : kSlips) {
    EXPECT_EQ(Shell(std::string("$T ") + command), 2) << command;
    EXPECT_THAT(Err(), HasSubstr(std::string("did you mean ") + meant + "?")) << command;
  }
}

// A search that met a limit says which, and that its verdict is none.
TEST_F(Streams, SayWhenASearchOfTheModelMetItsLimit) {
  EXPECT_EQ(Shell("$T explore --model --states 10 --objects 2"), 3);
  EXPECT_THAT(Out(), HasSubstr("INCONCLUSIVE: the limit of 10 states was met at depth "));
  EXPECT_EQ(Shell("$T explore --states 10"), 2);
  EXPECT_THAT(Err(), HasSubstr("--model"));
}

// The recorder of a child maps more than this, so the system refuses it.
TEST_F(Streams, SayWhenTheSystemHadNoRoom) {
  if (Shell("ulimit -v 110000 && $T --version") != 0) return;  // as under a sanitizer
  Write("a", "tricolour trace 2\ncreate a 1\n");
  EXPECT_EQ(Shell("ulimit -v 110000 && $T replay '" + Path("a") + "'"), 3);
  EXPECT_THAT(Err(), HasSubstr("INCONCLUSIVE: "));
  EXPECT_EQ(Shell("ulimit -v 110000 && $T explore --objects 2"), 3);
}

std::size_t WidestLine(const std::string& text) {
  std::size_t widest = 0, column = 0;
  for (const char c : text) {
    column = c == '\n' ? 0 : column + ((static_cast<unsigned char>(c) & 0xC0) == 0x80 ? 0 : 1);
    widest = std::max(widest, column);
  }
  return widest;
}

TEST_F(Streams, OfHelpFitEightyColumnsOrTheScreen) {
  for (const char* const command : {"", "verify", "replay", "explain", "shrink", "prove", "explore",
                                    "rules", "soak", "subject", "subject check", "bench"}) {
    const std::string help = std::string("TRICOLOUR_COMMAND=t $T ") + command + " --help";
    EXPECT_EQ(Shell("unset COLUMNS; " + help), 0) << Err();
    EXPECT_LE(WidestLine(Out()), 80u) << Out();
    EXPECT_EQ(Shell("COLUMNS=64 " + help), 0);
    EXPECT_LE(WidestLine(Out()), 64u) << Out();
  }
}

// What a machine reads is never broken, and a command can be copied in one piece.
TEST_F(Streams, FitTheScreenIfTheyAreForAPerson) {
  const std::string verify = "$T verify --without root-barrier --out o";
  const std::string here = "cd '" + folder_.string() + "' && ";
  EXPECT_EQ(Shell(here + "COLUMNS=70 " + verify), 1);
  std::istringstream lines(Out());
  for (std::string line; std::getline(lines, line);) {
    if (line.find("replay: ") == std::string::npos && line.find("again: ") == std::string::npos) {
      EXPECT_LE(WidestLine(line), 70u) << line;
    }
  }
  EXPECT_EQ(Shell(here + "unset COLUMNS; " + verify + " --format json"), 1);
  const std::string wide = Out();
  EXPECT_EQ(Shell(here + "COLUMNS=40 " + verify + " --format json"), 1);
  EXPECT_EQ(Out().size() / 100, wide.size() / 100) << "but for times, the same";
}

}  // namespace
}  // namespace tool
