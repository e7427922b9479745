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
// Each type also says what it is in a packed schema: a pair is its parts, each at its place; an
// optional is what is in it, unless its flag says no. A struct of the user may say so too, and is
// then walked without a call:
//
//       using Contributor = Edge;  // what is derived from Edge does not pass for it
//       static void ContributeReferences(gc::Entries& entries, std::int64_t at) {
//         gc::ContributeMember(&Edge::to, entries, at);
//       }
//
// What says nothing is shown by a call.
//
// Upholds: container-barrier (no listed type can take in a reference past the barrier).
// Read next: core/object/field.h.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/object/parts.h"
#include "core/object/slot.h"
#include "core/schema/entries.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
concept ShowsReferences = requires(T& field, const SlotVisitor& visitor) {
  field.VisitReferences(visitor);
};

template <class T>
concept ContributesReferences = requires(Entries& entries) {
  T::ContributeReferences(entries, std::int64_t{});
  requires std::is_same_v<typename T::Contributor, T>;
};

template <ShowsReferences T>
struct References<T> {
  // Takes const because the key of a map is const; a visit changes only its slots.
  static void Visit(const T& field, const SlotVisitor& visit) {
    const_cast<T&>(field).VisitReferences(visit);
  }
  static void Contribute(Entries& entries, std::int64_t at) requires ContributesReferences<T> {
    T::ContributeReferences(entries, at);
  }
};

template <HoldsReferences Field>
void ShowField(void* field, const SlotVisitor& visit) {
  visit(*static_cast<Field*>(field));
}

// Contributes the entries of a field at an offset in bytes, if its type holds references.
template <class Field>
void Contribute(Entries& entries, std::int64_t at) {
  using Of = std::remove_const_t<Field>;
  if constexpr (requires { References<Of>::Contribute(entries, at); }) {
    References<Of>::Contribute(entries, at);
  } else if constexpr (HoldsReferences<Field>) {
    entries.Call(at, &ShowField<Field>);
  }
}

// The same of a member of a struct that stands at the offset.
template <class T, class Member>
void ContributeMember(Member T::*member, Entries& entries, std::int64_t at) {
  static_assert(sizeof(member) == sizeof(std::ptrdiff_t));
  Contribute<Member>(entries, at + std::bit_cast<std::ptrdiff_t>(member));
}

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
  static void Contribute(Entries& entries, std::int64_t at) {
    gc::Contribute<A>(entries, at + PlaceIn<std::pair<A, B>>([](auto& p) { return &p.first; }));
    gc::Contribute<B>(entries, at + PlaceIn<std::pair<A, B>>([](auto& p) { return &p.second; }));
  }
};

template <class... Parts>
requires(HoldsReferences<Parts> || ...) struct References<std::tuple<Parts...>> {
  template <class Tuple>
  static void Visit(Tuple& tuple, const SlotVisitor& visit) {
    std::apply([&visit](auto&... parts) { (VisitPart(parts, visit), ...); }, tuple);
  }
  static void Contribute(Entries& entries, std::int64_t at) {
    ContributeAll(entries, at, std::index_sequence_for<Parts...>{});
  }

 private:
  template <std::size_t... kWhich>
  static void ContributeAll(Entries& entries, std::int64_t at, std::index_sequence<kWhich...>) {
    using Tuple = std::tuple<Parts...>;
    (gc::Contribute<Parts>(
         entries, at + PlaceIn<Tuple>([](Tuple& tuple) { return &std::get<kWhich>(tuple); })),
     ...);
  }
};

template <HoldsReferences T, std::size_t kCount>
struct References<std::array<T, kCount>> {
  template <class Array>
  static void Visit(Array& array, const SlotVisitor& visit) {
    for (auto& element : array) visit(element);
  }
  static void Contribute(Entries& entries, std::int64_t at) {
    entries.Row(at, kCount, {sizeof(T), &gc::Contribute<T>, &ShowField<std::array<T, kCount>>});
  }
};

template <HoldsReferences T, std::size_t kCount>
struct References<T[kCount]> {
  template <class Array>
  static void Visit(Array& array, const SlotVisitor& visit) {
    for (auto& element : array) visit(element);
  }
  static void Contribute(Entries& entries, std::int64_t at) {
    entries.Row(at, kCount, {sizeof(T), &gc::Contribute<T>, &ShowField<T[kCount]>});
  }
};

template <HoldsReferences T>
struct References<std::optional<T>> {
  template <class Optional>
  static void Visit(Optional& optional, const SlotVisitor& visit) {
    if (optional) visit(*optional);
  }
  static void Contribute(Entries& entries, std::int64_t at) {
    if (!FlagIsBehind<T>()) return entries.Call(at, &ShowField<std::optional<T>>);
    entries.When(at + sizeof(T), 1, at, &gc::Contribute<T>);
  }
};

template <class... Choices>
requires(HoldsReferences<Choices> || ...) struct References<std::variant<Choices...>> {
  template <class Variant>
  static void Visit(Variant& variant, const SlotVisitor& visit) {
    if (variant.valueless_by_exception()) return;
    std::visit([&visit](auto& choice) { VisitPart(choice, visit); }, variant);
  }
  static void Contribute(Entries& entries, std::int64_t at) {
    using Variant = std::variant<Choices...>;
    if (!ChoiceIsBehind<Choices...>()) return entries.Call(at, &ShowField<Variant>);
    std::uint8_t which = 0;
    (entries.When(at + kRoomFor<Choices...>, which++, at, &gc::Contribute<Choices>), ...);
  }
};

}  // namespace GC_BUILD
}  // namespace gc
