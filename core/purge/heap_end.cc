// core/purge/heap_end.cc -- a heap is dropped: every object ends, whatever its roots.
//
// Upholds: begin-finish-free.
// Read next: core/purge/destroyer.cc.

#include "core/object/finishing.h"
#include "core/purge/purger.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Visits every object that was not freed; in the faulty build through the memory, as the table may
// have lost some.
template <class Visit>
void ForEachObject(const Table& table, const ObjectMemory& memory, Visit&& visit) {
  if constexpr (kFaulty) {
    memory.ForEachUnfreed(visit);
  } else {
    for (const Index index : table.Indices()) {
      Object* const object = table[index].Occupant();
      if (object != nullptr) visit(*object);
    }
  }
}

// Of an object that ForEachObject visits.
bool IsInTable(const Population& heap, const Object& object) {
  return !kFaulty || heap.IsLive(object);
}

}  // namespace

// The heap is dropped: every object is doomed, whatever its roots, and none is waited for. The
// permanent objects are destroyed last: a managed one may refer to them to its end (S12.18).
void Purger::EndAll() {
  memory_.BeginExit();
  const Calling end_of_the_heap(heap_.activity);
  bool any_finishes = false;
  bool any_permanent = false;
  ForEachObject(heap_.table, memory_, [&](Object& object) {
    const Class& type = *object.header().type;
    any_finishes |= type.finish_destroy != nullptr;
    any_permanent |= IsPermanent(object);
    if (type.begin_destroy == nullptr || !IsInTable(heap_, object)) return;
    if (heap_.EntryOf(object).flags.Has(flag::kBegun)) return;
    Population::FlagsOf(object).Set(object_flag::kBeginDestroyed);
    type.begin_destroy(object);
  });
  if (any_finishes) FinishAll();
  ForEachObject(heap_.table, memory_, [&](Object& object) {
    if (!any_permanent || !IsPermanent(object)) Destroy(object);
  });
  if (!any_permanent) return;
  ForEachObject(heap_.table, memory_, [this](Object& object) { Destroy(object); });
}

void Purger::FinishAll() {
  ForEachObject(heap_.table, memory_, [this](Object& object) {
    const Class& type = *object.header().type;
    if (type.finish_destroy == nullptr || !IsInTable(heap_, object)) return;
    if (heap_.EntryOf(object).flags.Has(flag::kFinished)) return;
    Population::FlagsOf(object).Set(object_flag::kBeginDestroyed | object_flag::kFinishDestroyed);
    const Finishing alone(object);
    type.finish_destroy(object);
  });
}

bool Purger::IsPermanent(const Object& object) const {
  return IsInTable(heap_, object) && heap_.EntryOf(object).flags.Has(flag::kDisregarded);
}

void Purger::Destroy(Object& object) {
  const Class& type = *object.header().type;
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  if (IsInTable(heap_, object)) {
    const TableLock lock(heap_.sharing);
    heap_.Unpublish(object);
  }
  if (type.destroy != nullptr) type.destroy(object);
  memory_.Free(object, block);
}

}  // namespace GC_BUILD
}  // namespace gc
