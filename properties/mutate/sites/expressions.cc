// properties/mutate/sites/expressions.cc -- goes from an operator to both sides, over whole
// brackets.

#include "properties/mutate/sites/expressions.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace properties::mutate {

namespace {

// Whether nothing to which an operator applies goes beyond the token.
bool IsBoundary(const Token& token) {
  return IsOneOf(token.text, {"(",  "[",   "{",   ")",      "]",    "}",  ";",    ",",    "?",
                              ":",  "=",   "+=",  "-=",     "*=",   "/=", "%=",   "&=",   "|=",
                              "^=", "<<=", ">>=", "return", "else", "do", "case", "throw"});
}

}  // namespace

int LevelOf(const Token& token) {
  if (!token.spaced || token.kind != Kind::kSymbol) return 0;
  const std::string_view text = token.text;
  if (text == "||") return 1;
  if (text == "&&") return 2;
  if (text == "|") return 3;
  if (text == "^") return 4;
  if (text == "&") return 5;
  if (IsOneOf(text, {"==", "!="})) return 6;
  if (IsOneOf(text, {"<", ">", "<=", ">="})) return 7;
  if (text == "<=>") return 8;
  if (IsOneOf(text, {"<<", ">>"})) return 9;
  if (IsOneOf(text, {"+", "-"})) return 10;
  return IsOneOf(text, {"*", "/", "%"}) ? 11 : 0;
}

Span LeftOf(const Source& source, std::size_t at) {
  const auto& tokens = source.tokens();
  const int level = LevelOf(tokens[at]);
  std::size_t from = at;
  while (from > 0 && !tokens[from].begins_statement) {
    const Token& token = tokens[from - 1];
    if (IsOneOf(token.text, {")", "]", "}"}) && token.partner != kNone) {
      from = token.partner;
      continue;
    }
    const int other = LevelOf(token);
    if (IsBoundary(token) || (other != 0 && other < level)) break;
    --from;
  }
  return {from, at};
}

Span RightOf(const Source& source, std::size_t at) {
  const auto& tokens = source.tokens();
  const int level = LevelOf(tokens[at]);
  std::size_t to = at + 1;
  while (to < tokens.size()) {
    const Token& token = tokens[to];
    if (IsOneOf(token.text, {"(", "[", "{"}) && token.partner != kNone) {
      to = token.partner + 1;
      continue;
    }
    const int other = LevelOf(token);
    if (IsBoundary(token) || (other != 0 && other <= level)) break;
    ++to;
  }
  return {at + 1, to};
}

bool IsName(const Token& token) {
  static constexpr std::array<std::string_view, 30> kKeywords = {
      "return", "if",       "else",   "for",      "while",     "do",        "switch", "case",
      "break",  "continue", "goto",   "using",    "const",     "constexpr", "static", "auto",
      "delete", "throw",    "new",    "typename", "template",  "struct",    "class",  "enum",
      "public", "private",  "sizeof", "default",  "co_return", "operator"};
  return token.kind == Kind::kWord && std::ranges::find(kKeywords, token.text) == kKeywords.end();
}

std::size_t BehindName(const Source& source, std::size_t at) {
  const auto& tokens = source.tokens();
  const std::size_t begin = at;
  bool wants_word = true;
  while (at < tokens.size()) {
    const Token& token = tokens[at];
    if (wants_word) {
      if (token.text == "(" && at == begin) {
        at = source.Closing(at) + 1;
      } else if (token.text == "::") {
        ++at;
        continue;
      } else if (IsName(token) || (token.text == "this" && at == begin)) {
        ++at;
      } else {
        return begin;
      }
      wants_word = false;
    } else if (IsOneOf(token.text, {".", "->", "::"})) {
      wants_word = true;
      ++at;
      if (source.Is(at, "template")) ++at;
    } else if (IsOneOf(token.text, {"(", "["})) {
      at = source.Closing(at) + 1;
    } else if (token.text == "<" && !token.spaced && token.excluded) {
      int depth = 0;
      std::size_t end = at;
      for (; end < tokens.size(); ++end) {
        if (source.Is(end, "<")) ++depth;
        if (source.Is(end, ">") && --depth == 0) break;
      }
      if (!source.Is(end + 1, "(") && !source.Is(end + 1, "::")) return begin;
      at = end + 1;
    } else {
      return at;
    }
  }
  return at;
}

}  // namespace properties::mutate
