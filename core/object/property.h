// core/object/property.h -- the values of a class that a new object takes from another.
//
// A new object starts with the values of its class's default object, so that a default is changed
// in one place and at run time. A blind copy of memory would copy references past the barrier, and
// give two strings one buffer; so a class lists what is to be copied, one property at a time. Its
// references are in the schema already and are copied from there; what is listed here is the rest.
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

// Offsets are in bytes from the Object part, as in a schema.
struct Property {
  using Copy = void (*)(std::byte* to, const std::byte* from) noexcept;

  std::int32_t offset = 0;
  Copy copy = nullptr;
  const char* name = "";

  // Plain data is copied as bytes, anything else by its assignment: a container of references goes
  // through the barrier by itself.
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
