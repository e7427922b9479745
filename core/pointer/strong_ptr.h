// core/pointer/strong_ptr.h -- keeps an object alive from outside the heap.
//
// It is for holders that are not managed themselves. The entry of an object counts its strong
// pointers, and an object whose count is not zero is a root. If a count leaves zero while marking,
// the object was not among the roots at the flip, so it is shaded now. A strong pointer that is
// never dropped keeps its object for ever. It must be gone before its heap is dropped.
//
// Thread rules: any thread may make, copy and drop one, also outside of a section; then it waits
// for the end of a slice. So the collector's thread must not wait, inside a slice, for a thread
// that does.
//
// Upholds: strong-barrier (with core/collect/root_set.cc).   Read next: core/collect/root_set.cc.

#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// Defined in core/collect/root_set.cc.
void TakeStrong(Object& object);
void DropStrong(Object& object);

// Says that the object of a new strong pointer is counted already.
struct AlreadyCounted {};

template <class T = Object>
class StrongPtr {
 public:
  StrongPtr() = default;
  StrongPtr(std::nullptr_t) {}
  // The first count of an object is a std::bad_alloc if there is no memory.
  explicit StrongPtr(T* to) : to_(to) {
    if (to_ != nullptr) TakeStrong(*to_);
  }
  StrongPtr(AlreadyCounted, T* to) : to_(to) {}
  StrongPtr(const StrongPtr& other) : StrongPtr(other.to_) {}
  StrongPtr(StrongPtr&& other) noexcept : to_(std::exchange(other.to_, nullptr)) {}
  template <class U>
  requires std::is_convertible_v<U*, T*> StrongPtr(const StrongPtr<U>& other)
      : StrongPtr(static_cast<T*>(other.Get())) {}
  ~StrongPtr() {
    if (to_ != nullptr) DropStrong(*to_);
  }

  // Counts the new object before it drops the old, so that self-assignment never reaches zero.
  StrongPtr& operator=(const StrongPtr& other) {  // NOLINT(bugprone-unhandled-self-assignment)
    StrongPtr taken(other);
    swap(*this, taken);
    return *this;
  }
  StrongPtr& operator=(StrongPtr&& other) noexcept {
    StrongPtr taken(std::move(other));
    swap(*this, taken);
    return *this;
  }
  void Reset(T* to = nullptr) { *this = StrongPtr(to); }
  friend void swap(StrongPtr& a, StrongPtr& b) noexcept { std::swap(a.to_, b.to_); }

  T* Get() const { return to_; }
  T* operator->() const { return to_; }
  T& operator*() const { return *to_; }
  explicit operator bool() const { return to_ != nullptr; }
  friend bool operator==(const StrongPtr& a, const StrongPtr& b) { return a.to_ == b.to_; }

 private:
  T* to_ = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc

template <class T>
struct std::hash<gc::StrongPtr<T>> {
  std::size_t operator()(const gc::StrongPtr<T>& strong) const {
    return std::hash<T*>{}(strong.Get());
  }
};
