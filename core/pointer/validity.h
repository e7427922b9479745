// core/pointer/validity.h -- answers whether a pointer may still be used.
//
// Whether a plain pointer dangles can only be found by reading through it. The questions here go
// from the cheapest and weakest to the exact one:
//
//     IsValid              trusts the pointer, and says whether its object is usable: not doomed,
//                          not marked garbage, and not under construction.
//     IsValidLowLevelFast  looks at the pointer's bits only: not null, and aligned.
//     IsValidLowLevel      whether the table's entry at the object's index points back. It reads
//                          through the pointer, which is undefined if the memory was freed.
//     CheckedPtr           carries index and serial beside the pointer; never valid for a freed or
//                          doomed object.
//
// Code that runs later, by a timer or in another frame, should hold a CheckedPtr or a WeakPtr and
// test it then, as WhenAlive does.
//
// Upholds: doomed-is-hidden.   Read next: core/pointer/weak_ptr.h.

#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "core/object/header.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// Defined in core/collect/validity.cc.
bool IsValid(const Object* object);
bool IsValidLowLevel(const Object* object);

// Whether the object is marked garbage. Trusts the pointer, and reads the object only.
inline bool IsGarbage(const Object* object) {
  return object->header().flags.Has(object_flag::kMirroredGarbage);
}

inline bool IsValidLowLevelFast(const Object* object) {
  return object != nullptr && reinterpret_cast<std::uintptr_t>(object) % alignof(Object) == 0;
}

template <class T = Object>
class CheckedPtr {
 public:
  CheckedPtr() = default;
  explicit CheckedPtr(T* to) : to_(to), weak_(to) {}

  bool IsAlive() const { return weak_.IsValid(); }
  // The object, or null if it is gone. While marking, the object is shaded.
  T* Get() const { return weak_.Read() != nullptr ? to_ : nullptr; }
  // The address as it was given, for comparing; the object may be gone.
  const void* Address() const { return to_; }
  // Whether `object` is the object of this pointer, and it is alive.
  bool Is(const T* object) const { return object == to_ && IsAlive(); }

 private:
  T* to_ = nullptr;
  WeakReference weak_;
};

// A callback for later, for a timer or another frame. It calls `what` with the object if that is
// still alive, and returns whether it was.
template <class T, class What>
auto WhenAlive(T* object, What what) {
  return [weak = WeakPtr<T>(object), what = std::move(what)](auto&&... arguments) mutable {
    T* const alive = weak.Get();
    if (alive != nullptr) {
      std::invoke(what, *alive, std::forward<decltype(arguments)>(arguments)...);
    }
    return alive != nullptr;
  };
}

}  // namespace GC_BUILD
}  // namespace gc
