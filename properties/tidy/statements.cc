// properties/tidy/statements.cc -- finds switches and statements among tokens.

#include "properties/tidy/statements.h"

#include <cctype>

#include "properties/tidy/code.h"

namespace properties::tidy {

namespace {

bool IsEnumerator(std::string_view word) {
  return word.size() > 1 && word[0] == 'k' && std::isupper(static_cast<unsigned char>(word[1]));
}

bool Opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }

// The line of the `default:` in the switch whose body opens at `open`; 0 if it has none, or if its
// cases are no enumerators.
std::size_t DefaultOf(const std::vector<Token>& tokens, std::size_t open) {
  const std::size_t end = ClosingBracket(tokens, open);
  std::size_t line = 0;
  bool over_enumerators = false;
  for (std::size_t at = open + 1; at < end; ++at) {
    const std::string_view word = tokens[at].text;
    if (word == "case") {
      while (at < end && tokens[at].text != ":") ++at;
      if (IsEnumerator(tokens[at - 1].text)) over_enumerators = true;
    } else if (word == "default" && at + 1 < end && tokens[at + 1].text == ":") {
      line = tokens[at].line;
    } else if (word == "switch" && at + 1 < end) {
      at = ClosingBracket(tokens, at + 1);                    // skips its condition
      if (at + 1 < end) at = ClosingBracket(tokens, at + 1);  // skips its body
    }
  }
  return over_enumerators ? line : 0;
}

// Skips `if (...)`, `else`, `case ...:` and the like, which may stand before a statement.
std::size_t SkipControl(const std::vector<Token>& tokens, std::size_t at) {
  while (at + 1 < tokens.size()) {
    const std::string_view word = tokens[at].text;
    if (word == "else" || word == "do") {
      ++at;
    } else if (word == "case" || word == "default") {
      while (at < tokens.size() && tokens[at].text != ":") ++at;
      ++at;
    } else if (word == "if" || word == "for" || word == "while") {
      std::size_t open = at + 1;
      if (tokens[open].text == "constexpr") ++open;
      at = ClosingBracket(tokens, open) + 1;
    } else {
      break;
    }
  }
  return at;
}

// Whether the "=" at `at` is part of "==", "<=" and the like.
bool IsComparison(const std::vector<Token>& tokens, std::size_t at) {
  static constexpr std::string_view kBefore = "=!<>";
  const std::string_view before = tokens[at - 1].text;
  return (before.size() == 1 && kBefore.find(before) != kBefore.npos) ||
         (at + 1 < tokens.size() && tokens[at + 1].text == "=");
}

// Whether the statement that begins at `at` is `condition ? one : other;`.
bool IsConditional(const std::vector<Token>& tokens, std::size_t at) {
  for (bool asks = false; at < tokens.size(); ++at) {
    const std::string_view text = tokens[at].text;
    if (text == ";") return asks;
    if (text == "?") asks = true;
    if (!asks && (text == "return" || text == "co_return" || text == "throw" || text == ",")) break;
    if (!asks && text == "=" && !IsComparison(tokens, at)) break;
    if (text == "}" || text == ")" || text == "]" || text == "{") break;
    if (Opens(text)) at = ClosingBracket(tokens, at);
  }
  return false;
}

}  // namespace

std::vector<Finding> DefaultsOverEnumerations(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    const std::string code = CodeOnly(file.text);
    const std::vector<Token> tokens = Tokens(code);
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
      if (tokens[at].text != "switch") continue;
      const std::size_t open = ClosingBracket(tokens, at + 1) + 1;
      const std::size_t line = open < tokens.size() ? DefaultOf(tokens, open) : 0;
      if (line == 0) continue;
      findings.push_back({file.path, line, "default: in a switch over an enumeration"});
    }
  }
  return findings;
}

std::vector<Finding> ConditionalStatements(const Tree& tree) {
  std::vector<Finding> findings;
  for (const File& file : tree) {
    const std::string code = CodeOnly(file.text);
    const std::vector<Token> tokens = Tokens(code);
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
      const std::string_view text = tokens[at].text;
      if (text != ";" && text != "{" && text != "}") continue;
      const std::size_t statement = SkipControl(tokens, at + 1);
      if (!IsConditional(tokens, statement)) continue;
      findings.push_back({file.path, tokens[statement].line, "a conditional as a statement"});
    }
  }
  return findings;
}

}  // namespace properties::tidy
