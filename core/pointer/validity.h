// core/pointer/validity.h -- may this pointer still be used?
//
// A plain pointer cannot be asked: whether it dangles can only be read through it. The questions
// here, from the cheapest and weakest to the one whose answer is exact:
//
//   IsValid              believes the pointer, and says whether its object counts as there: it is
//                        not doomed, not marked garbage, and not half built.
//   IsValidLowLevelFast  looks at the pointer's bits only.
//   IsValidLowLevel      the table's entry at the object's index points back. Reads through the
//                        pointer, which is undefined when the memory was reused.
//   CheckedPtr           carries index and serial beside the pointer; never true for the dead.
//
// What is used later, by a timer or in another frame, should hold a CheckedPtr or a WeakPtr and ask
// then; WhenAlive does.
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

// Whether the game marked it garbage. Believes the pointer, and looks at the object only.
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
  // The object, or null if it is dead; shades it if a trace is pending.
  T* Get() const { return weak_.Read() != nullptr ? to_ : nullptr; }
  // What was pointed to, dead or alive: to be compared, not followed.
  const void* Address() const { return to_; }
  // Whether a pointer that came from elsewhere is this very object, and it is alive.
  bool Is(const T* object) const { return object == to_ && IsAlive(); }

 private:
  T* to_ = nullptr;
  WeakReference weak_;
};

// A call for later, for a timer or another frame: calls `what` with the object if that is still
// alive, and answers whether it was.
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
