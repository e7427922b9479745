#include "core/inspect/search/heap_graph.h"

#include "core/inspect/search/walk.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string Named(const Class* type, Index index) {
  const std::string number = std::to_string(index);
  return type != nullptr ? std::string(type->name) + ' ' + number : "nothing at " + number;
}

}  // namespace

void HeapGraph::Take(const Heap& heap) {
  const Collector& collector = heap.collector();
  const Table& table = collector.population.table;
  nodes_.assign(table.End() + 1, {});
  edges_.clear();
  roots_.clear();
  indices_.Clear();
  for (Index index = 1; index < table.End(); ++index) {
    const Object* const object = table[index].Occupant();
    if (object != nullptr) indices_.Insert(object, index);
  }
  const auto resolved = [this, &collector](Edge edge, const Object* to) {
    const Index index = indices_.Find(to);
    edge.target = index == AddressMap::kAbsent ? kNoIndex : index;
    SettleCleared(collector, edge);
    return edge;
  };
  for (Index index = 1; index < table.End(); ++index) {
    Object* const object = table[index].Occupant();
    Node& node = nodes_[index];
    node.first_edge = static_cast<std::uint32_t>(edges_.size());
    if (object == nullptr) continue;
    node.type = object->header().type;
    node.serial = table[index].serial.load(std::memory_order_relaxed);
    node.doomed = collector.population.IsDoomed(table[index]);
    node.disregarded = table[index].flags.Has(flag::kDisregarded);
    node.kept = RootSet::IsKept(table[index]);
    node.garbage = table[index].flags.Has(flag::kGarbage);
    ForEachReferenceOf(table[index], index, [&](const Edge& edge, const Object* to) {
      edges_.push_back(resolved(edge, to));
    });
    ForEachClusterEdgeOf(collector, index, [&](const Edge& edge, const Object* to) {
      edges_.push_back(resolved(edge, to));
    });
  }
  nodes_[table.End()].first_edge = static_cast<std::uint32_t>(edges_.size());
  ForEachRoot(collector,
              [&](const Edge& edge, const Object* to) { roots_.push_back(resolved(edge, to)); });
}

std::string HeapGraph::NameOf(Index index) const {
  return Named(Has(index) ? nodes_[index].type : nullptr, index);
}

std::string NameOf(const Heap& heap, Index index) {
  const Table& table = heap.collector().population.table;
  const Object* const object =
      index != kNoIndex && index < table.End() ? table[index].Occupant() : nullptr;
  return Named(object != nullptr ? object->header().type : nullptr, index);
}

}  // namespace GC_BUILD
}  // namespace gc
