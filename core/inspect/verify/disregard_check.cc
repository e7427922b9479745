// core/inspect/verify/disregard_check.cc -- checks each reference of the disregarded objects.

#include "core/inspect/verify/disregard_check.h"

#include "core/collect/collector.h"
#include "core/inspect/search/address_map.h"
#include "core/inspect/search/chained.h"

namespace gc {
inline namespace GC_BUILD {

std::vector<DisregardOffence> DisregardOffences(const Heap& heap) {
  const Collector& collector = heap.collector();
  const Table& table = collector.population.table;
  std::vector<DisregardOffence> offences;
  if (table.LowUsed() == 0) return offences;
  const ChainedIndices chained(collector);
  AddressMap indices;  // a target may be freed, so it is looked up, not followed
  for (const Index index : table.Indices()) {
    if (table[index].Occupant() != nullptr) indices.Insert(table[index].Occupant(), index);
  }
  for (Index index = 1; index < table.First(); ++index) {
    Object* const object = table[index].Occupant();
    if (object == nullptr || table[index].flags.Has(flag::kPendingConstruction)) continue;
    for (const Reference& property : object->header().type->references) {
      ForEachSlotOf(property, *object, [&](const ObjectSlot& slot) {
        if (slot.Raw() == nullptr) return;
        const Index to = indices.Find(slot.Raw());
        if (to != AddressMap::kAbsent && (table.IsLow(to) || chained.Keeps(table, to))) return;
        offences.push_back({.object = object, .property = &property, .target = slot.Raw()});
      });
    }
  }
  return offences;
}

}  // namespace GC_BUILD
}  // namespace gc
