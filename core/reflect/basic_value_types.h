// core/reflect/basic_value_types.h -- the ValueTypes of single values and of references.
//
// kValueTypeOf<T> is the ValueType of T; core/reflect/value_types.h has the rest, and is what to
// include.
//
// Read next: core/reflect/value_types.h.

#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <new>
#include <ranges>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/pointer/lazy_ptr.h"
#include "core/pointer/object_ptr.h"
#include "core/pointer/soft_ptr.h"
#include "core/pointer/weak_ptr.h"
#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

// Specialised for each enumeration that is described: `kName`, and `Values()` with its enumerators.
template <class E>
struct Enumerated;

template <class E>
concept DescribedEnumeration = std::is_enum_v<E> && requires {
  { Enumerated<E>::Values() } -> std::convertible_to<std::span<const Enumerator>>;
};

// A struct with GC_REFLECTED_STRUCT in it (core/reflect/reflected.h).
template <class T>
concept ReflectedStruct = !std::is_base_of_v<Object, T> && requires {
  { T::StaticReflection() } -> std::same_as<const Reflection&>;
};

template <class T>
struct ValueTypeOf;  // T has no const

template <class T>
inline constexpr ValueType kValueTypeOf = ValueTypeOf<T>::Make();

// Whether values can be compared, and copied, down to the last part. The standard containers and
// pairs claim it whatever they contain.
template <class T>
inline constexpr bool kIsComparable = std::equality_comparable<T>;
template <class T>
inline constexpr bool kIsCopyable = std::is_copy_assignable_v<T>;
template <class T>
concept RangeOfOthers = std::ranges::range<T> && !std::same_as<std::ranges::range_value_t<T>, T>;
template <RangeOfOthers T>
inline constexpr bool kIsComparable<T> =
    std::equality_comparable<T>&& kIsComparable<std::ranges::range_value_t<T>>;
template <RangeOfOthers T>
inline constexpr bool kIsCopyable<T> =
    std::is_copy_assignable_v<T>&& std::is_copy_constructible_v<std::ranges::range_value_t<T>>;
template <class A, class B>
inline constexpr bool kIsComparable<std::pair<A, B>> =
    kIsComparable<std::remove_const_t<A>>&& kIsComparable<B>;
template <class... Parts>
inline constexpr bool kIsComparable<std::tuple<Parts...>> = (kIsComparable<Parts> && ...);
// Whether ValueOperations::copy is set: of an array if its elements can be copied. GCC 12 takes no
// comparison of that pointer with null for a constant where it is to look for null pointers
// (-fsanitize=undefined).
template <class T>
inline constexpr bool kHasCopy = kIsCopyable<T>;
template <class Element, std::size_t kCount>
inline constexpr bool kHasCopy<Element[kCount]> = kHasCopy<Element>;

template <class T>
consteval ValueOperations BasicOperations() {
  ValueOperations operations;
  if constexpr (std::is_default_constructible_v<T> && !std::is_array_v<T>) {
    operations.construct = [](void* value) { new (value) T(); };
  }
  operations.destroy = [](void* value) { std::destroy_at(static_cast<T*>(value)); };
  if constexpr (kIsCopyable<T>) {
    operations.copy = [](void* to, const void* from) {
      *static_cast<T*>(to) = *static_cast<const T*>(from);
    };
  }
  return operations;
}

template <std::equality_comparable T>
consteval ValueOperations ComparableOperations() {
  ValueOperations operations = BasicOperations<T>();
  operations.equal = [](const void* a, const void* b) {
    return *static_cast<const T*>(a) == *static_cast<const T*>(b);
  };
  return operations;
}

template <class T>
consteval ValueType TypeOfKind(ValueKind kind) {
  ValueType type;
  type.kind = kind;
  type.size = sizeof(T);
  type.alignment = alignof(T);
  type.shows_references = HoldsReferences<T>;
  type.operations = BasicOperations<T>();
  return type;
}

template <class T>
consteval ValueType ComparableOfKind(ValueKind kind) {
  ValueType type = TypeOfKind<T>(kind);
  type.operations = ComparableOperations<T>();
  return type;
}

