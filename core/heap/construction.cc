// core/heap/construction.cc -- an object is made in two parts, or given up before the second.
//
// Upholds: construction-is-kept.
// Read next: core/collect/construction.h.

#include "core/collect/collector.h"
#include "core/heap/factory.h"
#include "core/heap/heap.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

// What happens between reservation and Complete counts as part of the constructor.
void Heap::Complete(Object* object) {
  const Use use(collector_->population, "Complete");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  const char* const sentence = "what is completed must be an object of this heap, and reserved";
  if (!Fits(heap, object,
            {.call = "Complete",
             .sentence = sentence,
             .where = GC_HERE,
             .rule = Rule::kConstructionIsKept}) ||
      !GC_CHECK(heap, heap.EntryOf(*object).flags.Has(flag::kPendingConstruction),
                Rule::kConstructionIsKept, object->header().index, sentence)) {
    return;
  }
  collector_->construction.Finish(*object);
}

// The object was never found, shown or scanned, so it is removed at once. Its index will be another
// object's, so no list may keep the index.
void Factory::Abandon(const Draft& draft) {
  Object& object = *draft.object;
  const Index index = object.header().index;
  Population& heap = collector().population;
  collector().construction.Forget(object);
  collector().clusters.Forget(index);
  collector().marker.Forget(object);
  {
    const TableLock lock(heap.sharing);
    collector().roots.Forget(index);
  }
  heap.Unname(object);
  collector().births.Undo(object);
}

}  // namespace GC_BUILD
}  // namespace gc
