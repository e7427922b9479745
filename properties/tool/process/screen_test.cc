// properties/tool/process/screen_test.cc -- lines that fit the screen.

#include "properties/tool/process/screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

namespace tool {
namespace {

TEST(FoldedLines, GoOnBelowTheirLastColumn) {
  EXPECT_EQ(Folded("  wavefront     agree        every run of 5 operations\n", 50),
            "  wavefront     agree        every run of 5\n"
            "                             operations\n");
}

TEST(FoldedLines, WithoutColumnsGoOnTwoFurtherIn) {
  EXPECT_EQ(Folded("one two three four\n", 10), "one two\n  three\n  four\n");
  EXPECT_EQ(Folded("    one two three\n", 12), "    one two\n      three\n");
}

TEST(FoldedLines, AreLeftAloneIfTheyFit) {
  const std::string text = "exactly 10\n\nmore\n  \n";
  EXPECT_EQ(Folded(text, 10), text);
  EXPECT_EQ(Folded("", 10), "");
  EXPECT_EQ(Folded("no end", 10), "no end");
}

TEST(FoldedLines, KeepAWordThatIsTooLongAndACommandWhole) {
  EXPECT_EQ(Folded("a wooooooooooord b\n", 10), "a\n  wooooooooooord\n  b\n");
  const std::string command = "  replay: ./tricolour replay out/1.trace --without x\n";
  EXPECT_EQ(Folded(command, 20), command);
}

// A colour takes no column, and a letter of several bytes takes one.
TEST(FoldedLines, CountWhatIsSeen) {
  const std::string colour = "\033[1mone\033[0m two";
  EXPECT_EQ(Folded(colour, 7), colour);
  EXPECT_EQ(Folded("\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f", 5), "\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f");
}

// A folded text has the same words, and no line is too wide that has a blank to break at.
TEST(FoldedLines, LoseNothing) {
  const std::string line = "  a  bb   ccc dddd  eeeee ffffff ggggggg hhhhhhhh  iiiiiiiii jj k";
  const auto words = [](std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
  };
  for (std::size_t width = 12; width < 80; ++width) {
    const std::string folded = Folded(line, width);
    EXPECT_EQ(words(folded), words(line)) << width;
    for (std::size_t at = 0; at < folded.size();) {
      const std::size_t end = std::min(folded.find('\n', at), folded.size());
      EXPECT_LE(end - at, width + 9) << folded;
      at = end + 1;
    }
  }
}

class Columns : public testing::Test {
 protected:
  void SetUp() override { unsetenv("COLUMNS"); }
  void TearDown() override { unsetenv("COLUMNS"); }
};

TEST_F(Columns, AreThoseOfTheEnvironmentIfTheyAreANumber) {
  setenv("COLUMNS", "72", 1);
  EXPECT_EQ(ScreenWidth(), 72u);
  setenv("COLUMNS", "3", 1);
  EXPECT_EQ(ScreenWidth(), kLeastWidth);
  for (const char* const none : {"", "0", "-5", "wide", "80x"}) {
    // The tests may run at a terminal, which then decides.
    unsetenv("COLUMNS");
    const auto without = ScreenWidth();
    setenv("COLUMNS", none, 1);
    EXPECT_EQ(ScreenWidth(), without) << none;
  }
}

}  // namespace
}  // namespace tool
