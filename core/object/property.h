// core/object/property.h -- the values that a new object copies from a template object.
//
// A new object starts with the values of its class's default object, so that a default is changed
// in one place and at run time. To copy the bytes of the whole object would copy references past
// the barrier, and give two strings one buffer. Therefore a class lists its values one property at
// a time. References are already in its schema and are copied from there; the properties are the
// rest. Only a reflected class (core/reflect/reflection.h) lists references as properties too, so
// that they can be found by name; these are not copied as properties.
//
// Upholds: copy-barrier (with core/heap/template.cc: no property copies a reference as bytes).
// Read next: core/object/class.h.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>

#include "core/object/schema.h"

namespace gc {
inline namespace GC_BUILD {

struct ValueType;

// What a description adds to a type, a property or a function: a word and what it says.
struct Metadata {
  const char* key = "";
  const char* value = "";
};

using PropertyFlags = std::uint32_t;
namespace property {
inline constexpr PropertyFlags kTransient = 1u << 0;  // never saved (S2.17)
inline constexpr PropertyFlags kReadOnly = 1u << 1;   // not to be set by name
}  // namespace property

// One property. Its offset is in bytes from the Object part, as in a schema; of a struct's property
// from the start of the struct.
struct Property {
  // A std::bad_alloc if there is no memory for a text or container; then `to` has any value.
  using Copy = void (*)(std::byte* to, const std::byte* from);

  std::int32_t offset = 0;
  Copy copy = nullptr;  // null: it is copied with the references of the schema
  const char* name = "";
  // The rest is known of reflected classes only.
  const ValueType* type = nullptr;  // core/reflect/value_type.h
  PropertyFlags flags = 0;
  std::span<const Metadata> metadata = {};
  std::optional<Reference> line = {};  // of the schema, if the type may hold references

  // Plain data is copied as bytes; any other type by its assignment, so that a container of
  // references goes through the barrier.
  template <class T, class Member>
  static Property Of(Member T::*member, const char* name) {
    static_assert(!std::is_base_of_v<ObjectSlot, Member>, "a reference belongs into the schema");
    static_assert(sizeof(member) == sizeof(std::ptrdiff_t));
    return {static_cast<std::int32_t>(std::bit_cast<std::ptrdiff_t>(member) - ObjectOffset<T>()),
            [](std::byte* to, const std::byte* from) {
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
