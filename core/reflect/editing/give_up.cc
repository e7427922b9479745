#include "core/reflect/editing/give_up.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Its name goes, and what keeps it; and what refers to it does not count. It may have been given up
// before, with its outer.
void GiveUpOne(Heap& heap, NamedObject& object) {
  Collector& collector = heap.collector();
  const FlagWord flags = collector.population.EntryOf(object).flags.Load();
  {
    const TableLock lock(collector.population.sharing);
    collector.roots.LetGo(object, flag::kRoot | flag::kKeep);
  }
  if ((flags & flag::kDisregarded) == 0) heap.MarkGarbage(&object);
  if ((flags & flag::kNamed) != 0) collector.population.Unname(object);
}

}  // namespace

void GiveUp(Heap& heap, NamedObject& begun) noexcept {
  Factory(heap).EndEachInside(begun, [&heap](NamedObject* part) { GiveUpOne(heap, *part); });
  GiveUpOne(heap, begun);
}

}  // namespace GC_BUILD
}  // namespace gc
