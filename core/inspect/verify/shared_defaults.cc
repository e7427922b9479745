#include "core/inspect/verify/shared_defaults.h"

#include "core/collect/collector.h"
#include "core/heap/named_object.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// An object without a name has neither role.
Roles RolesOf(const Collector& collector, const Object& object) {
  if (!collector.population.IsLive(object)) return 0;
  if (!collector.population.table[object.header().index].flags.Has(flag::kNamed)) return 0;
  return static_cast<const NamedObject&>(object).roles();
}

bool IsPartOfDefault(Roles roles) {
  constexpr Roles kBoth = role::kDefaultSubobject | role::kInsideDefault;
  return (roles & kBoth) == kBoth;
}

std::optional<SharedDefault> SharedBy(const Collector& collector, Object& holder) {
  std::optional<SharedDefault> shared;
  for (const Reference& line : holder.header().type->references) {
    ForEachSlotOf(line, holder, [&](const ObjectSlot& slot) {
      if (shared || slot.Raw() == nullptr) return;
      if (!IsPartOfDefault(RolesOf(collector, *slot.Raw()))) return;
      shared = {holder.header().index, line.name, slot.Raw()->header().index};
    });
  }
  return shared;
}

}  // namespace

std::optional<SharedDefault> FindSharedDefault(const Heap& heap) {
  const Collector& collector = heap.collector();
  for (const Index index : collector.population.table.Indices()) {
    const Entry& entry = collector.population.table[index];
    Object* const object = entry.Occupant();
    if (object == nullptr || Marks::IsUnreachable(collector.population.table.Mark(index))) continue;
    if (entry.flags.Has(flag::kPendingConstruction)) continue;
    if ((RolesOf(collector, *object) & role::kOfDefaults) != 0) continue;
    const std::optional<SharedDefault> shared = SharedBy(collector, *object);
    if (shared) return shared;
  }
  return std::nullopt;
}

}  // namespace GC_BUILD
}  // namespace gc
