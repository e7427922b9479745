// core/object/parts.h -- where the parts of standard types lie in memory.
//
// A packed schema needs offsets of what the standard library keeps to itself: the flag of an
// optional, the index of a variant, the two pointers of a vector. All libraries that we know lay
// them out in the same way, and none promises to. So each place is tried: a value is made and
// looked at, once. Where it is not as expected, the type is shown by a call instead, which is
// slower and as right.
//
// Thread rules: any thread.
// Read next: core/object/references.h.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

// Bytes from the start of a T to a part of it, whose address `part` gives.
template <class T, class Part>
std::int64_t PlaceIn(Part part) {
  constexpr std::uintptr_t kSomewhere = 1 << 20;  // any address will do: it is not read
  T* const whole = reinterpret_cast<T*>(kSomewhere);
  return reinterpret_cast<const std::byte*>(part(*whole)) -
         reinterpret_cast<const std::byte*>(whole);
}

// As large as a T, and harmless to make.
template <class T>
struct DummyFor {
  alignas(T) std::array<std::byte, sizeof(T)> bytes;
};

template <class Value>
bool HasByte(const Value& value, std::size_t at, std::size_t expected) {
  std::byte byte{};
  std::memcpy(&byte, reinterpret_cast<const std::byte*>(&value) + at, 1);
  return std::to_integer<std::size_t>(byte) == expected;
}

// Whether the value of an optional stands at its start, and the flag right behind.
template <class T>
bool FlagIsBehind() {
  using Optional = std::optional<DummyFor<T>>;
  if constexpr (sizeof(Optional) != sizeof(std::optional<T>) || sizeof(T) >= sizeof(Optional)) {
    return false;
  } else {
    static const bool is_behind = [] {
      Optional one(std::in_place);
      const auto* const start = reinterpret_cast<const std::byte*>(&one);
      const bool is_first = reinterpret_cast<const std::byte*>(&*one) == start;
      const bool says_yes = HasByte(one, sizeof(T), 1);
      one.reset();
      return is_first && says_yes && HasByte(one, sizeof(T), 0);
    }();
    return is_behind;
  }
}

// Bytes that are enough for each of the types.
template <class... Choices>
inline constexpr std::size_t kRoomFor = [] {
  const std::size_t alignment = std::max({alignof(Choices)...});
  return (std::max({sizeof(Choices)...}) + alignment - 1) / alignment * alignment;
}();

template <class Variant, std::size_t kWhich>
bool IsChoiceBehind(std::size_t room) {
  const Variant one(std::in_place_index<kWhich>);
  const auto* const start = reinterpret_cast<const std::byte*>(&one);
  return reinterpret_cast<const std::byte*>(&std::get<kWhich>(one)) == start &&
         HasByte(one, room, kWhich);
}

// Whether the choice of a variant stands at its start, and one byte behind them all says which.
template <class... Choices>
bool ChoiceIsBehind() {
  using Variant = std::variant<DummyFor<Choices>...>;
  constexpr std::size_t kRoom = kRoomFor<Choices...>;
  constexpr std::size_t kMost = 255;
  if constexpr (sizeof(Variant) != sizeof(std::variant<Choices...>) || kRoom >= sizeof(Variant) ||
                sizeof...(Choices) >= kMost) {
    return false;
  } else {
    static const bool is_behind = []<std::size_t... kWhich>(std::index_sequence<kWhich...>) {
      return (IsChoiceBehind<Variant, kWhich>(kRoom) && ...);
    }
    (std::index_sequence_for<Choices...>{});
    return is_behind;
  }
}

// Whether a vector begins with the addresses of its first element and of what is behind the last.
inline bool VectorsAreRanges() {
  using Elements = std::vector<void*>;
  if constexpr (sizeof(Elements) != 3 * sizeof(void*)) {
    return false;
  } else {
    static const bool are_ranges = [] {
      Elements three(3);
      three.reserve(8);
      void** range[2] = {};
      std::memcpy(range, static_cast<const void*>(&three), sizeof(range));
      return range[0] == three.data() && range[1] == three.data() + three.size();
    }();
    return are_ranges;
  }
}

}  // namespace GC_BUILD
}  // namespace gc
