// core/reflect/raw_property.h -- a property that is a plain pointer, or a range of them.
//
// A schema lists it as raw, so its heap is collected with the world stopped (S5.10, S5.22). It can
// be seen and copied, and not be set by name: a store through it would pass the barrier by. The
// header tool writes this for annotated plain pointers that its policy lets pass.
//
// Source: S5.11.   Read next: core/reflect/property_of.h.

#pragma once

#include <span>

#include "core/object/field.h"
#include "core/reflect/property_of.h"

namespace gc {
inline namespace GC_BUILD {

// That of the pointer, but for one thing: it holds references.
template <class Member>
inline constexpr ValueType kRawValueTypeOf = [] {
  ValueType type = kValueTypeOf<Member>;
  type.kind = ValueKind::kOpaque;
  type.shows_references = true;
  return type;
}();

template <class T, class Member>
Property RawPropertyOf(Member T::*member, const char* name, PropertyFlags flags = 0,
                       std::span<const Metadata> metadata = {}) {
  Property property = PropertyOf(member, name, flags | property::kReadOnly, metadata);
  property.type = &kRawValueTypeOf<Member>;
  property.line = Reference{.kind = ReferenceKind::kRaw,
                            .offset = property.offset,
                            .count = 0,
                            .name = name,
                            .field = &kRawOperationsOf<Member>};
  property.copy = nullptr;  // the line copies it
  return property;
}

}  // namespace GC_BUILD
}  // namespace gc
