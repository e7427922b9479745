// properties/breaks/breaks_test.cc -- breaks are read as they are written, and mistakes are
// reported with their place.

#include "properties/breaks/breaks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace properties::breaks {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kText = R"(# Words.

break S11.1, S9.3 another-order
file core/a.cc
tests One.Test, Other.Test
from
  call();

  end();
to
  if (BREAK) call();
end

break S1.2 second
file core/b.cc
from
  x
to
  BREAK
end
)";

std::vector<Break> Read(const std::string& text, std::vector<Finding>& findings) {
  return ParseBreaks({"s11.breaks", text}, findings);
}

// The findings on the text after `from` was replaced by `to`.
std::string SaidAfterReplacing(const std::string& from, const std::string& to) {
  std::string text = kText;
  text.replace(text.find(from), from.size(), to);
  std::vector<Finding> findings;
  Read(text, findings);
  return tidy::Text(findings);
}

TEST(Breaks, AreReadAsTheyAreWritten) {
  std::vector<Finding> findings;
  const std::vector<Break> breaks = Read(kText, findings);
  EXPECT_EQ(tidy::Text(findings), "");
  ASSERT_EQ(breaks.size(), 2u);
  EXPECT_THAT(breaks[0].rows, ElementsAre("S11.1", "S9.3"));
  EXPECT_EQ(breaks[0].name, "another-order");
  EXPECT_EQ(breaks[0].page, "s11.breaks");
  EXPECT_EQ(breaks[0].line, 3u);
  EXPECT_EQ(breaks[0].file, "core/a.cc");
  EXPECT_THAT(breaks[0].tests, ElementsAre("One.Test", "Other.Test"));
  EXPECT_THAT(breaks[0].from, ElementsAre("  call();", "", "  end();"));
  EXPECT_THAT(breaks[0].to, ElementsAre("  if (BREAK) call();"));
  EXPECT_EQ(breaks[1].line, 14u);
  EXPECT_THAT(breaks[1].tests, IsEmpty());
}

TEST(Breaks, ThatCannotBeReadAreNamedWithTheirLineAndWhatWasExpected) {
  EXPECT_EQ(SaidAfterReplacing("break S11.1,", "brake S11.1,"),
            "s11.breaks:3: expected \"break S1.2 name-of-the-break\"\n");
  EXPECT_EQ(SaidAfterReplacing("another-order", "Another order"),
            "s11.breaks:3: expected \"break S1.2 name-of-the-break\"\n");
  EXPECT_EQ(SaidAfterReplacing("file core/a.cc", "core/a.cc"),
            "s11.breaks:4: expected \"file PATH\"\n");
  EXPECT_EQ(SaidAfterReplacing("from\n", ""), "s11.breaks:6: expected \"from\"\n");
  EXPECT_EQ(SaidAfterReplacing("to\n", ""), "s11.breaks:11: expected \"to\"\n");
  EXPECT_EQ(SaidAfterReplacing("  x\n", ""), "s11.breaks:17: expected an indented line of code\n");
  EXPECT_EQ(SaidAfterReplacing("  BREAK\nend", "  BREAK\n"), "s11.breaks:21: expected \"end\"\n");
  EXPECT_EQ(SaidAfterReplacing("if (BREAK)", "if (true)"),
            "s11.breaks:12: expected BREAK in a line above this one\n");
}

TEST(Breaks, ThatFollowAMistakeAreReadAllTheSame) {
  std::string text = kText;
  text.replace(text.find("file"), 4, "f");
  std::vector<Finding> findings;
  const std::vector<Break> breaks = Read(text, findings);
  EXPECT_EQ(findings.size(), 1u);
  ASSERT_EQ(breaks.size(), 1u);
  EXPECT_EQ(breaks[0].name, "second");
}

TEST(Breaks, AreNumberedByTheirRowsAndNamesAlone) {
  const Break one{.rows = {"S1.1"}, .name = "a"};
  Break same = one;
  same.line = 7;
  EXPECT_EQ(NumberOf(one), NumberOf(same));
  EXPECT_NE(NumberOf(one), NumberOf({.rows = {"S1.1"}, .name = "b"}));
  EXPECT_NE(NumberOf(one), NumberOf({.rows = {"S1.2"}, .name = "a"}));
  EXPECT_NE(NumberOf(one), 0u);
}

}  // namespace
}  // namespace properties::breaks
