// core/pointer/weak_ptr.h -- a reference that keeps nothing alive and yields null once its object
// dies.
//
// An address is reused as soon as the memory is. Therefore a weak reference holds the index of its
// object and a serial, which no later object at the index has. It is null (never set, or reset),
// valid, or stale (set, but the object is gone). From the end check on, an object that was not
// reached counts as gone, though its memory is still there.
//
// A read while marking makes a strong reference out of a weak one, which the collector would not
// see; so a read shades the object that it yields. Copying a weak reference is not a read.
//
// A weak reference must not be read after its heap is dropped. Should it be, it never answers an
// object of a later heap: no two heaps give the same serial at the same place (S1.14).
//
// Upholds: weak-read-barrier, doomed-is-hidden (with core/collect/weak_references.cc).
// Read next: core/collect/weak_references.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// Whether an object that is marked garbage counts as gone (the default) or as there.
enum class IfGarbage : std::uint8_t { kGone, kThere };

// The untyped part of a WeakPtr.
class WeakReference {
 public:
  WeakReference() = default;
  explicit WeakReference(const Object* to);

  bool IsNull() const { return index_ == kNoIndex; }
  // Whether the object is alive. Does not shade it.
  bool IsValid(IfGarbage if_garbage = IfGarbage::kGone) const;
  bool IsStale(IfGarbage if_garbage = IfGarbage::kGone) const {
    return !IsNull() && !IsValid(if_garbage);
  }
  void Reset() { *this = {}; }

  // The object, or null if it is gone. While marking, the object is shaded.
  Object* Read(IfGarbage if_garbage = IfGarbage::kGone) const;

  Index index() const { return index_; }
  Serial serial() const { return serial_; }
  // Of its heap; null for a null reference.
  const Collector* owner() const { return owner_; }

  // References to one object are equal, also after its death; so they can be keys.
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
  // Like Get, but yields the object even if it is marked garbage.
  T* GetEvenIfGarbage() const { return static_cast<T*>(Read(IfGarbage::kThere)); }
};
static_assert(sizeof(WeakPtr<>) == 16);

}  // namespace GC_BUILD
}  // namespace gc

template <class T>
struct std::hash<gc::WeakPtr<T>> {
  std::size_t operator()(const gc::WeakPtr<T>& weak) const { return weak.Hash(); }
};
