// core/reflect/editing/value_conversion.h -- a value of one type as a value of another.
//
// A class was compiled again, and a live object of the old layout has to say to one of the new
// layout what it knows:
//
//     was    int width = 3;     ObjectPtr<OldDoor> door       Array of Stone {weight, colour}
//     is     double width;      ObjectPtr<NewDoor> door       Array of Stone {weight, grain}
//     gets   3.0                the door that took its place  each with its weight
//
// An integer becomes another number if that has its very value, and a real number an integer if it
// is whole; a float takes the nearest of a double's values. Enumerators are found by name,
// structs go property by property, containers part by part, and references lead to what took the
// place of the object that they led to. What has no place in the new type is left out and counted.
//
// Thread rules: as for an assignment.
// Read next: core/reflect/editing/reload.h.

#pragma once

#include <cstddef>

#include "core/pointer/path.h"
#include "core/reflect/editing/slot_edit.h"

namespace gc {
inline namespace GC_BUILD {

class ValueConversion {
 public:
  // `instead`: what references are to lead to. `paths` may be null: then a path is kept only where
  // the type stays as it is.
  ValueConversion(const ObjectMap& instead, PathTable* paths) : instead_(instead), paths_(paths) {}

  // Assigns through the barrier, and returns how many parts of the value were left out. A value of
  // the very same type is assigned as it is, with the references that it has; those are replaced
  // afterwards (ReplaceReferences). A std::bad_alloc if there is no memory; then `to` has any
  // value.
  std::size_t Convert(const ValueType& to_type, void* to, const ValueType& from_type,
                      const void* from) const;

 private:
  std::size_t ConvertNumber(const ValueType& to_type, void* to, const ValueType& from_type,
                            const void* from) const;
  std::size_t ConvertStruct(const ValueType& to_type, void* to, const ValueType& from_type,
                            const void* from) const;
  std::size_t ConvertReference(const ValueType& to_type, void* to, const ValueType& from_type,
                               const void* from) const;
  std::size_t ConvertElements(const ValueType& to_type, void* to, const ValueType& from_type,
                              const void* from) const;
  std::size_t ConvertParts(const ValueType& to_type, void* to, const ValueType& from_type,
                           const void* from) const;
  std::size_t AddPart(const ValueType& to_type, void* to, const ValueType& from_type,
                      const void* key, const void* element) const;
  std::size_t ConvertChoice(const ValueType& to_type, void* to, const ValueType& from_type,
                            const void* from) const;

  const ObjectMap& instead_;
  PathTable* paths_;
};

}  // namespace GC_BUILD
}  // namespace gc
