// properties/reflecting/known_types.h -- values of C++ types as values on paper, and back.
//
// Included by type_table.cc only.

#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "core/gc.h"
#include "properties/reflecting/loose_types.h"
#include "properties/reflecting/moods.h"
#include "properties/reflecting/type_table.h"

namespace properties::reflecting {

using reference::reflecting::Shape;

// Paper(): the type on paper; Set and Get: a value.
template <class T>
struct Known;

template <class T>
const PaperType* PaperOf() {
  static const PaperType& made = *new PaperType(Known<T>::Paper());
  return &made;
}
template <class T>
T Made(const PaperValue& from, const Named& named) {
  T made{};
  Known<T>::Set(made, from, named);
  return made;
}

template <class T>
requires std::is_arithmetic_v<T> || std::is_enum_v<T>
struct Known<T> {
  static PaperType Paper() {
    if (std::same_as<T, bool>) return {.shape = Shape::kBool};
    if (std::is_enum_v<T>) return {.shape = Shape::kMood, .number = std::same_as<T, Temper>};
    return {.shape = std::is_integral_v<T> ? Shape::kInteger : Shape::kReal,
            .number = sizeof(T),
            .is_signed = std::is_signed_v<T>};
  }
  static void Set(T& to, const PaperValue& from, const Named&) {
    if constexpr (std::is_floating_point_v<T>) {
      to = static_cast<T>(std::bit_cast<double>(from.number));
    } else {
      to = static_cast<T>(from.number);
    }
  }
  static PaperValue Get(const T& from, const Named&) {
    if constexpr (std::is_floating_point_v<T>) {
      return {.number = std::bit_cast<std::int64_t>(static_cast<double>(from))};
    } else {
      return {.number = static_cast<std::int64_t>(from)};
    }
  }
};

template <>
struct Known<std::string> {
  static PaperType Paper() { return {.shape = Shape::kText}; }
  static void Set(std::string& to, const PaperValue& from, const Named&) { to = from.text; }
  static PaperValue Get(const std::string& from, const Named&) { return {.text = from}; }
};

// The names of NamedObject and of ClassObject are shorter.
template <class T>
constexpr const char* kTargetName = std::same_as<T, gc::Object>        ? ""
                                    : std::same_as<T, gc::ClassObject> ? "Class"
                                                                       : "Object";

template <class Pointer, class T, Shape kShape>
struct KnownPointer {
  static PaperType Paper() {
    constexpr bool kToClasses = std::same_as<T, gc::ClassObject>;
    return {.shape = kShape,
            .number = kToClasses ? reference::reflecting::kClassesOnly : 0,
            .target = kTargetName<T>};
  }
  static void Set(Pointer& to, const PaperValue& from, const Named& named) {
    to = static_cast<T*>(named.At(static_cast<Name>(from.number)));
  }
  static PaperValue Get(const Pointer& from, const Named& named) {
    return {.number = named.Of(from.Get())};
  }
};
template <class T>
struct Known<gc::ObjectPtr<T>> : KnownPointer<gc::ObjectPtr<T>, T, Shape::kObject> {};
template <class T>
struct Known<gc::WeakPtr<T>> : KnownPointer<gc::WeakPtr<T>, T, Shape::kWeak> {};

template <class T>
struct Known<gc::SoftPtr<T>> {
  static PaperType Paper() { return {.shape = Shape::kSoft, .target = kTargetName<T>}; }
  static void Set(gc::SoftPtr<T>& to, const PaperValue& from, const Named& named) {
    to = from.text.empty() ? gc::SoftPtr<T>() : gc::SoftPtr<T>(named.paths.Intern(from.text));
  }
  static PaperValue Get(const gc::SoftPtr<T>& from, const Named&) {
    return {.text = std::string(from.path())};
  }
};

template <class T>
struct Known<gc::LazyPtr<T>> {
  static PaperType Paper() { return {.shape = Shape::kLazy, .target = kTargetName<T>}; }
  static void Set(gc::LazyPtr<T>& to, const PaperValue& from, const Named& named) {
    to = from.text.empty() ? gc::LazyPtr<T>(named.At(static_cast<Name>(from.number)))
                           : gc::LazyPtr<T>(named.paths.Intern(from.text));
  }
  static PaperValue Get(const gc::LazyPtr<T>& from, const Named& named) {
    if (from.path() != nullptr) return {.text = from.path()->text};
    return {.number = named.Of(from.Get())};
  }
};

template <class Array, class Element, std::size_t kCount>
struct KnownFixed {
  static PaperType Paper() {
    return {.shape = Shape::kFixedArray, .number = kCount, .parts = {PaperOf<Element>()}};
  }
  static void Set(Array& to, const PaperValue& from, const Named& named) {
    for (std::size_t i = 0; i < kCount; ++i) Known<Element>::Set(to[i], from.parts[i], named);
  }
  static PaperValue Get(const Array& from, const Named& named) {
    PaperValue value;
    for (const Element& each : from) value.parts.push_back(Known<Element>::Get(each, named));
    return value;
  }
};
template <class T, std::size_t kCount>
struct Known<std::array<T, kCount>> : KnownFixed<std::array<T, kCount>, T, kCount> {};
template <class T, std::size_t kCount>
struct Known<T[kCount]> : KnownFixed<T[kCount], T, kCount> {};

template <class A, class B>
struct Known<std::pair<A, B>> {
  static PaperType Paper() {
    return {.shape = Shape::kPair, .parts = {PaperOf<A>(), PaperOf<B>()}};
  }
  static void Set(std::pair<A, B>& to, const PaperValue& from, const Named& named) {
    Known<A>::Set(to.first, from.parts[0], named);
    Known<B>::Set(to.second, from.parts[1], named);
  }
  static PaperValue Get(const std::pair<A, B>& from, const Named& named) {
    return {.parts = {Known<A>::Get(from.first, named), Known<B>::Get(from.second, named)}};
  }
};

template <class T>
struct Known<std::optional<T>> {
  static PaperType Paper() { return {.shape = Shape::kOptional, .parts = {PaperOf<T>()}}; }
  static void Set(std::optional<T>& to, const PaperValue& from, const Named& named) {
    to.reset();
    if (!from.parts.empty()) Known<T>::Set(to.emplace(), from.parts[0], named);
  }
  static PaperValue Get(const std::optional<T>& from, const Named& named) {
    PaperValue value;
    if (from) value.parts.push_back(Known<T>::Get(*from, named));
    return value;
  }
};

template <class... Choices>
struct Known<std::variant<Choices...>> {
  using Variant = std::variant<Choices...>;
  static PaperType Paper() { return {.shape = Shape::kVariant, .parts = {PaperOf<Choices>()...}}; }
  static void Set(Variant& to, const PaperValue& from, const Named& named) {
    SetOf(to, from, named, std::index_sequence_for<Choices...>{});
  }
  static PaperValue Get(const Variant& from, const Named& named) {
    PaperValue value{.number = static_cast<std::int64_t>(from.index())};
    value.parts.push_back(std::visit(
        [&named]<class T>(const T& choice) { return Known<T>::Get(choice, named); }, from));
    return value;
  }