template <class T>
struct ValueTypeOf {
  static consteval ValueType Make() {
    if constexpr (std::same_as<T, bool>) {
      return ComparableOfKind<T>(ValueKind::kBool);
    } else if constexpr (std::is_integral_v<T>) {
      ValueType type = ComparableOfKind<T>(ValueKind::kInteger);
      type.is_signed = std::is_signed_v<T>;
      return type;
    } else if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
      return ComparableOfKind<T>(ValueKind::kReal);
    } else if constexpr (std::same_as<T, std::string>) {
      return ComparableOfKind<T>(ValueKind::kString);
    } else if constexpr (DescribedEnumeration<T>) {
      ValueType type = ComparableOfKind<T>(ValueKind::kEnumeration);
      type.is_signed = std::is_signed_v<std::underlying_type_t<T>>;
      type.enumerators = [] { return std::span<const Enumerator>(Enumerated<T>::Values()); };
      type.enumeration = Enumerated<T>::kName;
      return type;
    } else if constexpr (ReflectedStruct<T>) {
      ValueType type = TypeOfKind<T>(ValueKind::kStruct);
      type.structure = [](auto...) -> const Reflection& { return T::StaticReflection(); };
      return type;
    } else if constexpr (kIsComparable<T>) {
      return ComparableOfKind<T>(ValueKind::kOpaque);
    } else {
      return TypeOfKind<T>(ValueKind::kOpaque);
    }
  }
};

// The class of what a pointer to T refers to, which must be known here: a pointer to a class of
// which only the name was declared could lead to anything.
template <class T>
consteval auto TargetOf() -> const Class* (*)() {
  static_assert(
      requires { sizeof(T); },
      "include the header of the class that the reference leads to where the class that "
      "has it is described");
  if constexpr (HasClass<T> && !std::same_as<T, Object>) return &WantedClass<T>;
  return nullptr;
}

template <class T>
struct ValueTypeOf<ObjectPtr<T>> {
  static consteval ValueType Make() {
    ValueType type = ComparableOfKind<ObjectPtr<T>>(ValueKind::kObject);
    type.target = TargetOf<T>();
    type.operations.read = [](const void* value) -> Object* {
      return static_cast<const ObjectPtr<T>*>(value)->Get();
    };
    type.operations.set_reference = [](void* value, Object* object) {
      *static_cast<ObjectPtr<T>*>(value) = static_cast<T*>(object);
    };
    return type;
  }
};

template <class T>
struct ValueTypeOf<WeakPtr<T>> {
  static consteval ValueType Make() {
    ValueType type = ComparableOfKind<WeakPtr<T>>(ValueKind::kWeak);
    type.target = TargetOf<T>();
    type.operations.read = [](const void* value) -> Object* {
      return static_cast<const WeakPtr<T>*>(value)->Get();
    };
    type.operations.set_reference = [](void* value, Object* object) {
      *static_cast<WeakPtr<T>*>(value) = static_cast<T*>(object);
    };
    return type;
  }
};

template <class T>
struct ValueTypeOf<SoftPtr<T>> {
  static consteval ValueType Make() {
    ValueType type = ComparableOfKind<SoftPtr<T>>(ValueKind::kSoft);
    type.target = TargetOf<T>();
    type.operations.path = [](const void* value) {
      return static_cast<const SoftPtr<T>*>(value)->path();
    };
    type.operations.set_path = [](void* value, const Path& path) {
      *static_cast<SoftPtr<T>*>(value) = SoftPtr<T>(path);
    };
    return type;
  }
};

template <class T>
struct ValueTypeOf<LazyPtr<T>> {
  using Lazy = LazyPtr<T>;
  static consteval ValueType Make() {
    ValueType type = TypeOfKind<Lazy>(ValueKind::kLazy);
    type.target = TargetOf<T>();
    ValueOperations& operations = type.operations;
    operations.equal = [](const void* a, const void* b) {
      return Resolved(a) == Resolved(b) && PathOf(a) == PathOf(b);
    };
    operations.read = [](const void* value) -> Object* { return Resolved(value); };
    operations.set_reference = [](void* value, Object* object) {
      *static_cast<Lazy*>(value) = Lazy(static_cast<T*>(object));
    };
    operations.path = PathOf;
    operations.set_path = [](void* value, const Path& path) {
      *static_cast<Lazy*>(value) = Lazy(path);
    };
    return type;
  }

 private:
  static T* Resolved(const void* value) {
    const Lazy& lazy = *static_cast<const Lazy*>(value);
    return lazy.IsResolved() ? lazy.Get() : nullptr;
  }
  static std::string_view PathOf(const void* value) {
    const Path* const path = static_cast<const Lazy*>(value)->path();
    return path != nullptr ? std::string_view(path->text) : std::string_view{};
  }
};

}  // namespace GC_BUILD
}  // namespace gc
