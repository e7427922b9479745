// properties/tidy/habits_test.cc -- every source file keeps the habits, and a file that breaks one
// is noticed.

#include "properties/tidy/habits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace properties::tidy {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kHead = "// core/a.h -- an example.\n\n#pragma once\n";

std::vector<Finding> SaidOf(const std::string& text) { return BrokenHabits({{"core/a.h", text}}); }

auto Says(const std::string& message) {
  return ElementsAre(Field(&Finding::message, HasSubstr(message)));
}

TEST(Habits, AreKeptByEveryFile) { EXPECT_EQ(Text(BrokenHabits(OurTree())), ""); }

TEST(Habits, AFileThatKeepsThemIsLeftAlone) { EXPECT_THAT(SaidOf(kHead), IsEmpty()); }

TEST(Habits, ALineIsNotTooLong) {
  EXPECT_THAT(SaidOf(kHead + std::string(kMostColumns, 'x') + "\n"), IsEmpty());
  EXPECT_THAT(SaidOf(kHead + std::string(kMostColumns + 1, 'x') + "\n"), Says("is longer"));
}

TEST(Habits, ALineIsMeasuredInCharactersNotBytes) {
  std::string line;
  for (std::size_t i = 0; i < kMostColumns; ++i) line += "→";
  EXPECT_THAT(SaidOf(kHead + line + "\n"), IsEmpty());
}

TEST(Habits, AFileIsNotTooLong) {
  EXPECT_THAT(SaidOf(kHead + std::string(kMostLines, '\n')), Says("lines"));
}

TEST(Habits, WorkIsDoneNotPromised) {
  EXPECT_THAT(SaidOf(kHead + "// TO" + "DO: later\n"), Says("promises work"));
  EXPECT_THAT(SaidOf(kHead + "TEST(A, DISABLED" + "_B) {}\n"), Says("promises work"));
}

TEST(Habits, AFileBeginsWithItsPathAndASentence) {
  EXPECT_THAT(SaidOf("// core/b.h -- another.\n\n#pragma once\n"), Says("does not begin"));
}

TEST(Habits, AHeaderIsNotIncludedTwice) {
  EXPECT_THAT(SaidOf("// core/a.h -- an example.\n"), Says("twice"));
}

}  // namespace
}  // namespace properties::tidy
