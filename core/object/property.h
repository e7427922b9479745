// core/object/property.h -- the values that a new object copies from a template object.
//
// A new object starts with the values of its class's default object, so that a default is changed
// in one place and at run time. To copy the bytes of the whole object would copy references past
// the barrier, and give two strings one buffer. Therefore a class lists its values one property at
// a time. References are already in its schema and are copied from there; the properties are the
// rest.
//
// Upholds: copy-barrier (with core/heap/template.cc: no property copies a reference as bytes).
// Read next: core/object/class.h.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "core/object/schema.h"

namespace gc {
inline namespace GC_BUILD {

// One property. Its offset is in bytes from the Object part, as in a schema.
struct Property {
  using Copy = void (*)(std::byte* to, const std::byte* from) noexcept;

  std::int32_t offset = 0;
  Copy copy = nullptr;
  const char* name = "";

  // Plain data is copied as bytes; any other type by its assignment, so that a container of
  // references goes through the barrier.
  template <class T, class Member>
  static Property Of(Member T::*member, const char* name) {
    static_assert(!std::is_base_of_v<ObjectSlot, Member>, "a reference belongs into the schema");
    static_assert(sizeof(member) == sizeof(std::ptrdiff_t));
    return {static_cast<std::int32_t>(std::bit_cast<std::ptrdiff_t>(member) - ObjectOffset<T>()),
            [](std::byte* to, const std::byte* from) noexcept {
              if constexpr (std::is_trivially_copyable_v<Member>) {
                std::memcpy(to, from, sizeof(Member));
              } else {
                *reinterpret_cast<Member*>(to) = *reinterpret_cast<const Member*>(from);
              }
            },
            name};
  }
};

using Properties = std::span<const Property>;

}  // namespace GC_BUILD
}  // namespace gc
