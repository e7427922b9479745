// core/object/slot.h -- the place where a reference is stored, and the visitor of such places.
//
// The collector does not know the pointer types. It knows slots: it reads them when it marks, and
// it clears them when an object must not keep a reference to one that is freed before it. The
// schema of a class says where its slots are. A field that is not simply a row of slots (a map, a
// variant) shows them one by one to a visitor.
//
// Read next: core/object/references.h.

#pragma once

#include <cstdint>
#include <type_traits>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// The untyped part of an ObjectPtr, which the collector reads. Only the pointer types write it.
class ObjectSlot {
 public:
  Object* Raw() const { return value_; }
  // Stores null, without a barrier, since null shades nothing.
  void Clear() { value_ = nullptr; }

 protected:
  ObjectSlot() = default;
  explicit ObjectSlot(Object* value) : value_(value) {}
  ~ObjectSlot() = default;
  ObjectSlot(const ObjectSlot&) = default;
  ObjectSlot& operator=(const ObjectSlot&) = default;
  // Mutable, because the key of a map is const and must be cleared all the same.
  mutable Object* value_ = nullptr;
};
static_assert(sizeof(ObjectSlot) == sizeof(void*));

class SlotVisitor;

// Says how a field of type T shows its slots, by a static Visit(field, visitor). It is specialised
// for each type that holds references and tells the barrier about every reference stored into it.
template <class T>
struct References;

template <class T>
concept HoldsReferences = requires(T& field, const SlotVisitor& visitor) {
  References<std::remove_const_t<T>>::Visit(field, visitor);
};

// What a visitor does with the slots. One that stores other values moves the keys of containers,
// wherever they are in the field: a gc::Container puts these where they then belong.
enum class Visits : std::uint8_t { kAsTheyAre, kToStore };

// Receives every slot of a field. A visitor must not keep the address of a slot after the call.
class SlotVisitor {
 public:
  using Take = void (*)(void* context, ObjectSlot& slot);
  SlotVisitor(Take take, void* context, Visits visits = Visits::kAsTheyAre)
      : take_(take), context_(context), visits_(visits) {}

  bool Stores() const { return visits_ == Visits::kToStore; }

  void operator()(ObjectSlot& slot) const { take_(context_, slot); }

  // A bare std container is refused, because a move can put references into it past the barrier.
  // Use gc::Container instead.
  template <HoldsReferences T>
  void operator()(T& field) const {
    References<std::remove_const_t<T>>::Visit(field, *this);
  }

 private:
  Take take_;
  void* context_;
  Visits visits_;
};

}  // namespace GC_BUILD
}  // namespace gc
