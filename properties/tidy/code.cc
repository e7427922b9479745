// properties/tidy/code.cc -- finds comments and quotes, and cuts the rest into tokens.

#include "properties/tidy/code.h"

#include <algorithm>
#include <cctype>

namespace properties::tidy {

namespace {

enum class Kind { kCode, kComment, kQuote, kOther };  // other: directives, /* */ comments

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Where the literal that begins at `at` ends: one past its closing quote.
std::size_t EndOfLiteral(std::string_view text, std::size_t at) {
  if (text[at] == '"' && at > 0 && text[at - 1] == 'R') {
    const std::size_t bracket = std::min(text.find('(', at), text.size() - 1);
    std::string closing = ")";
    closing += text.substr(at + 1, bracket - at - 1);
    closing += '"';
    const std::size_t end = text.find(closing, bracket);
    return end == text.npos ? text.size() : end + closing.size();
  }
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') {
    end += text[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text.size());
}

// Where the preprocessor directive that begins at `at` ends; a backslash continues it on the next
// line.
std::size_t EndOfDirective(std::string_view text, std::size_t at) {
  std::size_t end = text.find('\n', at);
  while (end != text.npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

// For each character, whether it belongs to code, to a comment, to a literal or to something else.
std::vector<Kind> KindsOf(std::string_view text) {
  std::vector<Kind> kinds(text.size(), Kind::kCode);
  const auto mark = [&](std::size_t from, std::size_t to, Kind kind) {
    std::fill(kinds.begin() + static_cast<std::ptrdiff_t>(from),
              kinds.begin() + static_cast<std::ptrdiff_t>(to), kind);
    return to;
  };
  bool line_begins = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (text.substr(at, 2) == "//") {
      at = mark(at, std::min(text.find('\n', at), text.size()), Kind::kComment);
    } else if (text.substr(at, 2) == "/*") {
      at = mark(at, std::min(text.find("*/", at), text.size() - 2) + 2, Kind::kOther);
    } else if (c == '#' && line_begins) {
      at = mark(at, EndOfDirective(text, at), Kind::kOther);
    } else if (c == '"' || (c == '\'' && (at == 0 || !IsWord(text[at - 1])))) {
      at = mark(at, EndOfLiteral(text, at), Kind::kQuote);
    } else {
      ++at;
    }
    line_begins = c == '\n' || (line_begins && std::isspace(static_cast<unsigned char>(c)));
  }
  return kinds;
}

std::string Only(std::string_view text, Kind wanted) {
  const std::vector<Kind> kinds = KindsOf(text);
  std::string rest(text);
  for (std::size_t at = 0; at < rest.size(); ++at) {
    if (kinds[at] != wanted && rest[at] != '\n') rest[at] = ' ';
  }
  return rest;
}

}  // namespace

std::string CodeOnly(std::string_view text) { return Only(text, Kind::kCode); }

std::string CommentsOnly(std::string_view text) { return Only(text, Kind::kComment); }

std::string QuotesOnly(std::string_view text) { return Only(text, Kind::kQuote); }

std::vector<Token> Tokens(std::string_view code) {
  std::vector<Token> tokens;
  std::size_t line = 1;
  for (std::size_t at = 0; at < code.size();) {
    if (code[at] == '\n') ++line;
    if (std::isspace(static_cast<unsigned char>(code[at]))) {
      ++at;
      continue;
    }
    std::size_t size = 1;
    if (IsWord(code[at])) {
      while (at + size < code.size() && (IsWord(code[at + size]) || code[at + size] == '\'')) {
        ++size;
      }
    } else if (code.substr(at, 2) == "::" || code.substr(at, 2) == "->") {
      size = 2;
    }
    tokens.push_back({code.substr(at, size), line});
    at += size;
  }
  return tokens;
}

std::size_t ClosingBracket(const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    const std::string_view text = tokens[at].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (depth == 0) return at;
  }
  return tokens.size();
}

}  // namespace properties::tidy
