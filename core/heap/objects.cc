// core/heap/objects.cc -- objects are found by index, made again after they were freed, and
// counted.
//
// Upholds: serial-moves-on, doomed-is-hidden, weak-read-barrier.
// Read next: core/object/identity.h.

#include "core/collect/collector.h"
#include "core/heap/heap.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

Identity Heap::IdentityOf(Object* object, std::uint64_t remote) {
  const Use use(collector_->population, "IdentityOf");
  if (!Fits(collector_->population, object,
            {.call = "IdentityOf",
             .sentence = "an object of this heap has an identity that can be remembered",
             .where = GC_HERE,
             .rule = Rule::kSerialMovesOn})) {
    return {};
  }
  return collector_->serials.Remember(*object, remote);
}
void Heap::Forget(const Identity& identity) {
  const Use use(collector_->population, "Forget");
  const TableLock lock(collector_->population.sharing);
  collector_->serials.Forget(identity);
}

std::uint32_t Heap::CloseDisregardWindow() {
  const Use use(collector_->population, "CloseDisregardWindow");
  return collector_->births.CloseDisregard();
}
bool Heap::OpenDisregardWindow() {
  const Use use(collector_->population, "OpenDisregardWindow");
  return collector_->births.OpenDisregard();
}

std::vector<RawField> Heap::FindRawFields() const {
  const Use use(collector_->population, "FindRawFields");
  return collector_->births.raw_fields().All();
}

void Heap::ReuseIndices(bool reuse) {
  const Use use(collector_->population, "ReuseIndices");
  collector_->births.SetReuse(reuse);
}
void Heap::AddListener(TableListener* listener) {
  const Use use(collector_->population, "AddListener");
  if (listener == nullptr) {
    Abort(Misuse{.sentence = "a listener of the table must be there: AddListener was given null",
                 .where = GC_HERE});
  }
  collector_->population.AddListener(listener);
}
void Heap::RemoveListener(TableListener* listener) {
  const Use use(collector_->population, "RemoveListener");
  collector_->population.RemoveListener(listener);
}

std::uint32_t Heap::ObjectCount() const {
  const TableLock lock(collector_->population.sharing);
  return collector_->population.Count();
}

Index Heap::EndOfTable() const { return collector_->population.table.End(); }

// The object at the index, shaded; null if a visit of all objects does not show it. Another thread
// may give up an object that it constructs, and make the next one at its index; so after the mark
// the entry is asked once more whether it is this object's.
Object* Heap::Found(Index index) {
  const Use use(collector_->population, "ForEachObject");
  const Population& heap = collector_->population;
  if (heap.Stopped()) return nullptr;
  const Entry& entry = heap.table[index];
  Object* const object = entry.Occupant();
  if (object == nullptr || IsUnderConstruction(entry) || entry.Occupant() != object) return nullptr;
  if (heap.IsHidden(index)) return nullptr;
  Shade(object, {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE});
  return object;
}

// Under black-locals a loaded reference may be stored or used much later, so it is shaded when it
// is loaded.
void Heap::ShadeLoaded(Object* object) {
  Population& heap = collector_->population;
  if (object == nullptr || heap.phase() != Phase::kMarking || heap.Stopped()) return;
  if (collector_->outside.discipline() != Locals::kBlack) return;
  if (!GC_ASSERT(heap, heap.IsLive(*object), Rule::kInsertionBarrier, object->header().index,
                 "what is loaded must not have been freed")) {
    return;
  }
  if (collector_->clusters.Shade(*object,
                                 {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE})) {
    return;
  }
  collector_->wavefront.ShadeForMutator(*object);
}

}  // namespace GC_BUILD
}  // namespace gc
