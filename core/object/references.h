// core/object/references.h -- standard and user types that hold references inside themselves.
//
// To copy, move or swap a pair, tuple, array, optional or variant is to copy, move or swap its
// parts, so the barrier sees each reference in it. These types may hold references as they are. A
// container that owns memory may not (core/pointer/container.h): it can move its memory past the
// barrier.
//
// A struct of the user takes part by showing its own slots:
//
//     struct Edge {
//       gc::ObjectPtr<Node> to;
//       int weight;
//       void VisitReferences(const gc::SlotVisitor& visit) { visit(to); }
//     };
//
// It only reads, and touches nothing that is shared with other threads: a worker of the heap may
// call it, while others call it for other objects (S9.18).
//
// Upholds: container-barrier (no listed type can take in a reference past the barrier).
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
  // Takes const because the key of a map is const; a visit changes only its slots.
  static void Visit(const T& field, const SlotVisitor& visit) {
    const_cast<T&>(field).VisitReferences(visit);
  }
};

// Shows the slots of one part, if the type of the part holds references; else does nothing.
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
