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
#include "core/pointer/pin.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

WeakReference::WeakReference(const Object* to) {
  if (to == nullptr) return;
  owner_ = &OwnerOf(*to);
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

// The order of the three looks matters on a thread to which nothing handed the object. The object
// comes first: with it come its flags, and the mark that its constructor has not run. The serial
// comes last: if the object was given up and its index given again, the flags may be the next
// object's, and then so is the serial.
Object* WeakReference::Read(IfGarbage if_garbage) const {
  if (IsNull()) return nullptr;
  const Use use(owner_->population, "WeakPtr::Get");
  if (owner_->population.Stopped()) return nullptr;
  Population& heap = owner_->population;
  if (index_ >= heap.table.End()) return nullptr;  // of a heap before this one
  Entry& entry = heap.table[index_];
  Object* const object = entry.Occupant();
  if (object == nullptr || (entry.flags.Acquire() & Absent(if_garbage)) != 0) return nullptr;
  if (entry.serial.load(std::memory_order_relaxed) != serial_) return nullptr;
  if (heap.IsHidden(index_)) {
    if (heap.phase() == Phase::kMarking &&
        !heap.Obeys(Rule::kUnreachableIsFinal, Fault::kBarrierRevives, GC_HERE)) {
      heap.Give(*object, heap.marks().Reachable());
      owner_->wavefront.QueueRevived(*object);
      return object;
    }
    if (heap.phase() == Phase::kGathering &&
        !heap.Obeys(Rule::kDoomedIsHidden, Fault::kAnswerDoomed, GC_HERE)) {
      return object;
    }
    if (heap.phase() == Phase::kIdle &&
        !heap.Obeys(Rule::kDoomedIsHidden, Fault::kAnswerPending, GC_HERE)) {
      return object;
    }
    return nullptr;
  }
  Shade(object, {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE});
  return object;
}

Object* ReadAndCount(const WeakReference& weak) {
  const Collector* const owner = weak.owner();
  if (owner == nullptr) return nullptr;
  const AnyThread section(owner->population.sharing);
  Object* const object = weak.Read();
  if (object != nullptr) TakeStrong(*object);
  return object;
}

bool WeakReference::IsValid(IfGarbage if_garbage) const {
  if (IsNull()) return false;
  const Population& heap = owner_->population;
  const Use use(heap, "WeakPtr::IsValid");
  if (index_ >= heap.table.End()) return false;
  const Entry& entry = heap.table[index_];
  return entry.Occupant() != nullptr && (entry.flags.Acquire() & Absent(if_garbage)) == 0 &&
         entry.serial.load(std::memory_order_relaxed) == serial_ && !heap.IsHidden(index_);
}

}  // namespace GC_BUILD
}  // namespace gc
