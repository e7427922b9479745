#include "core/heap/names.h"

#include <charconv>

namespace gc {
inline namespace GC_BUILD {

namespace {

struct Parts {
  std::string_view text;
  std::uint32_t number;
};

// Splits "Door_12" into "Door" and 13. "Door_012" is all text, as a number would print without the
// 0.
Parts Split(std::string_view whole) {
  constexpr std::size_t kMostDigits = 9;
  const std::size_t line = whole.find_last_of('_');
  if (line == whole.npos || line == 0) return {whole, 0};
  const std::string_view digits = whole.substr(line + 1);
  if (digits.empty() || digits.size() > kMostDigits) return {whole, 0};
  if (digits.find_first_not_of("0123456789") != digits.npos) return {whole, 0};
  if (digits.front() == '0' && digits.size() > 1) return {whole, 0};
  std::uint32_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return {whole.substr(0, line), number + 1};
}

}  // namespace

Name NameTable::Intern(std::string_view text) {
  const Parts parts = Split(text);
  const auto found = numbers_.find(parts.text);
  if (found != numbers_.end()) return {found->second, parts.number};
  texts_.emplace_back(parts.text);
  const auto fresh = static_cast<std::uint32_t>(texts_.size());
  numbers_.emplace(texts_.back(), fresh);
  return {fresh, parts.number};
}

std::optional<Name> NameTable::Find(std::string_view text) const {
  const Parts parts = Split(text);
  const auto found = numbers_.find(parts.text);
  if (found == numbers_.end()) return std::nullopt;
  return Name{found->second, parts.number};
}

std::string NameTable::Text(Name name) const {
  if (name.IsNone()) return {};
  std::string text = texts_[name.text - 1];
  if (name.number != 0) text += '_' + std::to_string(name.number - 1);
  return text;
}

}  // namespace GC_BUILD
}  // namespace gc
