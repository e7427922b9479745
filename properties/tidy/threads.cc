// properties/tidy/threads.cc -- looks in the code of tests for words that mean threads.

#include "properties/tidy/threads.h"

#include <algorithm>
#include <array>
#include <string>

#include "properties/tidy/code.h"

namespace properties::tidy {

namespace {

constexpr std::string_view kLabel = "// Label: threads.";

// Parts of such words; and, below, whole names of the standard library.
constexpr std::array<std::string_view, 9> kParts = {"Workers", "workers",    "Helpers",
                                                    "helpers", "Parallel",   "parallel",
                                                    "Beside",  "InSections", "OnThreads"};
constexpr std::array<std::string_view, 3> kStandard = {"thread", "jthread", "async"};

bool StartsThreads(const std::vector<Token>& tokens, std::size_t at) {
  const std::string_view word = tokens[at].text;
  if (word == "Elsewhere") return true;  // in core/testing/scheduled_heap.h
  if (std::ranges::find(kStandard, word) != kStandard.end()) {
    return at > 1 && tokens[at - 1].text == "::" && tokens[at - 2].text == "std" &&
           at + 1 < tokens.size() && tokens[at + 1].text != "::";  // not std::thread::id
  }
  return std::ranges::any_of(kParts,
                             [&](std::string_view part) { return word.find(part) != word.npos; });
}

}  // namespace

std::vector<Finding> ThreadsWithoutLabel(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    if (!file.path.ends_with("_test.cc")) continue;
    if (file.text.find("\n" + std::string(kLabel) + "\n") != file.text.npos) continue;
    const std::string code = CodeOnly(file.text);
    const std::vector<Token> tokens = Tokens(code);
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      if (!StartsThreads(tokens, at)) continue;
      findings.push_back({file.path, tokens[at].line,
                          std::string(tokens[at].text) + " in a test without \"" +
                              std::string(kLabel) + "\" in its head"});
      break;
    }
  }
  return findings;
}

}  // namespace properties::tidy
