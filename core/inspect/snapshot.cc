// core/inspect/snapshot.cc -- colours from marks, grey from the lists.

#include "core/inspect/snapshot.h"

#include "core/collect/collector.h"

namespace gc::inline GC_BUILD {

namespace {

Colour ColourOf(const Entry& entry, const Marks& marks) {
  if (entry.Occupant() == nullptr) return Colour::kNone;
  if (Marks::IsUnreachable(entry)) return Colour::kDoomed;
  return marks.IsWhite(entry) ? Colour::kWhite : Colour::kBlack;
}

}  // namespace

void Take(const Heap& heap, Snapshot& into) {
  const Collector& collector = heap.collector();
  into.phase = collector.phase;
  into.initial_references_taken = collector.trace.initial_references_taken;
  into.purge_pending = collector.purge.stage != Stage::kNone;
  into.constructing.clear();
  for (const Object* object : collector.constructing) {
    into.constructing.push_back(object->header().index);
  }
  into.colours.resize(collector.table.End());
  into.colours[kNoIndex] = Colour::kNone;
  for (Index index = 1; index < collector.table.End(); ++index) {
    into.colours[index] = ColourOf(collector.table[index], collector.marks);
  }
  const std::vector<Object*> shared = collector.SharedGrey();
  for (const std::vector<Object*>* list : {&collector.work, &collector.barrier, &shared}) {
    for (const Object* object : *list) {
      if (collector.IsLive(*object)) into.colours[object->header().index] = Colour::kGrey;
    }
  }
}

}  // namespace gc::inline GC_BUILD
