#include "core/inspect/search/heap_graph.h"

#include "core/inspect/search/walk.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr Index kBetweenLooks = 64;  // indices from one look at the clock to the next

std::string Named(const Class* type, Index index) {
  const std::string number = std::to_string(index);
  return type != nullptr ? std::string(type->name) + ' ' + number : "nothing at " + number;
}

}  // namespace

bool HeapGraph::Take(const Heap& heap, const Deadline& until) {
  // Looked at now and then, as reading the clock costs as much as drawing a few objects.
  const auto late = [&](Index index) {
    if (index % kBetweenLooks != 0 || !until.Passed()) return false;
    *this = {};
    return true;
  };
  const Collector& collector = heap.collector();
  const Table& table = collector.population.table;
  nodes_.assign(table.End() + 1, {});
  edges_.clear();
  roots_.clear();
  indices_.Clear();
  for (const Index index : table.Indices()) {
    const Object* const object = table[index].Occupant();
    if (late(index)) return false;
    if (object != nullptr) indices_.Insert(object, index);
  }
  const ChainedIndices chained(collector);
  const auto resolved = [this, &collector](Edge edge, const Object* to) {
    const Index index = indices_.Find(to);
    edge.target = index == AddressMap::kAbsent ? kNoIndex : index;
    SettleCleared(collector, edge);
    return edge;
  };
  for (const Index index : table.Indices()) {
    if (late(index)) return false;
    Object* const object = table[index].Occupant();
    Node& node = nodes_[index];
    node.first_edge = static_cast<std::uint32_t>(edges_.size());
    if (object == nullptr) continue;
    node.type = object->header().type;
    node.serial = table[index].serial.load(std::memory_order_relaxed);
    node.doomed = collector.population.IsDoomed(index);
    node.disregarded = table[index].flags.Has(flag::kDisregarded);
    node.kept = chained.Keeps(table, index);
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
  return true;
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
