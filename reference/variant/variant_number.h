// reference/variant/variant_number.h -- a number for each heap that has one setting of its own.
//
// The binary form of a trace has a few bits for the heap. They name the variants that differ from
// the usual one in one setting: 0 is the usual one, and then come the values in the order of the
// table.
//
// Read next: reference/trace/trace_bytes.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "reference/variant/variant.h"

namespace reference {

// The numbers are from 0 to this.
inline constexpr std::uint32_t kLastVariant = [] {
  std::size_t count = 0;
  for (const SettingEntry& entry : kSettings) count += entry.Values().size() - 1;
  return static_cast<std::uint32_t>(count);
}();

// The usual variant if the number is beyond the last.
constexpr Variant VariantOf(std::uint32_t number) {
  for (const SettingEntry& entry : kSettings) {
    const auto others = static_cast<std::uint32_t>(entry.Values().size() - 1);
    if (number <= others) return With(entry.setting, static_cast<std::uint8_t>(number));
    number -= others;
  }
  return {};
}

// None if two settings are not the usual ones.
constexpr std::optional<std::uint32_t> NumberOf(const Variant& variant) {
  for (std::uint32_t number = 0; number <= kLastVariant; ++number) {
    if (VariantOf(number) == variant) return number;
  }
  return std::nullopt;
}

}  // namespace reference
