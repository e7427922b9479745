// properties/tidy/sizes.cc -- counts files and members.

#include "properties/tidy/sizes.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "properties/tidy/code.h"

namespace properties::tidy {

namespace {

struct Size {
  std::size_t methods = 0;
  std::size_t members = 0;
};

bool IsOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// One past the ">" that closes the template arguments which open at `at`.
std::size_t SkipAngles(const std::vector<Token>& tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    const std::string_view text = tokens[at].text;
    if (text == "<") ++depth;
    if (text == ">" && --depth == 0) return at + 1;
    if (IsOneOf(text, {"(", "{", "["})) at = ClosingBracket(tokens, at);
    if (text == ";") return at;
  }
  return at;
}

enum class What { kNeither, kMethod, kMember };

struct Declaration {
  What what = What::kNeither;
  std::size_t end = 0;  // the first token after it
};

// Reads the declaration that begins at `at` in the body of a class which ends at `end`.
Declaration Read(const std::vector<Token>& tokens, std::size_t at, std::size_t end) {
  if (at + 1 < end && IsOneOf(tokens[at].text, {"public", "private", "protected"})) {
    return {What::kNeither, at + 2};
  }
  Declaration found{What::kMember, at};
  if (IsOneOf(tokens[at].text, {"using", "typedef", "friend", "static_assert", "struct", "class",
                                "enum", "union", ";"})) {
    found.what = What::kNeither;
  }
  bool assigned = false;
  while (at < end) {
    const std::string_view text = tokens[at].text;
    if (text == "static" && found.what == What::kMember) {
      found.what = What::kNeither;  // unless a parameter list follows
    } else if (text == "operator") {
      while (at < end && tokens[at].text != "(") ++at;
      if (found.what != What::kNeither || !assigned) found.what = What::kMethod;
      if (at + 2 < end && tokens[at + 1].text == ")" && tokens[at + 2].text == "(") at += 2;
      at = ClosingBracket(tokens, at) + 1;
      continue;
    } else if (text == "template" || (text == "<" && !assigned)) {
      at = SkipAngles(tokens, text == "<" ? at : at + 1);
      continue;
    } else if (text == "=") {
      assigned = true;
    } else if (text == "alignas" || text == "requires") {
      if (at + 1 < end && tokens[at + 1].text == "(") at = ClosingBracket(tokens, at + 1);
    } else if (text == "(" && !assigned) {
      if (!IsOneOf(tokens[found.end].text,
                   {"using", "typedef", "friend", "static_assert", "enum"})) {
        found.what = What::kMethod;
      }
      at = ClosingBracket(tokens, at);
    } else if (text == "{" || text == "(" || text == "[") {
      at = ClosingBracket(tokens, at);
      const bool body = text == "{" && found.what == What::kMethod;
      if (body && (at + 1 >= end || !IsOneOf(tokens[at + 1].text, {",", "{"}))) {
        return {found.what, at + 1};
      }
    } else if (text == ";") {
      return {found.what, at + 1};
    }
    ++at;
  }
  return {found.what, end};
}

// The size of the class whose body opens at `open`.
Size SizeOf(const std::vector<Token>& tokens, std::size_t open) {
  Size size;
  const std::size_t end = ClosingBracket(tokens, open);
  for (std::size_t at = open + 1; at < end;) {
    const Declaration declaration = Read(tokens, at, end);
    if (declaration.what == What::kMethod) ++size.methods;
    if (declaration.what == What::kMember) ++size.members;
    at = std::max(declaration.end, at + 1);
  }
  return size;
}

// The index of the "{" of the class whose keyword is at `at`; 0 if the class is not defined there.
std::size_t BodyOf(const std::vector<Token>& tokens, std::size_t at) {
  if (at > 0 && IsOneOf(tokens[at - 1].text, {"enum", "<", ",", "friend"})) return 0;
  for (std::size_t next = at + 1; next < tokens.size(); ++next) {
    const std::string_view text = tokens[next].text;
    if (text == "{") return next;
    if (IsOneOf(text, {";", "(", ")", "=", "&", "*"})) return 0;
    if (text == "<") next = SkipAngles(tokens, next) - 1;
  }
  return 0;
}

void CheckClasses(const File& file, std::vector<Finding>& findings) {
  const std::string code = CodeOnly(file.text);
  const std::vector<Token> tokens = Tokens(code);
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    if (tokens[at].text != "class" && tokens[at].text != "struct") continue;
    const std::size_t open = BodyOf(tokens, at);
    if (open == 0) continue;
    const Size size = SizeOf(tokens, open);
    const std::string name(tokens[at + 1].text);
    const auto find = [&](std::size_t count, const char* what) {
      findings.push_back(
          {file.path, tokens[at].line, name + " has " + std::to_string(count) + what});
    };
    if (size.methods > kMostMethods) find(size.methods, " methods");
    if (size.members > kMostMembers) find(size.members, " data members");
  }
}

}  // namespace

std::vector<Finding> CrowdedFolders(const Tree& tree) {
  std::map<std::string, std::size_t> files;
  for (const File& file : tree) {
    if (IsTest(file.path) || file.path.ends_with("_bench.cc")) continue;
    ++files[file.path.substr(0, file.path.rfind('/'))];
  }
  std::vector<Finding> findings;
  for (const auto& [folder, count] : files) {
    if (count <= kMostFiles) continue;
    findings.push_back({folder, 0, "has " + std::to_string(count) + " files"});
  }
  return findings;
}

std::vector<Finding> LargeClasses(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    if (!IsTest(file.path)) CheckClasses(file, findings);
  }
  return findings;
}

}  // namespace properties::tidy
