// properties/tool/readme_program_test.cc -- what the README shows is what the program prints.
//
// A page that shows a run is believed, and it grows stale when a generator or the shrinker changes.
// Then this fails: copy the new output into the README, or choose another seed if the run has
// become hard to understand. Numbers of source lines change with every edit, and are not compared.

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include "properties/tool/program_fixture.h"

namespace tool {
namespace {

class ReadmeOfTheProgram : public Program {};

std::string WithoutSourceLines(const std::string& text) {
  static const std::regex kLine(R"((\.(h|cc)):[0-9]+)");
  return std::regex_replace(text, kLine, "$1");
}

// The pages that show the program.
constexpr const char* kPages[] = {"/README.md",
                                  "/fuzz/README.md",
                                  "/model/README.md",
                                  "/properties/README.md",
                                  "/properties/mutate/README.md",
                                  "/properties/page/README.md",
                                  "/properties/subjects/README.md",
                                  "/properties/subjects/plugin/README.md"};

std::string PageOf(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(std::string(TRICOLOUR_SOURCE_DIR) + name).rdbuf();
  return text.str();
}

// The blocks of a page that are set as they are, without their fences.
std::vector<std::string> BlocksOf(const std::string& page) {
  std::vector<std::string> blocks;
  std::istringstream lines(page);
  std::string line, block;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) {
      if (inside) blocks.push_back(block);
      block.clear();
      inside = !inside;
    } else if (inside) {
      block += line + "\n";
    }
  }
  return blocks;
}

void Replace(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// A block that begins with a prompt shows what that command prints, to the last line of the block.
TEST_F(ReadmeOfTheProgram, ShowsEachRunAsItIsPrinted) {
  int shown = 0;
  for (const char* const page : kPages) {
    for (const std::string& block : BlocksOf(PageOf(page))) {
      const std::string prompt = "$ ./tricolour ";
      if (!block.starts_with(prompt)) continue;
      const std::size_t end = block.find('\n');
      const std::string command = block.substr(prompt.size(), end - prompt.size());
      const std::string expected = block.substr(end + 1);
      const Ran ran = Run(command + " --out '" + Path("out") + "'");
      std::string printed = ran.out;
      Replace(printed, TRICOLOUR_PROGRAM_FILE, "./tricolour");
      Replace(printed, Path("out") + "/", "out/latest/");
      EXPECT_EQ(WithoutSourceLines(printed.substr(0, expected.size())),
                WithoutSourceLines(expected))
          << page << ": " << command << "\n"
          << ran.err;
      EXPECT_EQ(ran.exit_code, 1) << page << ": " << command;
      ++shown;
    }
  }
  EXPECT_GE(shown, 1);
}

// So does a block of which the page says that a command draws it, or prints it.
TEST_F(ReadmeOfTheProgram, ShowsEachDrawingAsItIsDrawn) {
  static const std::regex kShown("`([a-z]+ [^`\n]*)` (draws|prints):\n\n```\n([^`]*)```");
  int shown = 0;
  for (const char* const page : kPages) {
    const std::string text = PageOf(page);
    for (std::sregex_iterator at(text.begin(), text.end(), kShown), end; at != end; ++at) {
      // What is drawn comes first; the runs that are searched then would only take time.
      const Ran ran = Run((*at)[1].str() + " --depth 0");
      const std::string drawing = (*at)[3];
      EXPECT_NE(ran.out.find(drawing), std::string::npos) << page << ": " << (*at)[1] << " prints\n"
                                                          << ran.out << ran.err;
      ++shown;
    }
  }
  EXPECT_GE(shown, 1);
}

// What a page shows as a trace of the reader's own can be replayed, and nothing is wrong with it.
TEST_F(ReadmeOfTheProgram, ShowsTracesThatAgree) {
  int shown = 0;
  for (const char* const page : kPages) {
    for (const std::string& block : BlocksOf(PageOf(page))) {
      if (!block.starts_with("tricolour trace ")) continue;
      const Ran ran = Run("replay '" + Write("shown.trace", block) + "'");
      EXPECT_EQ(ran.exit_code, 0) << page << "\n" << ran.out << ran.err;
      ++shown;
    }
  }
  EXPECT_GE(shown, 1);
}

// Words of the line that are options: "--quick".
std::vector<std::string> OptionsIn(const std::string& line) {
  static const std::regex kOption(R"((^|[\s`])(--[a-z][a-z-]*))");
  std::vector<std::string> options;
  for (std::sregex_iterator at(line.begin(), line.end(), kOption), end; at != end; ++at) {
    options.push_back((*at)[2]);
  }
  return options;
}

// An option that was renamed would stay on the pages.
TEST_F(ReadmeOfTheProgram, NamesOptionsThatThereAre) {
  static const std::regex kCommand(R"(\./tricolour ([a-z]+)([^\n#]*))");
  static const std::set<std::string> kOfOthers = {"test", "fuzz", "tidy", "mutate"};
  std::map<std::string, std::string> helps;
  int named = 0;
  for (const char* const page : kPages) {
    for (const std::string& block : BlocksOf(PageOf(page))) {
      for (std::sregex_iterator at(block.begin(), block.end(), kCommand), end; at != end; ++at) {
        const std::string command = (*at)[1];
        // These are the launcher's, or programs of their own.
        if (kOfOthers.contains(command)) continue;
        if (!helps.contains(command)) helps[command] = Run(command + " --help").out;
        for (const std::string& option : OptionsIn((*at)[2])) {
          EXPECT_NE(helps[command].find(option), std::string::npos)
              << page << ": " << command << " has no " << option;
          ++named;
        }
      }
    }
  }
  EXPECT_GE(named, 8);
}

}  // namespace
}  // namespace tool
