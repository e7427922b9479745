// core/pointer/object_ptr.h -- the reference from one managed object to another.
//
// It has the size of a pointer and is used like one. Each constructor, each assignment, a swap and
// a reset go through the barrier, so the type is not trivially copyable, and no container may
// relocate it bitwise. Reading costs nothing more than with a plain pointer. Storing null shades
// nothing, and the value that is overwritten is not shaded.
//
// It belongs into managed objects and referencers, whose slots the collector knows; on the stack it
// keeps nothing alive.
//
// As a key it is ordered and hashed by the index of its object, not by the address: addresses
// differ from run to run, and the order in which a set is scanned must not.
//
// In a build without the barrier (core/base/build.h) the type is as trivial as a plain pointer.
//
// Upholds: insertion-barrier, move-barrier.   Read next: core/pointer/barrier.h.

#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "core/object/schema.h"
#include "core/pointer/barrier.h"
#include "core/pointer/touch.h"

namespace gc {
inline namespace GC_BUILD {

template <class T = Object>
class ObjectPtr : public ObjectSlot {
 public:
  ObjectPtr() = default;
  ObjectPtr(std::nullptr_t) {}
  ObjectPtr(T* to) : ObjectSlot(to) { Stored(); }
  ObjectPtr(const ObjectPtr&) requires(!kBarriered) = default;
  ObjectPtr(const ObjectPtr& other) requires kBarriered : ObjectSlot(other.value_) { Stored(); }
  ObjectPtr(ObjectPtr&&) requires(!kBarriered) = default;
  ObjectPtr(ObjectPtr&& other) noexcept requires kBarriered
      : ObjectSlot(std::exchange(other.value_, nullptr)) {
    Moved();
  }
  template <class U>
  requires std::is_convertible_v<U*, T*> ObjectPtr(const ObjectPtr<U>& other)
      : ObjectPtr(static_cast<T*>(other.Get())) {}
  ~ObjectPtr() = default;

  ObjectPtr& operator=(std::nullptr_t) {
    value_ = nullptr;
    return *this;
  }
  ObjectPtr& operator=(T* to) {
    value_ = to;
    Stored();
    return *this;
  }
  ObjectPtr& operator=(const ObjectPtr&) requires(!kBarriered) = default;
  ObjectPtr& operator=(const ObjectPtr& other) requires kBarriered {
    value_ = other.value_;
    Stored();
    return *this;
  }
  ObjectPtr& operator=(ObjectPtr&&) requires(!kBarriered) = default;
  ObjectPtr& operator=(ObjectPtr&& other) noexcept requires kBarriered {
    if (this == &other) return *this;
    value_ = std::exchange(other.value_, nullptr);
    Moved();
    return *this;
  }
  template <class U>
  requires std::is_convertible_v<U*, T*> ObjectPtr& operator=(const ObjectPtr<U>& other) {
    return *this = static_cast<T*>(other.Get());
  }

  void Reset(T* to = nullptr) { *this = to; }

  // Exchanges the values of two slots. Both values are shaded: each may leave a slot that is still
  // to be scanned and enter one that was scanned already.
  friend void swap(ObjectPtr& a, ObjectPtr& b) noexcept {
    std::swap(a.value_, b.value_);
    a.Swapped();
    b.Swapped();
  }

  T* Get() const { return static_cast<T*>(value_); }
  T* operator->() const { return Touched(); }
  T& operator*() const { return *Touched(); }
  explicit operator bool() const { return value_ != nullptr; }
  friend bool operator==(const ObjectPtr& a, const ObjectPtr& b) { return a.value_ == b.value_; }
  friend bool operator==(const ObjectPtr& a, std::nullptr_t) { return a.value_ == nullptr; }
  friend bool operator==(const ObjectPtr& a, const T* b) { return a.Get() == b; }
  friend std::strong_ordering operator<=>(const ObjectPtr& a, const ObjectPtr& b) {
    if (const auto order = a.IndexOf() <=> b.IndexOf(); order != 0) return order;
    return std::compare_three_way{}(a.value_, b.value_);  // the same index in different heaps
  }
  std::size_t Hash() const { return std::hash<Index>{}(IndexOf()); }

 private:
  T* Touched() const {
    NoteTouch(value_);
    return Get();
  }
  Index IndexOf() const { return value_ == nullptr ? kNoIndex : value_->header().index; }

  void Stored() {
    gc::Stored(this, value_, {Rule::kInsertionBarrier, Fault::kStoreWithoutShading, GC_HERE});
  }
  void Moved() { gc::Stored(this, value_, {Rule::kMoveBarrier, Fault::kMoveIsFree, GC_HERE}); }
  void Swapped() { gc::Stored(this, value_, {Rule::kMoveBarrier, Fault::kSwapIsFree, GC_HERE}); }
};

static_assert(sizeof(ObjectPtr<>) == sizeof(void*));
static_assert(std::is_trivially_copyable_v<ObjectPtr<>> == !kBarriered);

template <class T>
struct References<ObjectPtr<T>> {
  static void Visit(const ObjectPtr<T>& slot, const SlotVisitor& visit) {
    visit(const_cast<ObjectSlot&>(static_cast<const ObjectSlot&>(slot)));
  }
  static void Contribute(Entries& entries, std::int64_t at) { entries.Slots(at, 1); }
};

}  // namespace GC_BUILD
}  // namespace gc

// Hashes by index, which reads the object. It is declared noexcept(false), so that the container
// stores the hash of each element and need not read an object that has been freed.
template <class T>
struct std::hash<gc::ObjectPtr<T>> {
  std::size_t operator()(const gc::ObjectPtr<T>& pointer) const noexcept(false) {
    return pointer.Hash();
  }
};
