// core/object/field.h -- how the collector handles a field whose type only its user knows.
//
// A line of a schema usually is an offset and a number of slots. A map, a variant, or a plain
// pointer in code that is older than the barrier has no such shape. Its line refers to functions
// that know the type.
//
// Read next: core/object/schema.h.

#pragma once

#include <ranges>
#include <type_traits>

#include "core/object/references.h"

namespace gc {
inline namespace GC_BUILD {

struct FieldOperations {
  // Calls visit(slot) for each slot. `field` is the address that the line's offset gives.
  void (*visit)(void* field, const SlotVisitor& visit) = nullptr;
  // Assigns, through the barrier if the type has one; null if the type cannot be copied.
  void (*copy)(void* to, const void* from) = nullptr;
  // What the field is in a packed schema (S4.13).
  Entries::List contribute = nullptr;
};

// A slot that takes the place of a plain pointer during a visit, because visitors accept only
// slots.
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
consteval auto CopierOf() -> void (*)(void*, const void*) {
  if constexpr (std::is_copy_assignable_v<Field>) return &CopyField<Field>;
  return nullptr;
}

template <HoldsReferences Field>
inline constexpr FieldOperations kOperationsOf = {&ShowField<Field>, CopierOf<Field>(),
                                                  &Contribute<Field>};

template <class Field>
void ShowRaw(void* field, const SlotVisitor& visit) {
  VisitRaw(*static_cast<Field*>(field), visit);
}
// A field of which nothing is known but how it is shown.
template <ShowSlots kShow>
void ContributeCall(Entries& entries, std::int64_t at) {
  entries.Call(at, kShow);
}

template <class Field>
inline constexpr FieldOperations kRawOperationsOf = {&ShowRaw<Field>, CopierOf<Field>(),
                                                     &ContributeCall<&ShowRaw<Field>>};

// For a line of kind kShown, whose offset gives the Object part.
template <ShowsReferences T>
void VisitShown(void* object, const SlotVisitor& visit) {
  static_cast<T*>(static_cast<Object*>(object))->VisitReferences(visit);
}
template <ShowsReferences T>
inline constexpr FieldOperations kOperationsShown = {&VisitShown<T>, nullptr,
                                                     &ContributeCall<&VisitShown<T>>};

}  // namespace GC_BUILD
}  // namespace gc
