// properties/tool/command_line/number.cc -- reads the whole text as a number, or refuses it.

#include "properties/tool/command_line/number.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace tool {
namespace {

std::optional<std::uint64_t> Read(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint64_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != last) return std::nullopt;
  return value;
}

}  // namespace

std::function<std::string(const std::string&)> NumberFrom(std::uint64_t least, std::uint64_t most) {
  return [=](const std::string& text) -> std::string {
    const std::optional<std::uint64_t> value = Read(text);
    if (value && *value >= least && *value <= most) return "";
    const std::string bound = most == kAnyNumber ? "" : fmt::format(" to {}", most);
    return fmt::format("expected a whole number from {}{}, found \"{}\"", least, bound, text);
  };
}

}  // namespace tool
