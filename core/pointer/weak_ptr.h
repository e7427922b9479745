// core/pointer/weak_ptr.h -- a reference that keeps nothing alive and knows when it is too late.
//
// An address is reused as soon as the memory is, so a weak reference holds the object's index and a
// serial number that its next occupant will not have. It is null (never set, or reset), valid, or
// stale (set, and the object is gone). From the end of a trace an object that was not reached
// counts as gone, though its memory is still there.
//
// Reading while a trace is pending makes a strong reference out of a weak one behind the
// collector's back, so what is read is shaded. Copying a weak reference is not reading it.
//
// A weak reference must not be used after its heap is gone.
//
// Upholds: weak-read-barrier, doomed-is-hidden (with core/collect/weak.cc).
// Read next: core/collect/weak.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// An object marked garbage counts as gone, unless the reader says otherwise.
enum class IfGarbage : std::uint8_t { kGone, kThere };

// The untyped part of a WeakPtr.
class WeakReference {
 public:
  WeakReference() = default;
  explicit WeakReference(const Object* to);

  bool IsNull() const { return index_ == kNoIndex; }
  // Neither shades nor answers the object.
  bool IsValid(IfGarbage if_garbage = IfGarbage::kGone) const;
  bool IsStale(IfGarbage if_garbage = IfGarbage::kGone) const {
    return !IsNull() && !IsValid(if_garbage);
  }
  void Reset() { *this = {}; }

  // The object, or null if it is gone; shades it if a trace is pending.
  Object* Read(IfGarbage if_garbage = IfGarbage::kGone) const;

  Index index() const { return index_; }
  Serial serial() const { return serial_; }

  // Two references to one object are equal, also after its death: fit for keys.
  friend bool operator==(const WeakReference&, const WeakReference&) = default;
  std::size_t Hash() const {
    return std::hash<std::uint64_t>{}((std::uint64_t{index_} << 32) | serial_);
  }

 private:
  Collector* owner_ = nullptr;
  Index index_ = kNoIndex;
  Serial serial_ = 0;
};
static_assert(sizeof(WeakReference) == 16);

template <class T = Object>
class WeakPtr : public WeakReference {
 public:
  WeakPtr() = default;
  WeakPtr(std::nullptr_t) {}
  explicit WeakPtr(const T* to) : WeakReference(to) {}
  WeakPtr& operator=(const T* to) { return *this = WeakPtr(to); }

  T* Get() const { return static_cast<T*>(Read()); }
  // Also if the object is marked garbage.
  T* GetEvenIfGarbage() const { return static_cast<T*>(Read(IfGarbage::kThere)); }
};
static_assert(sizeof(WeakPtr<>) == 16);

}  // namespace GC_BUILD
}  // namespace gc

template <class T>
struct std::hash<gc::WeakPtr<T>> {
  std::size_t operator()(const gc::WeakPtr<T>& weak) const { return weak.Hash(); }
};
