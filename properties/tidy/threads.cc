// properties/tidy/threads.cc -- looks in the code of tests for words that mean threads, and in
// those that have threads for names that two of them declare.

#include "properties/tidy/threads.h"

#include <algorithm>
#include <array>
#include <map>
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

bool HasLabel(const File& file) {
  return file.text.find("\n" + std::string(kLabel) + "\n") != file.text.npos;
}

using Names = std::vector<Token>;

// The name that the declaration from `at` on declares: of a type the word behind `struct`, else the
// word before its first bracket or `=`. Adds none for a test, a member or a name of another space.
// Returns where the next declaration begins.
std::size_t TakeDeclaration(const std::vector<Token>& tokens, std::size_t at, Names& names) {
  constexpr std::array<std::string_view, 3> kTypes = {"struct", "class", "enum"};
  constexpr std::array<std::string_view, 4> kNoName = {"using", "template", "TEST", "INSTANTIATE"};
  constexpr std::string_view kEndsName = "(={[;";
  const std::size_t first = at;
  const bool type = std::ranges::find(kTypes, tokens[first].text) != kTypes.end();
  if (type) names.push_back(tokens[at + (tokens[at + 1].text == "class" ? 2 : 1)]);
  bool named = type || std::ranges::any_of(kNoName, [&](std::string_view start) {
                 return tokens[first].text.starts_with(start);
               });
  for (; at < tokens.size(); ++at) {
    if (!named && at > first && kEndsName.find(tokens[at].text) != kEndsName.npos) {
      if (at < 2 || tokens[at - 2].text != "::") names.push_back(tokens[at - 1]);
      named = true;
    }
    if (tokens[at].text == ";") break;
    if (tokens[at].text != "{" && tokens[at].text != "(") continue;
    const bool body = tokens[at].text == "{";
    at = ClosingBracket(tokens, at);
    if (body && (at + 1 >= tokens.size() || tokens[at + 1].text != ";")) return at + 1;
  }
  return at + 1;
}

// The names that the unnamed namespaces of this code declare.
Names NamesOf(const std::vector<Token>& tokens) {
  Names names;
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (tokens[at].text != "namespace" || tokens[at + 1].text != "{") continue;
    const std::size_t end = ClosingBracket(tokens, at + 1);
    for (at += 2; at < end;) at = TakeDeclaration(tokens, at, names);
  }
  return names;
}

}  // namespace

std::vector<Finding> NamesOfTwoThreadTests(const Tree& tree) {
  std::map<std::string, std::string> first;  // the file that declares a name
  std::vector<Finding> findings;
  for (const File& file : tree) {
    if (!file.path.starts_with("core/") || !file.path.ends_with("_test.cc")) continue;
    if (!HasLabel(file)) continue;
    const std::string code = CodeOnly(file.text);
    const std::vector<Token> tokens = Tokens(code);
    for (const Token& name : NamesOf(tokens)) {
      const auto [at, added] = first.emplace(name.text, file.path);
      if (added || at->second == file.path) continue;
      findings.push_back({file.path, name.line,
                          std::string(name.text) + " is declared in " + at->second +
                              " too, and both may be compiled as one file"});
    }
  }
  return findings;
}

std::vector<Finding> ThreadsWithoutLabel(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    if (!file.path.ends_with("_test.cc")) continue;
    if (HasLabel(file)) continue;
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
