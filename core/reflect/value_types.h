// core/reflect/value_types.h -- makes the ValueType of a C++ type.
//
// A property is listed by its member pointer alone, and the compiler knows the rest: so no
// description can say another type than the member has (S4.5). kValueTypeOf<T> is the ValueType of
// T. It is constant-initialised, so that descriptions in any file may use it before main.
//
// A type that no case below knows is opaque: it is copied from a template object, and that is all.
//
// Read next: core/reflect/property_of.h.

#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "core/pointer/container.h"
#include "core/reflect/basic_value_types.h"

namespace gc {
inline namespace GC_BUILD {

template <class Array, class Element, std::size_t kCount>
consteval ValueType FixedArrayType() {
  ValueType type = TypeOfKind<Array>(ValueKind::kFixedArray);
  type.count = kCount;
  type.element = &kValueTypeOf<Element>;
  type.operations.size = [](const void*) { return kCount; };
  type.operations.at = [](void* value, std::size_t index) -> void* {
    return static_cast<Element*>(value) + index;
  };
  type.operations.each = [](void* value, const PartVisitor& visit) {
    for (std::size_t i = 0; i < kCount; ++i) visit(nullptr, static_cast<Element*>(value) + i);
  };
  return type;
}
template <class Element, std::size_t kCount>
struct ValueTypeOf<std::array<Element, kCount>> {
  static consteval ValueType Make() {
    return FixedArrayType<std::array<Element, kCount>, Element, kCount>();
  }
};
template <class Element, std::size_t kCount>
struct ValueTypeOf<Element[kCount]> {
  static consteval ValueType Make() {
    ValueType type = FixedArrayType<Element[kCount], Element, kCount>();
    type.operations.construct = [](void* value) {
      for (std::size_t i = 0; i < kCount; ++i) new (static_cast<Element*>(value) + i) Element();
    };
    // An array of arrays cannot be assigned, but its elements can.
    if constexpr (kHasCopy<Element>) {
      type.operations.copy = [](void* to, const void* from) {
        for (std::size_t i = 0; i < kCount; ++i) {
          kValueTypeOf<Element>.operations.copy(static_cast<Element*>(to) + i,
                                                static_cast<const Element*>(from) + i);
        }
      };
    }
    return type;
  }
};

// A value that an argument of ValueOperations::add gives, or the default one.
template <class T>
T Given(const void* value) {
  return value != nullptr ? *static_cast<const T*>(value) : T();
}

// `Held` is the container, or a gc::Container with it inside.
template <class Held, class C>
struct ContainerType {
  static constexpr bool kIsMap = requires { typename C::mapped_type; };
  static constexpr bool kHasKeys = requires { typename C::key_type; };

  static consteval ValueType Make(ValueKind kind) {
    ValueType type = TypeOfKind<Held>(kind);
    ValueOperations& operations = type.operations;
    operations.size = [](const void* value) { return static_cast<const Held*>(value)->size(); };
    operations.clear = [](void* value) { static_cast<Held*>(value)->clear(); };
    operations.each = Each;
    operations.add = Add;
    if constexpr (kIsMap) {
      type.key = &kValueTypeOf<typename C::key_type>;
      type.element = &kValueTypeOf<typename C::mapped_type>;
    } else {
      type.element = &kValueTypeOf<typename C::value_type>;
    }
    if constexpr (!kHasKeys) {
      operations.at = [](void* value, std::size_t index) -> void* {
        return &(*static_cast<Held*>(value))[index];
      };
    }
    return type;
  }

 private:
  static void Each(void* value, const PartVisitor& visit) {
    for (auto& part : *static_cast<Held*>(value)) {
      if constexpr (kIsMap) {
        visit(&part.first, &part.second);
      } else {
        visit(nullptr, const_cast<typename C::value_type*>(&part));
      }
    }
  }
  static void Add(void* value, const void* key, const void* element) {
    Held& held = *static_cast<Held*>(value);
    if constexpr (kIsMap) {
      held.insert_or_assign(Given<typename C::key_type>(key),
                            Given<typename C::mapped_type>(element));
    } else if constexpr (kHasKeys) {
      held.insert(Given<typename C::value_type>(element));
    } else {
      held.push_back(Given<typename C::value_type>(element));
    }
  }
};

// What cannot be copied cannot be added either: such a container is opaque.
template <class Held, class C>
consteval ValueType MakeContainerType(ValueKind kind) {
  if constexpr (kIsCopyable<C>) {
    return ContainerType<Held, C>::Make(kind);
  } else {
    return TypeOfKind<Held>(ValueKind::kOpaque);
  }
}

#define GC_CONTAINER_TYPE(kind, container, ...)                                   \
  template <__VA_ARGS__>                                                          \
  struct ValueTypeOf<container> {                                                 \
    static consteval ValueType Make() {                                           \
      return MakeContainerType<container, container>(ValueKind::kind);            \
    }                                                                             \
  };                                                                              \
  template <__VA_ARGS__>                                                          \
  struct ValueTypeOf<Container<container>> {                                      \
    static consteval ValueType Make() {                                           \
      return MakeContainerType<Container<container>, container>(ValueKind::kind); \
    }                                                                             \
  };
#define GC_COMMA ,
GC_CONTAINER_TYPE(kArray, std::vector<T>, class T)
GC_CONTAINER_TYPE(kArray, std::deque<T>, class T)
GC_CONTAINER_TYPE(kSet, std::set<T>, class T)
GC_CONTAINER_TYPE(kSet, std::unordered_set<T>, class T)
GC_CONTAINER_TYPE(kMap, std::map<K GC_COMMA T>, class K, class T)
GC_CONTAINER_TYPE(kMap, std::unordered_map<K GC_COMMA T>, class K, class T)
#undef GC_COMMA
#undef GC_CONTAINER_TYPE

// Its elements have no addresses.
template <>
struct ValueTypeOf<std::vector<bool>> {
  static consteval ValueType Make() {
    return ComparableOfKind<std::vector<bool>>(ValueKind::kOpaque);
  }
};

template <class T>
struct ValueTypeOf<std::optional<T>> {
  using Optional = std::optional<T>;
  static consteval ValueType Make() {
    ValueType type = TypeOfKind<Optional>(ValueKind::kOptional);
    type.element = &kValueTypeOf<T>;
    ValueOperations& operations = type.operations;
    operations.size = [](const void* value) -> std::size_t {
      return static_cast<const Optional*>(value)->has_value() ? 1 : 0;
    };
    operations.each = [](void* value, const PartVisitor& visit) {
      Optional& optional = *static_cast<Optional*>(value);
      if (optional) visit(nullptr, &*optional);
    };
    operations.clear = [](void* value) { static_cast<Optional*>(value)->reset(); };
    operations.add = [](void* value, const void*, const void* element) {
      *static_cast<Optional*>(value) = Given<T>(element);
    };
    return type;
  }
};

template <class... Choices>
struct ValueTypeOf<std::variant<Choices...>> {
  using Variant = std::variant<Choices...>;
  static constexpr std::array<const ValueType*, sizeof...(Choices)> kChoices = {
      &kValueTypeOf<Choices>...};
  static consteval ValueType Make() {
    ValueType type = TypeOfKind<Variant>(ValueKind::kVariant);
    type.choices = kChoices;
    ValueOperations& operations = type.operations;
    operations.size = [](const void* value) -> std::size_t {
      return static_cast<const Variant*>(value)->valueless_by_exception() ? 0 : 1;
    };
    operations.each = [](void* value, const PartVisitor& visit) {
      Variant& variant = *static_cast<Variant*>(value);
      if (variant.valueless_by_exception()) return;
      std::visit([&visit](auto& choice) { visit(nullptr, &choice); }, variant);
    };
    operations.choice = [](const void* value) {
      return static_cast<const Variant*>(value)->index();
    };
    operations.choose = Choose;
    operations.clear = [](void* value) { Choose(value, 0); };
    return type;
  }

 private:
  static void Choose(void* value, std::size_t choice) {
    ChooseOf(*static_cast<Variant*>(value), choice, std::index_sequence_for<Choices...>{});
  }
  template <std::size_t... kIndices>
  static void ChooseOf(Variant& variant, std::size_t choice, std::index_sequence<kIndices...>) {
    ((kIndices == choice ? void(variant = Variant(std::in_place_index<kIndices>)) : void()), ...);
  }
};

}  // namespace GC_BUILD
}  // namespace gc
