// properties/breaks/rewriting_test.cc -- breaks are written where they belong, and nowhere else.

#include "properties/breaks/rewriting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace properties::breaks {
namespace {

using testing::ElementsAre;

const Tree kSources = {{"core/a.cc", "int f() {\n  one();\n  two();\n  one();\n}\n"},
                       {"core/b.cc", "same\n"}};

Break Made(const std::string& name, std::vector<std::string> from, std::vector<std::string> to,
           std::size_t line = 1) {
  return {.rows = {"S1.1"},
          .name = name,
          .page = "s01.breaks",
          .line = line,
          .file = "core/a.cc",
          .from = std::move(from),
          .to = std::move(to)};
}

std::string Call(const Break& broken) {
  return "::tricolour_breaks::BreakIs(" + std::to_string(NumberOf(broken)) + "u)";
}

std::string SaidOf(const std::vector<Break>& breaks) {
  std::vector<Finding> findings;
  Rewrite(kSources, breaks, findings);
  return tidy::Text(findings);
}

TEST(Rewriting, ReplacesTheLinesAndChangesNoOtherFile) {
  const Break broken = Made("a", {"    two();"}, {"  if (!BREAK) two();", "  NOBREAK;"});
  std::vector<Finding> findings;
  const Rewriting rewriting = Rewrite(kSources, {broken}, findings);
  EXPECT_EQ(tidy::Text(findings), "");
  EXPECT_THAT(rewriting.lines, ElementsAre(3u));
  ASSERT_EQ(rewriting.changed.size(), 1u);
  EXPECT_EQ(rewriting.changed[0].path, "core/a.cc");
  EXPECT_EQ(rewriting.changed[0].text,
            "int f() {\n  one();\n  if (!" + Call(broken) + ") two();\n  NOBREAK;\n  one();\n}\n");
}

TEST(Rewriting, RefusesLinesThatStandNowhereOrTwice) {
  EXPECT_EQ(SaidOf({Made("a", {"  three();"}, {"  BREAK"}, 4)}),
            "s01.breaks:4: expected these lines once in core/a.cc, found them 0 times: three();\n");
  EXPECT_EQ(SaidOf({Made("a", {"  one();"}, {"  BREAK"}, 4)}),
            "s01.breaks:4: expected these lines once in core/a.cc, found them 2 times: one();\n");
  EXPECT_EQ(SaidOf({Made("a", {"  one();", "  two();"}, {"  BREAK"})}), "");
}

TEST(Rewriting, RefusesAFileThatIsNotThere) {
  Break broken = Made("a", {"  two();"}, {"  BREAK"});
  broken.file = "core/c.cc";
  EXPECT_EQ(SaidOf({broken}), "s01.breaks:1: expected a file of ours: core/c.cc\n");
}

TEST(Rewriting, RefusesTwoBreaksOfTheSameLines) {
  EXPECT_EQ(SaidOf({Made("a", {"  one();", "  two();"}, {"  BREAK"}),
                    Made("b", {"  two();"}, {"  BREAK"}, 9)}),
            "s01.breaks:9: changes lines that S1.1 a changes as well: core/a.cc:3\n");
}

// The first file as it is with these breaks, none of which is refused.
std::string TextWith(const std::vector<Break>& breaks) {
  std::vector<Finding> findings;
  const Rewriting rewriting = Rewrite(kSources, breaks, findings);
  EXPECT_EQ(tidy::Text(findings), "");
  return rewriting.changed[0].text;
}

TEST(Rewriting, LetsTwoBreaksShareLinesThatNeitherChanges) {
  const Break one =
      Made("a", {"  two();", "  one();"}, {"  if (BREAK) return;", "  two();", "  one();"});
  const Break other =
      Made("b", {"  one();", "  two();"}, {"  one();", "  if (BREAK) x();", "  two();"});
  EXPECT_EQ(TextWith({one, other}), "int f() {\n  one();\n  if (" + Call(one) +
                                        ") return;\n  if (" + Call(other) +
                                        ") x();\n  two();\n  one();\n}\n");
}

// A condition is of the statement behind it, whatever else comes in between.
TEST(Rewriting, LeavesAConditionBeforeItsStatement) {
  const Break one = Made("a", {"  two();"}, {"  if (!BREAK)", "  two();"});
  const Break other = Made("b", {"  two();"}, {"  if (BREAK) x();", "  two();"});
  const Break third = Made("c", {"  two();"}, {"  if (BREAK) three();", "  if (!BREAK) two();"});
  EXPECT_EQ(TextWith({one, other}), "int f() {\n  one();\n  if (" + Call(other) +
                                        ") x();\n  if (!" + Call(one) +
                                        ")\n  two();\n  one();\n}\n");
  EXPECT_EQ(SaidOf({one, third}),
            "s01.breaks:1: ends with a condition, and S1.1 c makes several statements of the one "
            "behind it\n");
}

}  // namespace
}  // namespace properties::breaks
