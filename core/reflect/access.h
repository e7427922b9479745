// core/reflect/access.h -- values of an object by the name of a property, or by a path of names.
//
//     width        inventory.first.count        slots[2].item
//
// A path leads through structs and the elements of arrays, never into another object. What is set
// is checked: the type must be the property's, a reference must lead to an object of the target's
// class, and a read-only property is refused. References are stored through the barrier.
//
// Mistakes in names come from outside of the program, so they do not abort: the answer is null or
// false, and `error` says where in the path and why.
//
// Upholds: copy-barrier.
// Thread rules: as for the member itself.
// Read next: core/reflect/call.h.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/reflect/reflection.h"
#include "core/reflect/value_types.h"

namespace gc {
inline namespace GC_BUILD {

// A value inside of an object.
struct Place {
  void* at = nullptr;  // null: not found
  const ValueType* type = nullptr;
  bool is_read_only = false;
};

// Finds what a path names. `error` gets one sentence if there is none.
Place FindValue(Object& object, std::string_view path, std::string& error);

// False if the object, which may be null, is not of the class that the reference may lead to.
bool MayRefer(const ValueType& type, const Object* object);

// Sets a reference, strong or weak; null clears it.
bool SetReference(Object& object, std::string_view path, Object* to, std::string& error);

// Says that a place has another type, or is read-only; true if neither.
bool MustBeOf(const Place& place, const ValueType& type, std::string_view path, std::string& error);
bool MustBeWritable(const Place& place, std::string_view path, std::string& error);

// The value of a property of type T; null if there is none.
template <class T>
const T* GetValue(Object& object, std::string_view path, std::string& error) {
  const Place place = FindValue(object, path, error);
  if (place.at == nullptr || !MustBeOf(place, kValueTypeOf<T>, path, error)) return nullptr;
  return static_cast<const T*>(place.at);
}

// Sets a property of type T, by its assignment.
template <class T>
bool SetValue(Object& object, std::string_view path, const T& value, std::string& error) {
  const Place place = FindValue(object, path, error);
  if (place.at == nullptr || !MustBeOf(place, kValueTypeOf<T>, path, error)) return false;
  if (!MustBeWritable(place, path, error)) return false;
  *static_cast<T*>(place.at) = value;
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
