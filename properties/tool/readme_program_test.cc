// properties/tool/readme_program_test.cc -- what the README shows is what the program prints.
//
// A page that shows a run is believed, and it grows stale when a generator or the shrinker changes.
// Then this fails: copy the new output into the README, or choose another seed if the run has
// become hard to understand. Numbers of source lines change with every edit, and are not compared.

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

class ReadmeOfTheProgram : public Program {};

std::string WithoutSourceLines(const std::string& text) {
  static const std::regex kLine(R"((\.(h|cc)):[0-9]+)");
  return std::regex_replace(text, kLine, "$1");
}

// The text between two marks, without them.
std::string Between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  const std::size_t end = text.find(to, begin + from.size());
  if (begin == std::string::npos || end == std::string::npos) return "";
  return text.substr(begin + from.size(), end - begin - from.size());
}

TEST_F(ReadmeOfTheProgram, ShowsARunAsItIsPrinted) {
  const std::string page = Read(std::string(TRICOLOUR_SOURCE_DIR) + "/README.md");
  const std::string shown = Between(page, "$ ./tricolour ", "```\n");
  ASSERT_NE(shown, "");
  const std::size_t end = shown.find('\n');
  const Ran ran = Run(shown.substr(0, end) + " --out '" + Path("out") + "'");
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  const std::string replay = "  replay: ";
  const std::string expected = shown.substr(end + 1, shown.find(replay) - end - 1);
  EXPECT_EQ(WithoutSourceLines(ran.out.substr(0, ran.out.find(replay))),
            WithoutSourceLines(expected));
}

}  // namespace
}  // namespace tool
