// properties/tool/streams_program_test.cc -- traces that come through a pipe, results that cannot
// be written, and words that are misspelt.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

using testing::HasSubstr;

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

}  // namespace
}  // namespace tool
