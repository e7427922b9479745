// properties/tool/command_line/words_test.cc -- a word that is none of the list, and what was
// meant.

#include "properties/tool/command_line/words.h"

#include <gtest/gtest.h>

#include "properties/tool/command_line/nearest.h"

namespace tool {
namespace {

TEST(OneOf, RefusesWithTheListAndTheNearest) {
  const auto check = OneOf({"text", "json", "junit"});
  EXPECT_EQ(check("json"), "");
  EXPECT_EQ(check("jsn"), "expected text, json or junit, found \"jsn\"; did you mean json?");
  EXPECT_EQ(check("yaml"), "expected text, json or junit, found \"yaml\"");
  EXPECT_EQ(check(""), "expected text, json or junit, found \"\"");
}

TEST(Nearest, IsAFewSlipsAway) {
  const std::vector<std::string> words = {"lua", "core", "insertion-barrier"};
  EXPECT_EQ(Nearest("lau", words), "lua") << "two letters exchanged are one slip";
  EXPECT_EQ(Nearest("insert", words), "insertion-barrier") << "the beginning of a word";
  EXPECT_EQ(Nearest("insretion-barier", words), "insertion-barrier");
  EXPECT_EQ(Nearest("python", words), std::nullopt);
  EXPECT_EQ(Nearest("", words), std::nullopt);
}

}  // namespace
}  // namespace tool
