// core/reflect/property_of.h -- a property with all that its member's type tells.
//
//     gc::PropertyOf(&Door::width, "width", gc::property::kTransient)
//
// If the member holds references, the property has the line of the schema that shows them, so a
// member is listed once for the collector and for everybody else.
//
// Upholds: copy-barrier (a member with references is copied by its line, not as bytes).
// Read next: core/reflect/reflected.h.

#pragma once

#include <bit>
#include <cstddef>

#include "core/object/property.h"
#include "core/object/schema.h"
#include "core/reflect/hidden_references.h"
#include "core/reflect/value_types.h"

namespace gc {
inline namespace GC_BUILD {

// Bytes from the Object part of a T, or from the start of a T that is a struct.
template <class T>
std::ptrdiff_t StartOf() {
  if constexpr (std::is_base_of_v<Object, T>) return ObjectOffset<T>();
  return 0;
}

// A property of which the compiler still knows the type.
template <class Member>
struct TypedProperty : Property {};

// The line of a member at an offset.
template <class Member>
struct LineOf {
  static Reference At(std::int32_t offset, const char* name) {
    return {.kind = ReferenceKind::kField,
            .offset = offset,
            .count = 0,
            .name = name,
            .field = &kOperationsOf<Member>};
  }
};
template <class T>
struct LineOf<ObjectPtr<T>> {
  static Reference At(std::int32_t offset, const char* name) {
    return {.offset = offset, .name = name};
  }
};
template <class T, std::size_t kCount>
struct LineOf<ObjectPtr<T>[kCount]> {
  static Reference At(std::int32_t offset, const char* name) {
    return {.kind = ReferenceKind::kArray, .offset = offset, .count = kCount, .name = name};
  }
};
template <class T, std::size_t kCount>
struct LineOf<std::array<ObjectPtr<T>, kCount>> : LineOf<ObjectPtr<T>[kCount]> {};

// Whether a property is copied by assignment. A line of the schema copies references too, and comes
// later, as it replaces references to parts of the template; but it copies nothing else of a
// struct, and there is none for what holds no reference in the end. A single reference is left to
// it.
template <class Member>
consteval bool IsCopiedAsAProperty() {
  return kHasCopy<Member> && kValueTypeOf<Member>.kind != ValueKind::kObject;
}

// What of a Member keeps nothing alive, said where the description stands.
template <class Member>
consteval void MustBeShown() {
  constexpr Hidden kHidden = HiddenReferencesOf<Member>();
  static_assert(kHidden != Hidden::kInContainer, "references in a container need a gc::Container");
  static_assert(kHidden != Hidden::kInOwner,
                "references behind a smart pointer are not followed: make it a member, or an "
                "element of a gc::Container");
  static_assert(kHidden != Hidden::kInClass,
                "a class that is not described may hold references, which are not followed: "
                "describe it with GC_REFLECTED_STRUCT, give it a VisitReferences, or say that it "
                "has none by gc::kHoldsNoReferences");
}

template <class T, class Member>
TypedProperty<Member> PropertyOf(Member T::*member, const char* name, PropertyFlags flags = 0,
                                 std::span<const Metadata> metadata = {}) {
  static_assert(sizeof(member) == sizeof(std::ptrdiff_t));
  static_assert(!std::is_const_v<Member>, "a property can be set, so it is not const");
  MustBeShown<Member>();
  TypedProperty<Member> property;
  property.offset = static_cast<std::int32_t>(std::bit_cast<std::ptrdiff_t>(member) - StartOf<T>());
  property.name = name;
  property.type = &kValueTypeOf<Member>;
  property.flags = flags;
  property.metadata = metadata;
  if constexpr (HoldsReferences<Member>) {
    property.line = LineOf<Member>::At(property.offset, name);
  }
  if constexpr (IsCopiedAsAProperty<Member>()) {
    property.copy = [](std::byte* to, const std::byte* from) {
      kValueTypeOf<Member>.operations.copy(to, from);
    };
  }
  return property;
}

// The same for a member that T may have from a base: its place in a T is not that in the base.
template <class T, class Base, class Member>
TypedProperty<Member> PropertyIn(Member Base::*member, const char* name, PropertyFlags flags = 0,
                                 std::span<const Metadata> metadata = {}) {
  return PropertyOf(static_cast<Member T::*>(member), name, flags, metadata);
}

}  // namespace GC_BUILD
}  // namespace gc
