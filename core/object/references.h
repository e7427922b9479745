// core/object/references.h -- the types of the standard library, and of the user, that hold
// references inside themselves.
//
// Whoever copies, moves or swaps a pair, tuple, array, optional or variant does so with each of its
// parts, and so the barrier is told of each. These may hold references as they are. A container
// that owns memory is another matter (core/pointer/container.h).
//
// A struct of the user joins by showing its own slots:
//
//     struct Edge {
//       gc::ObjectPtr<Node> to;
//       int weight;
//       void VisitReferences(const gc::SlotVisitor& visit) { visit(to); }
//     };
//
// Upholds: container-barrier (nothing is listed that could take a reference in unseen).
// Read next: core/object/field.h.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/object/slot.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
concept ShowsReferences = requires(T& field, const SlotVisitor& visitor) {
  field.VisitReferences(visitor);
};

template <ShowsReferences T>
struct References<T> {
  // A key may be const, and only slots are changed in it.
  static void Visit(const T& field, const SlotVisitor& visit) {
    const_cast<T&>(field).VisitReferences(visit);
  }
};

// Shows the slots of a part, if it is of a kind that has any.
template <class T>
void VisitPart(T& part, const SlotVisitor& visit) {
  if constexpr (HoldsReferences<T>) visit(part);
}

template <class A, class B>
requires HoldsReferences<A> || HoldsReferences<B>
struct References<std::pair<A, B>> {
  template <class Pair>
  static void Visit(Pair& pair, const SlotVisitor& visit) {
    VisitPart(pair.first, visit);
    VisitPart(pair.second, visit);
  }
};

template <class... Parts>
requires(HoldsReferences<Parts> || ...) struct References<std::tuple<Parts...>> {
  template <class Tuple>
  static void Visit(Tuple& tuple, const SlotVisitor& visit) {
    std::apply([&visit](auto&... parts) { (VisitPart(parts, visit), ...); }, tuple);
  }
};

template <HoldsReferences T, std::size_t kCount>
struct References<std::array<T, kCount>> {
  template <class Array>
  static void Visit(Array& array, const SlotVisitor& visit) {
    for (auto& element : array) visit(element);
  }
};

template <HoldsReferences T, std::size_t kCount>
struct References<T[kCount]> {
  template <class Array>
  static void Visit(Array& array, const SlotVisitor& visit) {
    for (auto& element : array) visit(element);
  }
};

template <HoldsReferences T>
struct References<std::optional<T>> {
  template <class Optional>
  static void Visit(Optional& optional, const SlotVisitor& visit) {
    if (optional) visit(*optional);
  }
};

template <class... Choices>
requires(HoldsReferences<Choices> || ...) struct References<std::variant<Choices...>> {
  template <class Variant>
  static void Visit(Variant& variant, const SlotVisitor& visit) {
    if (variant.valueless_by_exception()) return;
    std::visit([&visit](auto& choice) { VisitPart(choice, visit); }, variant);
  }
};

}  // namespace GC_BUILD
}  // namespace gc
