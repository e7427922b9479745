// properties/subjects/pipe/pipe_words.h -- how a line of the conversation is read.
//
// Read next: properties/subjects/pipe/pipe_subject.h.

#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

using Words = std::vector<std::string_view>;

// The parts of the text between these; empty ones are left out.
inline Words Split(std::string_view text, std::string_view at) {
  Words parts;
  while (true) {
    const std::size_t end = text.find(at);
    const std::string_view part = text.substr(0, end);
    if (!part.empty()) parts.push_back(part);
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + at.size());
  }
}

// The whole word as a number; empty if it is none, or too large.
template <class Number = std::uint32_t>
std::optional<Number> NumberIn(std::string_view word) {
  Number number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return whole ? std::optional(number) : std::nullopt;
}

// The object that the word names, `null` or `dangling`.
inline std::optional<reference::Name> NameIn(std::string_view word) {
  if (word == "null") return reference::kNull;
  if (word == "dangling") return reference::kDangling;
  if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'z') {
    return static_cast<reference::Name>(word[0] - 'a');
  }
  if (word.size() < 2 || word[0] != 'o') return std::nullopt;
  return NumberIn(word.substr(1));
}

}  // namespace properties
