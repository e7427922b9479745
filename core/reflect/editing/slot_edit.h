// core/reflect/editing/slot_edit.h -- gives other objects to the slots of one line.
//
// Thread rules: as for a store into the holder.
// Read next: core/reflect/editing/duplicate.h, core/reflect/editing/replace_references.h.

#pragma once

#include <cstddef>
#include <unordered_map>

#include "core/pointer/rewriting.h"
#include "core/reflect/editing/class_view.h"
#include "core/reflect/editing/reference_walk.h"

namespace gc {
inline namespace GC_BUILD {

// What is to be referred to instead of each object.
using ObjectMap = std::unordered_map<const Object*, Object*>;

inline void* ValueOf(Object& holder, const Leaf& leaf) { return BytesOf(holder) + leaf.offset; }

// Stores into those slots of a line that hold an object of the map and for which
// may_store(const MetReference* slot, Object* held, Object* instead) is true. What is known of the
// slot is null if the leaf is, or if its value has parts of which nothing is known. A
// std::bad_alloc leaves each slot as it was or as it is to be.
template <class MayStore>
void EditSlots(const Reference& line, const Leaf* leaf, Object& holder, const ObjectMap& map,
               Upholds why, MayStore&& may_store) {
  MetReferences met;
  if (leaf != nullptr) met = ReferencesIn(*leaf->type, ValueOf(holder, *leaf));
  const bool is_known =
      leaf != nullptr && met.is_complete && met.strong.size() == ReferentsOf(line, holder).size();
  std::size_t next = 0;
  auto store = [&](ObjectSlot& slot) {
    const std::size_t at = next++;
    const auto found = map.find(slot.Raw());
    if (slot.Raw() == nullptr || found == map.end()) return;
    const MetReference* const known = is_known ? &met.strong[at] : nullptr;
    if (may_store(known, slot.Raw(), found->second)) WrittenSlot::Take(slot, found->second, why);
  };
  RewriteSlotsOf(line, holder, store);
}

}  // namespace GC_BUILD
}  // namespace gc
