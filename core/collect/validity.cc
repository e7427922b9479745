// core/collect/validity.cc -- whether an object is valid, and whether a pointer leads to an object
// at all.
//
// Upholds: doomed-is-hidden.

#include "core/pointer/validity.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

bool IsValid(const Object* object) {
  if (object == nullptr) return false;
  const Header& header = object->header();
  const Population& heap = OwnerOf(*object).population;
  const Entry& entry = heap.table[header.index];
  const FlagWord flags = entry.flags.Acquire();
  return !heap.IsHidden(header.index) &&
         (flags & (flag::kPendingConstruction | flag::kGarbage)) == 0;
}

bool IsValidLowLevel(const Object* object) {
  if (!IsValidLowLevelFast(object)) return false;
  if (object->header().index == kNoIndex) return false;
  return OwnerOf(*object).population.IsLive(*object);
}

}  // namespace GC_BUILD
}  // namespace gc
