// core/object/field.h -- what can be done with a field whose type only its user knows.
//
// A schema's line usually is an offset and a number of slots. A map, a variant, or a plain pointer
// of code that is older than the barrier is none of these; its line refers to functions that know
// the type.
//
// Read next: core/object/schema.h.

#pragma once

#include <ranges>
#include <type_traits>

#include "core/object/references.h"

namespace gc {
inline namespace GC_BUILD {

struct FieldOperations {
  // `field` is where the line's offset leads.
  void (*visit)(void* field, const SlotVisitor& visit) = nullptr;
  // As an assignment would, barrier included; null if the type cannot be copied.
  void (*copy)(void* to, const void* from) = nullptr;
};

// A plain pointer is shown as a slot that takes its place during the visit.
struct StandIn : ObjectSlot {
  explicit StandIn(Object* object) : ObjectSlot(object) {}
};

template <class T>
void VisitRaw(T*& pointer, const SlotVisitor& visit) {
  StandIn slot(const_cast<std::remove_const_t<T>*>(pointer));
  visit(slot);
  if (slot.Raw() == nullptr) pointer = nullptr;
}
template <std::ranges::range Range>
void VisitRaw(Range& pointers, const SlotVisitor& visit) {
  for (auto& pointer : pointers) VisitRaw(pointer, visit);
}

template <class Field>
void CopyField(void* to, const void* from) {
  *static_cast<Field*>(to) = *static_cast<const Field*>(from);
}
template <class Field>
constexpr auto CopierOf() -> void (*)(void*, const void*) {
  if constexpr (std::is_copy_assignable_v<Field>) return &CopyField<Field>;
  return nullptr;
}

template <HoldsReferences Field>
inline constexpr FieldOperations kOperationsOf = {
    [](void* field, const SlotVisitor& visit) { visit(*static_cast<Field*>(field)); },
    CopierOf<Field>()};

template <class Field>
inline constexpr FieldOperations kRawOperationsOf = {
    [](void* field, const SlotVisitor& visit) { VisitRaw(*static_cast<Field*>(field), visit); },
    CopierOf<Field>()};

// The line's offset leads to the Object part.
template <ShowsReferences T>
inline constexpr FieldOperations kOperationsShown = {[](void* object, const SlotVisitor& visit) {
  static_cast<T*>(static_cast<Object*>(object))->VisitReferences(visit);
}};

}  // namespace GC_BUILD
}  // namespace gc
