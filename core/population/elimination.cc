// core/population/elimination.cc -- a slot that holds garbage is cleared, or followed.
//
// Upholds: garbage-is-nulled, immutable-is-followed.

#include "core/population/elimination.h"

namespace gc {
inline namespace GC_BUILD {

bool Elimination::Clears(ObjectSlot& slot, const Object* holder, const Reference& line) {
  if (line.immutable || !eliminate_.Has(line.origin)) {
    followed_ = true;
    return line.immutable && heap_.marks().IsWhite(heap_.MarkOf(*slot.Raw())) &&
           !heap_.Obeys(Rule::kImmutableIsFollowed, Fault::kSkipImmutableGarbage, GC_HERE);
  }
  if (heap_.Obeys(Rule::kGarbageIsNulled, Fault::kNeitherClearNorFollow, GC_HERE)) {
    Clear(slot, holder, &line);
  }
  return true;
}

void Elimination::Clear(ObjectSlot& slot, const Object* holder, const Reference* line) {
  if (sink_.cleared != nullptr) sink_.cleared(sink_.context, holder, line);
  slot.Clear();
}

bool Elimination::ClearsReported(ObjectSlot& slot) {
  if (!eliminate_.Has(Origin::kCode) || !IsGarbage(*slot.Raw())) return false;
  if (heap_.Obeys(Rule::kGarbageIsNulled, Fault::kNeitherClearNorFollow, GC_HERE)) {
    Clear(slot, nullptr, nullptr);
  }
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
