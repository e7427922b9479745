// core/reflect/hidden_references.h -- which C++ types may hold references that nothing shows.
//
// A property is followed if its type shows its references, or is a struct that is described. What
// holds references and does neither would keep nothing alive, and nobody would say so:
//
//     struct Plain { gc::ObjectPtr<Room> room; };   a struct without a description
//     std::unique_ptr<Slot>, std::list<Slot>        memory that no gc::Container watches over
//     std::function<void()>                         who knows what it has captured
//
// The compiler cannot look into a struct. But whoever holds a reference cannot be copied as bytes,
// since a copy calls the barrier. So a class that can be copied so is harmless, and any other must
// be known, or described, or be called harmless by kHoldsNoReferences.
//
// Source: S4.9, S4.20.   Read next: core/reflect/link_checks.h.

#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/pointer/strong_ptr.h"
#include "core/reflect/value_types.h"

namespace gc {
inline namespace GC_BUILD {

// Specialise it as true, at global scope, for a type of which you know that no value of it holds a
// reference to a managed object:
//
//     template <> inline constexpr bool gc::kHoldsNoReferences<Texture> = true;
template <class T>
inline constexpr bool kHoldsNoReferences = false;
template <class T>
inline constexpr bool kHoldsNoReferences<StrongPtr<T>> = true;  // roots are no properties' business

// Where the references are that a value may hold, and that neither a line nor a description shows.
enum class Hidden { kNowhere, kInContainer, kInOwner, kInClass };

// `kIsLinked`: linking looks into the value (core/reflect/link_checks.h), so that a reflected
// struct in it need not be refused here, where nobody knows its properties.
template <class T, bool kIsLinked>
consteval Hidden HiddenIn();

consteval Hidden FirstHidden(std::initializer_list<Hidden> all) {
  for (const Hidden one : all) {
    if (one != Hidden::kNowhere) return one;
  }
  return Hidden::kNowhere;
}

// In what is owned by memory outside of the value.
template <class T, bool kIsLinked>
consteval Hidden HiddenInOwned(Hidden owner) {
  using Part = std::remove_cv_t<T>;
  if constexpr (std::is_void_v<Part>) {
    return owner;
  } else if constexpr (!requires { sizeof(Part); }) {
    return kHoldsNoReferences<Part> ? Hidden::kNowhere : owner;
  } else if constexpr (kIsLinked && ReflectedStruct<Part>) {
    return Hidden::kNowhere;
  } else if constexpr (HoldsReferences<Part>) {
    return owner;
  } else {
    return HiddenIn<Part, kIsLinked>();
  }
}

// Whether linking knows the elements of a container: of those that are opaque it does not.
template <class T>
inline constexpr bool kIsOpaque = kValueTypeOf<T>.kind == ValueKind::kOpaque;

template <class T>
struct HiddenInside {
  template <bool kIsLinked>
  static consteval Hidden Get() {
    if constexpr (ShowsReferences<T> || !(std::is_class_v<T> || std::is_union_v<T>)) {
      return Hidden::kNowhere;
    } else if constexpr (!kIsOpaque<T> && !kValueTypeOf<T>.HasParts()) {
      return Hidden::kNowhere;
    } else if constexpr (requires { typename T::container_type; }) {  // a stack or a queue
      return HiddenInOwned<typename T::value_type, false>(Hidden::kInContainer);
    } else if constexpr (std::ranges::range<T>) {
      return InRange < kIsLinked && !kIsOpaque < T >> ();
    } else {
      return std::is_trivially_copyable_v<T> ? Hidden::kNowhere : Hidden::kInClass;
    }
  }

 private:
  template <bool kIsLinked>
  static consteval Hidden InRange() {
    using Element = std::ranges::range_value_t<T>;
    if constexpr (std::same_as<Element, T>) {  // a path of a file, a document
      return Hidden::kInClass;
    } else if constexpr (requires { typename T::mapped_type; }) {
      return FirstHidden({HiddenInOwned<typename T::key_type, kIsLinked>(Hidden::kInContainer),
                          HiddenInOwned<typename T::mapped_type, kIsLinked>(Hidden::kInContainer)});
    } else {
      return HiddenInOwned<Element, kIsLinked>(Hidden::kInContainer);
    }
  }
};

template <class C>
struct HiddenInside<Container<C>> {
  template <bool kIsLinked>
  static consteval Hidden Get() {
    constexpr bool kGoesOn = kIsLinked && !kIsOpaque<Container<C>>;
    if constexpr (requires { typename C::mapped_type; }) {
      return FirstHidden({HiddenIn<typename C::key_type, kGoesOn>(),
                          HiddenIn<typename C::mapped_type, kGoesOn>()});
    } else {
      return HiddenIn<typename C::value_type, kGoesOn>();
    }
  }
};

// The parts of a value that are inside of it.
template <bool kMayBeLinked, class... Parts>
struct HiddenInParts {
  template <bool kIsLinked>
  static consteval Hidden Get() {
    return FirstHidden({HiddenIn < Parts, kIsLinked && kMayBeLinked > ()...});
  }
};
template <class T, std::size_t kCount>
struct HiddenInside<T[kCount]> : HiddenInParts<true, T> {};
template <class T, std::size_t kCount>
struct HiddenInside<std::array<T, kCount>> : HiddenInParts<true, T> {};
template <class T>
struct HiddenInside<std::optional<T>> : HiddenInParts<true, T> {};
template <class... Choices>
struct HiddenInside<std::variant<Choices...>> : HiddenInParts<true, Choices...> {};
template <class A, class B>
struct HiddenInside<std::pair<A, B>> : HiddenInParts<false, A, B> {};
template <class... Parts>
struct HiddenInside<std::tuple<Parts...>> : HiddenInParts<false, Parts...> {};

template <class T>
struct HiddenInOwner {
  template <bool kIsLinked>
  static consteval Hidden Get() {
    return HiddenInOwned<std::remove_extent_t<T>, false>(Hidden::kInOwner);
  }
};
template <class T, class Deleter>
struct HiddenInside<std::unique_ptr<T, Deleter>> : HiddenInOwner<T> {};
template <class T>
struct HiddenInside<std::shared_ptr<T>> : HiddenInOwner<T> {};

template <class T, bool kIsLinked>
consteval Hidden HiddenIn() {
  using Part = std::remove_cv_t<T>;
  if constexpr (kHoldsNoReferences<Part>) {
    return Hidden::kNowhere;
  } else {
    return HiddenInside<Part>::template Get<kIsLinked>();
  }
}

// Whether a member holds, or may hold, references that nothing shows.
template <class Member>
consteval Hidden HiddenReferencesOf() {
  return HiddenIn<Member, true>();
}

}  // namespace GC_BUILD
}  // namespace gc
