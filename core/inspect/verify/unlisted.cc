#include "core/inspect/verify/unlisted.h"

#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "core/collect/collector.h"
#include "core/inspect/search/heap_graph.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The addresses by which a pointer may lead to a doomed object: its own and its type's.
std::unordered_map<const void*, Index> AddressesOfTheDoomed(const Population& heap) {
  std::unordered_map<const void*, Index> found;
  for (const Index index : heap.table.Indices()) {
    Object* const object = heap.table[index].Occupant();
    if (object == nullptr || !heap.IsDoomed(index)) continue;
    found.emplace(object, index);
    found.emplace(ObjectMemory::BlockOf(*object).start, index);
  }
  return found;
}

}  // namespace

std::vector<UnlistedHolder> FindUnlistedHolders(const Heap& heap) {
  const Population& population = heap.collector().population;
  const auto doomed = AddressesOfTheDoomed(population);
  if (doomed.empty()) return {};
  std::vector<UnlistedHolder> found;
  for (const Index index : population.table.Indices()) {
    const Entry& entry = population.table[index];
    Object* const object = entry.Occupant();
    if (object == nullptr || population.IsDoomed(*object)) continue;
    std::unordered_set<const void*> listed;
    if (!entry.flags.Has(flag::kPendingConstruction)) {
      ForEachSlot(*object, [&listed](ObjectSlot& slot) { listed.insert(&slot); });
    }
    const ObjectMemory::Block block = ObjectMemory::BlockOf(*object);
    const auto* const start = static_cast<const std::byte*>(block.start);
    for (std::size_t at = 0; at + sizeof(void*) <= block.bytes; at += sizeof(void*)) {
      const void* word = nullptr;
      std::memcpy(static_cast<void*>(&word), start + at, sizeof word);
      const auto target = doomed.find(word);
      if (target == doomed.end() || listed.contains(start + at)) continue;
      found.push_back(
          {.holder = index, .target = target->second, .offset = static_cast<std::uint32_t>(at)});
      found.back().text = NameOf(heap, index) + " points to " + NameOf(heap, target->second) +
                          ", which is doomed, at byte " + std::to_string(at) +
                          ": no line of its class lists that member";
    }
  }
  return found;
}

}  // namespace GC_BUILD
}  // namespace gc
