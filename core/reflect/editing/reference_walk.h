// core/reflect/editing/reference_walk.h -- the references in a value, with their types.
//
// The strong ones come in the order in which the value's line shows its slots, so that the n-th
// slot is the n-th of these:
//
//     map of text to ObjectPtr<Room>    "hall" -> 3, "attic" -> 7    slots 3, 7    both of Room
//
// Thread rules: as for reading the value.
// Read next: core/reflect/editing/slot_edit.h.

#pragma once

#include <cstddef>
#include <vector>

#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

class Collector;
class WeakReference;

struct MetReference {
  const ValueType* type = nullptr;  // kObject, kLazy or kWeak
  void* at = nullptr;
  bool is_key = false;        // in the key of a map, or in a set: not to be changed in its place
  bool is_transient = false;  // in a transient property of a struct
};

struct MetReferences {
  std::vector<MetReference> strong;  // a lazy one only when it is resolved
  std::vector<MetReference> weak;
  bool is_complete = true;  // false: the value has parts of which nothing is known
};

MetReferences ReferencesIn(const ValueType& type, void* value);

// What a weak reference of this heap leads to, garbage or not; null if it is gone. Shades nothing:
// the caller must not keep it.
Object* TargetOfWeak(const Collector& heap, const WeakReference& weak);

}  // namespace GC_BUILD
}  // namespace gc
