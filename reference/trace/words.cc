// reference/trace/words.cc -- a line cut into words.

#include "reference/trace/words.h"

#include <utility>

namespace reference {
namespace {

constexpr bool IsBlank(char byte) { return byte == ' ' || byte == '\t'; }

}  // namespace

void Words::Advance() {
  const std::string_view text = line_.text;
  std::size_t begin = end_;
  while (begin < text.size() && IsBlank(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && !IsBlank(text[end]) && text[end] != '#') ++end;
  word_ = text.substr(begin, end - begin);
  if (!word_.empty()) end_ = end;
}

ParseError Words::Error(std::string expected) const {
  ParseError error{.line = line_.number, .expected = std::move(expected)};
  error.column = 1 + end_ - word_.size();
  if (!AtEnd()) {
    error.found = Quoted(word_);
  } else {
    error.found = line_.ends_text ? "the end of the text" : "the end of the line";
  }
  return error;
}

}  // namespace reference
