// core/collect/weak_references.cc -- weak references are made and read.
//
// Which object may a weak read answer? While marking, any that is not confirmed unreachable: an
// object that was not reached yet may still be reached, and the answer shades it. From the end of
// marking on, an object that is still white is doomed and must not be answered, even if the gather
// has not come to it yet.
//
// Upholds: weak-read-barrier, doomed-is-hidden, unreachable-is-final.
// Read next: core/collect/gatherer.h.

#include "core/pointer/weak_ptr.h"

#include "core/collect/collector.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

WeakReference::WeakReference(const Object* to) {
  if (to == nullptr) return;
  owner_ = to->header().owner;
  const Use use(owner_->population, "WeakPtr");
  index_ = to->header().index;
  serial_ = owner_->serials.Of(*to);
}

namespace {

// The flags with which an entry counts as empty for a weak read.
FlagWord Absent(IfGarbage if_garbage) {
  return if_garbage == IfGarbage::kGone ? flag::kPendingConstruction | flag::kGarbage
                                        : flag::kPendingConstruction;
}

}  // namespace

Object* WeakReference::Read(IfGarbage if_garbage) const {
  if (IsNull()) return nullptr;
  const Use use(owner_->population, "WeakPtr::Get");
  if (owner_->population.Stopped()) return nullptr;
  Population& heap = owner_->population;
  Entry& entry = heap.table[index_];
  Object* const object = entry.Occupant();
  if (object == nullptr || entry.serial.load(std::memory_order_relaxed) != serial_) return nullptr;
  if (entry.flags.Has(Absent(if_garbage))) return nullptr;
  if (heap.IsHidden(entry)) {
    if (heap.phase() == Phase::kMarking &&
        !heap.Obeys(Rule::kUnreachableIsFinal, Fault::kBarrierRevives, GC_HERE)) {
      heap.marks().Revive(entry);
      owner_->wavefront.QueueRevived(*object);
      return object;
    }
    if (heap.phase() == Phase::kGathering &&
        !heap.Obeys(Rule::kDoomedIsHidden, Fault::kAnswerDoomed, GC_HERE)) {
      return object;
    }
    return nullptr;
  }
  Shade(object, {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE});
  return object;
}

bool WeakReference::IsValid(IfGarbage if_garbage) const {
  if (IsNull()) return false;
  const Population& heap = owner_->population;
  const Use use(heap, "WeakPtr::IsValid");
  const Entry& entry = heap.table[index_];
  return entry.serial.load(std::memory_order_relaxed) == serial_ && entry.Occupant() != nullptr &&
         !heap.IsHidden(entry) && !entry.flags.Has(Absent(if_garbage));
}

}  // namespace GC_BUILD
}  // namespace gc
