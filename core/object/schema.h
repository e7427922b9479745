// core/object/schema.h -- where an object's references are.
//
// The collector is precise: only the slots that a class lists count as references, and an integer
// that looks like an address keeps nothing alive. A class lists its slots by member pointer. To()
// accepts only barriered pointers and types made of them, so a raw pointer cannot be listed by
// mistake. Code that is older than the barrier can list one with ToRaw(); its heap can then only be
// collected with the world stopped.
//
// Read next: core/object/class.h.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/object/field.h"
#include "core/object/origin.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
class ObjectPtr;

enum class ReferenceKind : std::uint8_t {
  kOne,       // one slot
  kArray,     // `count` adjacent slots
  kTrailing,  // as many slots as TailOf says, behind the object
  kField,     // a field that shows its slots itself
  kRaw,       // a plain pointer or a range of them, changed without a barrier
  kShown,     // the object shows its slots itself, wherever they are
};

// Bytes from the start of a T to its Object part; not 0 if T is polymorphic or has other bases.
template <class T>
std::ptrdiff_t ObjectOffset() {
  constexpr std::uintptr_t kSomewhere = 1 << 20;  // any address will do: it is not read
  T* const t = reinterpret_cast<T*>(kSomewhere);
  return reinterpret_cast<const std::byte*>(static_cast<Object*>(t)) -
         reinterpret_cast<const std::byte*>(t);
}

// One line of a schema. Offsets are in bytes from the Object part.
struct Reference {
  ReferenceKind kind = ReferenceKind::kOne;
  bool immutable = false;         // never cleared while its holder lives, even if it is garbage
  Origin origin = Origin::kCode;  // where the line was declared
  std::int32_t offset = 0;
  std::uint32_t count = 1;
  const char* name = "";
  const FieldOperations* field = nullptr;  // not null for kField, kRaw and kShown

  bool ShowsItself() const { return kind >= ReferenceKind::kField; }

  // The same line, for slots that are never cleared because the holder needs them: class or outer.
  Reference Immutable() const {
    Reference line = *this;
    line.immutable = true;
    return line;
  }
  // The same line with another origin.
  Reference From(Origin who) const {
    Reference line = *this;
    line.origin = who;
    return line;
  }

  template <class T, class U>
  static Reference To(ObjectPtr<U> T::*member, const char* name) {
    return {.offset = Offset<T>(member), .name = name};
  }
  template <class T, class U, std::size_t kCount>
  static Reference To(ObjectPtr<U> (T::*member)[kCount], const char* name) {
    return {
        .kind = ReferenceKind::kArray, .offset = Offset<T>(member), .count = kCount, .name = name};
  }
  template <class T, class U, std::size_t kCount>
  static Reference To(std::array<ObjectPtr<U>, kCount> T::*member, const char* name) {
    return {
        .kind = ReferenceKind::kArray, .offset = Offset<T>(member), .count = kCount, .name = name};
  }
  // Any other type that holds references: a gc::Container, a LazyPtr, a variant, a struct.
  template <class T, HoldsReferences Field>
  static Reference To(Field T::*member, const char* name) {
    return {.kind = ReferenceKind::kField,
            .offset = Offset<T>(member),
            .count = 0,
            .name = name,
            .field = &kOperationsOf<Field>};
  }
  // A plain pointer, or a range of them.
  template <class T, class Field>
  static Reference ToRaw(Field T::*member, const char* name) {
    return {.kind = ReferenceKind::kRaw,
            .offset = Offset<T>(member),
            .count = 0,
            .name = name,
            .field = &kRawOperationsOf<Field>};
  }
  // The references that T::VisitReferences shows, for those that no member pointer can name.
  template <ShowsReferences T>
  static Reference Shown(const char* name) {
    return {.kind = ReferenceKind::kShown, .count = 0, .name = name, .field = &kOperationsShown<T>};
  }
  // The trailing array of an object made by Heap::NewWithTail.
  template <class T>
  static Reference Trailing(const char* name) {
    return {.kind = ReferenceKind::kTrailing,
            .offset = static_cast<std::int32_t>(sizeof(T) - ObjectOffset<T>()),
            .count = 0,
            .name = name};
  }

 private:
  // In the Itanium C++ ABI a pointer to a data member is its offset; offsetof refuses these types.
  template <class T, class Member>
  static std::int32_t Offset(Member T::*member) {
    static_assert(sizeof(member) == sizeof(std::ptrdiff_t));
    return static_cast<std::int32_t>(std::bit_cast<std::ptrdiff_t>(member) - ObjectOffset<T>());
  }
};

using Schema = std::span<const Reference>;

}  // namespace GC_BUILD
}  // namespace gc
