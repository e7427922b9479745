// core/reflect/cast.h -- what class an object is of, and pointers of that class.
//
// Cast asks, and answers null for an object of another class; CastChecked knows, and aborts with
// both classes' names if it is wrong (S4.25). Most casts walk up the classes of the object until
// they meet the one that is asked for. A class that many casts ask for may have a bit
// (GC_CASTABLE): then one test of the object's class answers, with the same result (S4.23).
//
// Thread rules: the object must not be freed meanwhile. Its class never changes.
// Read next: core/reflect/access.h.

#pragma once

#include <type_traits>

#include "core/object/class.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

inline const Class& ClassOf(const Object& object) { return *object.header().type; }

// Whether an object's class is `wanted`, or derived from it.
bool IsA(const Object& object, const Class& wanted);

[[noreturn]] void RefuseCast(const Object& object, const Class& wanted);

// Null for null. Aborts if T is not described itself: it has the description of its base then, and
// whatever is of the base's class would pass for a T.
template <class T>
T* Cast(Object* object) {
  if constexpr (std::is_same_v<std::remove_const_t<T>, Object>) {
    return object;
  } else {
    MustDescribe<std::remove_const_t<T>>(T::kClass);
    return object != nullptr && IsA(*object, T::kClass) ? static_cast<T*>(object) : nullptr;
  }
}
template <class T>
const T* Cast(const Object* object) {
  return Cast<T>(const_cast<Object*>(object));
}

// Aborts for an object of another class, and names both classes. Null for null.
template <class T>
T* CastChecked(Object* object) {
  if (object == nullptr) return nullptr;
  T* const cast = Cast<T>(object);
  if (cast == nullptr) [[unlikely]]
    RefuseCast(*object, T::kClass);
  return cast;
}

}  // namespace GC_BUILD
}  // namespace gc