 private:
  template <std::size_t... kIndices>
  static void SetOf(Variant& to, const PaperValue& from, const Named& named,
                    std::index_sequence<kIndices...>) {
    const auto choose = [&]<std::size_t kIndex>() {
      using Choice = std::variant_alternative_t<kIndex, Variant>;
      if (from.number == kIndex) {
        Known<Choice>::Set(to.template emplace<kIndex>(), from.parts[0], named);
      }
    };
    (choose.template operator()<kIndices>(), ...);
  }
};

// Pointers stand in a set in the order of their addresses, which no run knows.
template <class C>
constexpr bool IsUnordered() {
  if constexpr (requires { typename C::key_type; }) {
    return requires { typename C::hasher; }
    || std::is_base_of_v<gc::ObjectSlot, typename C::key_type>;
  }
  return false;
}

// `Held` is the container, or a gc::Container with it inside.
template <class Held, class C>
struct KnownContainer {
  static constexpr bool kIsMap = requires { typename C::mapped_type; };
  static constexpr bool kIsSet = !kIsMap && requires { typename C::key_type; };

  static PaperType Paper() {
    PaperType type{.is_unordered = IsUnordered<C>()};
    if constexpr (kIsMap) {
      type.shape = Shape::kMap;
      type.parts = {PaperOf<typename C::key_type>(), PaperOf<typename C::mapped_type>()};
    } else {
      type.shape = kIsSet ? Shape::kSet : Shape::kArray;
      type.parts = {PaperOf<typename C::value_type>()};
    }
    return type;
  }
  static void Set(Held& to, const PaperValue& from, const Named& named) {
    to.clear();
    for (const PaperValue& part : from.parts) {
      if constexpr (kIsMap) {
        to.emplace(Made<typename C::key_type>(part.parts[0], named),
                   Made<typename C::mapped_type>(part.parts[1], named));
      } else if constexpr (kIsSet) {
        to.insert(Made<typename C::value_type>(part, named));
      } else {
        to.push_back(Made<typename C::value_type>(part, named));
      }
    }
  }
  static PaperValue Get(const Held& from, const Named& named) {
    PaperValue value;
    for (const auto& part : from) {
      using Part = std::remove_cvref_t<decltype(part)>;
      if constexpr (kIsMap) {
        value.parts.push_back({.parts = {Known<typename C::key_type>::Get(part.first, named),
                                         Known<typename C::mapped_type>::Get(part.second, named)}});
      } else {
        value.parts.push_back(Known<Part>::Get(part, named));
      }
    }
    return value;
  }
};
template <class C>
struct Known<gc::Container<C>> : KnownContainer<gc::Container<C>, C> {};
template <class C>
requires requires {
  typename C::value_type;
  typename C::allocator_type;
  typename C::iterator;
}
struct Known<C> : KnownContainer<C, C> {};

template <std::size_t kWhich>
struct Known<LooseStruct<kWhich>> {
  static PaperType Paper() { return {.shape = Shape::kStruct, .number = kWhich}; }
  static void Set(LooseStruct<kWhich>& to, const PaperValue& from, const Named& named) {
    const std::vector<Placed>& members = to.Layout().members;
    for (std::size_t i = 0; i < members.size(); ++i) {
      members[i].entry->set(to.bytes + members[i].offset, from.parts[i], named);
    }
  }
  static PaperValue Get(const LooseStruct<kWhich>& from, const Named& named) {
    PaperValue value;
    for (const Placed& member : from.Layout().members) {
      value.parts.push_back(member.entry->get(from.bytes + member.offset, named));
    }
    return value;
  }
};

}  // namespace properties::reflecting
