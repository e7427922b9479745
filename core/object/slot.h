// core/object/slot.h -- the place where a reference stands, and who is shown such places.
//
// The collector does not know the pointer types. It knows slots: it reads them when it marks, and
// it clears them when an object must let go of what may be freed before it. Where an object's slots
// are, its schema says; a field that is not simply a row of slots (a map, a variant) shows them one
// by one to a visitor.
//
// Read next: core/object/references.h.

#pragma once

#include <type_traits>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// The untyped part of an ObjectPtr: what the collector reads. Only the pointer types write it.
class ObjectSlot {
 public:
  Object* Raw() const { return value_; }
  // Forgets the reference; storing null shades nothing.
  void Clear() { value_ = nullptr; }

 protected:
  ObjectSlot() = default;
  explicit ObjectSlot(Object* value) : value_(value) {}
  ~ObjectSlot() = default;
  ObjectSlot(const ObjectSlot&) = default;
  ObjectSlot& operator=(const ObjectSlot&) = default;
  // The key of a map is const, and must let go of its object all the same.
  mutable Object* value_ = nullptr;
};
static_assert(sizeof(ObjectSlot) == sizeof(void*));

class SlotVisitor;

// How a field of type T shows its slots: specialised, with a static Visit(field, visitor), for each
// type that holds references and tells the barrier of every one that comes into it.
template <class T>
struct References;

template <class T>
concept HoldsReferences = requires(T& field, const SlotVisitor& visitor) {
  References<std::remove_const_t<T>>::Visit(field, visitor);
};

// Is shown every slot of a field. Nothing keeps the address of a slot after the call.
class SlotVisitor {
 public:
  using Take = void (*)(void* context, ObjectSlot& slot);
  SlotVisitor(Take take, void* context) : take_(take), context_(context) {}

  void operator()(ObjectSlot& slot) const { take_(context_, slot); }

  // A bare std container is refused: what moves into it as a whole goes past the barrier. Make it a
  // gc::Container.
  template <HoldsReferences T>
  void operator()(T& field) const {
    References<std::remove_const_t<T>>::Visit(field, *this);
  }

 private:
  Take take_;
  void* context_;
};

}  // namespace GC_BUILD
}  // namespace gc
