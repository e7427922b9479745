// core/collect/validity.cc -- whether an object counts as there, and whether it is one at all.
//
// Upholds: doomed-is-hidden.

#include "core/pointer/validity.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

bool IsValid(const Object* object) {
  if (object == nullptr) return false;
  const Header& header = object->header();
  const Entry& entry = header.owner->table[header.index];
  return !header.owner->IsHidden(entry) &&
         !entry.flags.Has(flag::kPendingConstruction | flag::kGarbage);
}

bool IsValidLowLevel(const Object* object) {
  if (!IsValidLowLevelFast(object)) return false;
  const Header& header = object->header();
  return header.owner != nullptr && header.index < header.owner->table.End() &&
         header.owner->IsLive(*object);
}

}  // namespace GC_BUILD
}  // namespace gc
