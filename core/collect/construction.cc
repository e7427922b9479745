// core/collect/construction.cc -- the list of objects that are pending construction.
//
// Upholds: construction-is-kept.

#include "core/collect/construction.h"

#include <algorithm>
#include <iterator>

#include "core/base/room.h"

namespace gc {
inline namespace GC_BUILD {

bool Construction::Promise() {
  const TableLock lock(heap_.sharing);
  if (!HasRoom(*pending_, *promised_ + 1)) return false;
  *promised_ += 1;
  return true;
}

void Construction::TakeBack() {
  const TableLock lock(heap_.sharing);
  *promised_ -= 1;
}

void Construction::Begin(Object& object) {
  const TableLock lock(heap_.sharing);
  *promised_ -= 1;
  PushInRoom(*pending_, &object);
}

void Construction::Finish(Object& object) {
  Forget(object);
  End(object.header().index);
  const Entry& entry = heap_.EntryOf(object);
  if (heap_.phase() != Phase::kMarking || entry.flags.Has(flag::kDisregarded)) return;
  if (!heap_.Obeys(Rule::kConstructionIsKept, Fault::kNeverLookAgain, GC_HERE)) return;
  wavefront_.Queue(object);
}

// The object that is finished first was usually begun last.
void Construction::Forget(Object& object) {
  const TableLock lock(heap_.sharing);
  const auto found = std::find(pending_->rbegin(), pending_->rend(), &object);
  if (found != pending_->rend()) pending_->erase(std::next(found).base());
}

bool Construction::IsConstructing() const {
  const TableLock lock(heap_.sharing);
  return !pending_->empty();
}

void Construction::KeepAll() {
  for (Object* const object : *pending_) {
    if (GC_ASSERT(heap_, heap_.IsLive(*object), Rule::kConstructionIsKept, object->header().index,
                  "an object must not be freed before its constructor has run")) {
      heap_.Mark(*object);
    }
  }
}

}  // namespace GC_BUILD
}  // namespace gc
