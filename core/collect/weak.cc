// core/collect/weak.cc -- weak references are made and read.
//
// A serial is given when the first weak reference is made, and retired when the object is freed; a
// counter of the heap makes sure that no two occupants of an index share one.
//
// Who may still be answered? While a trace is pending, anybody who is not confirmed unreachable: an
// object that nobody has reached yet may be reached, and answering makes it so. From the trace's
// end on, an object that is still white is doomed, though the gather has not come to it yet, and
// must not be answered.
//
// Upholds: weak-read-barrier, doomed-is-hidden, unreachable-is-final, serial-moves-on.
// Read next: core/collect/gather.cc.

#include "core/pointer/weak_ptr.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

WeakReference::WeakReference(const Object* to) {
  if (to == nullptr) return;
  owner_ = to->header().owner;
  index_ = to->header().index;
  serial_ = owner_->SerialOf(*to);
}

namespace {

// What is absent for whoever reads weakly, though it is there.
FlagWord Absent(IfGarbage if_garbage) {
  return if_garbage == IfGarbage::kGone ? flag::kPendingConstruction | flag::kGarbage
                                        : flag::kPendingConstruction;
}

}  // namespace

Object* WeakReference::Read(IfGarbage if_garbage) const {
  return IsNull() ? nullptr : owner_->ReadWeak(index_, serial_, if_garbage);
}

bool WeakReference::IsValid(IfGarbage if_garbage) const {
  if (IsNull()) return false;
  const Entry& entry = owner_->table[index_];
  return entry.serial.load(std::memory_order_relaxed) == serial_ && entry.Occupant() != nullptr &&
         !owner_->IsHidden(entry) && !entry.flags.Has(Absent(if_garbage));
}

Serial Collector::SerialOf(const Object& object) {
  if (!GC_ASSERT(*this, IsLive(object), Rule::kSerialMovesOn, object.header().index,
                 "a weak reference is made to an object that was not freed")) {
    return 0;
  }
  Entry& entry = EntryOf(object);
  Serial serial = entry.serial.load(std::memory_order_relaxed);
  if (serial != 0) return serial;
  const TableLock lock(sharing);
  GC_CHECK(*this, last_serial + 1 != 0, Rule::kSerialMovesOn, object.header().index,
           "a heap must not run out of serials");
  if (last_serial == 2 && !Obeys(Rule::kSerialMovesOn, Fault::kWrapSerial, GC_HERE)) {
    last_serial = 0;
  }
  last_serial += 1;
  // Somebody else may have been faster; then theirs is everybody's.
  const bool first =
      entry.serial.compare_exchange_strong(serial, last_serial, std::memory_order_relaxed);
  return first ? last_serial : serial;
}

Object* Collector::ReadWeak(Index index, Serial serial, IfGarbage if_garbage) {
  if (Stopped()) return nullptr;
  Entry& entry = table[index];
  Object* const object = entry.Occupant();
  if (object == nullptr || entry.serial.load(std::memory_order_relaxed) != serial) return nullptr;
  if (entry.flags.Has(Absent(if_garbage))) return nullptr;
  if (IsHidden(entry)) {
    if (phase == Phase::kMarking &&
        !Obeys(Rule::kUnreachableIsFinal, Fault::kBarrierRevives, GC_HERE)) {
      marks.Revive(entry);
      barrier.push_back(object);
      return object;
    }
    if (phase == Phase::kGathering &&
        !Obeys(Rule::kDoomedIsHidden, Fault::kAnswerDoomed, GC_HERE)) {
      return object;
    }
    return nullptr;
  }
  Shade(object, {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE});
  return object;
}

}  // namespace GC_BUILD
}  // namespace gc
