// core/object/schema.h -- where an object's references are.
//
// The collector is precise: only the slots that a class lists count as references, so an integer
// that looks like an address keeps nothing alive. A class lists its slots by member pointer, which
// only accepts barriered pointers and what is made of them; a raw pointer member cannot be listed
// by mistake. It can be listed on purpose (ToRaw), by code that is older than the barrier: then its
// heap can only be collected with the world stopped.
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
  kArray,     // `count` slots, side by side
  kTrailing,  // as many slots as Header::tail says, behind the object
  kField,     // a field that shows its slots itself
  kRaw,       // the same, and they are changed without a barrier
  kShown,     // the object shows its slots itself, wherever they are
};

// Bytes from the start of a T to its Object part: not 0 if T is polymorphic or has other bases.
template <class T>
std::ptrdiff_t ObjectOffset() {
  constexpr std::uintptr_t kSomewhere = 1 << 20;  // any address will do; nothing is read there
  T* const t = reinterpret_cast<T*>(kSomewhere);
  return reinterpret_cast<const std::byte*>(static_cast<Object*>(t)) -
         reinterpret_cast<const std::byte*>(t);
}

// One line of a schema. Offsets are in bytes from the Object part.
struct Reference {
  ReferenceKind kind = ReferenceKind::kOne;
  bool immutable = false;         // never cleared, garbage or not, while its holder lives
  Origin origin = Origin::kCode;  // who listed it
  std::int32_t offset = 0;
  std::uint32_t count = 1;
  const char* name = "";
  const FieldOperations* field = nullptr;  // of kField, kRaw and kShown

  bool ShowsItself() const { return kind >= ReferenceKind::kField; }

  // The same line, for slots whose holder is nothing without what they hold: a class, an outer.
  Reference Immutable() const {
    Reference line = *this;
    line.immutable = true;
    return line;
  }
  // The same line, listed by somebody else than compiled code.
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
  // Whatever else holds references: a gc::Container, a LazyPtr, a variant, a struct.
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
  // What T::VisitReferences shows: references that no member pointer can name.
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
  // A pointer to a data member is its offset (Itanium C++ ABI); offsetof would refuse these types.
  template <class T, class Member>
  static std::int32_t Offset(Member T::*member) {
    static_assert(sizeof(member) == sizeof(std::ptrdiff_t));
    return static_cast<std::int32_t>(std::bit_cast<std::ptrdiff_t>(member) - ObjectOffset<T>());
  }
};

using Schema = std::span<const Reference>;

}  // namespace GC_BUILD
}  // namespace gc
