// core/inspect/search/walk.h -- visits every reference of a heap, in a fixed order, with its name.
//
// All tools that look at a heap from outside use this walk. A visitor is given the edge without its
// target, and the address that the reference holds. The address may lead nowhere; the visitor
// decides whether to follow it.
//
// Read next: core/inspect/search/heap_graph.h.

#pragma once

#include "core/collect/collector.h"
#include "core/inspect/search/chained.h"
#include "core/inspect/search/edge.h"

namespace gc {
inline namespace GC_BUILD {

// In these edges is_cleared says that the slot would be cleared if its target is marked garbage.
inline void SettleCleared(const Collector& collector, Edge& edge) {
  edge.is_cleared = edge.is_cleared && edge.target != kNoIndex &&
                    collector.population.table[edge.target].flags.Has(flag::kGarbage);
}

// Calls visit(Edge, const Object*) for each reference of the object at an index, except null ones.
// An object under construction has no slots yet.
template <class Visit>
void ForEachReferenceOf(const Entry& entry, Index index, Visit&& visit) {
  if (entry.Occupant() == nullptr || entry.flags.Has(flag::kPendingConstruction)) return;
  Object& holder = *entry.Occupant();
  const Elimination& elimination = OwnerOf(holder).elimination;
  for (const Reference& line : holder.header().type->references) {
    Edge edge{.is_element = line.kind != ReferenceKind::kOne,
              .is_cleared = !line.immutable && elimination.Of(line.origin),
              .holder = index,
              .name = line.name};
    ForEachSlotOf(line, holder, [&](const ObjectSlot& slot) {
      if (slot.Raw() != nullptr) visit(edge, slot.Raw());
      edge.element += 1;
    });
  }
}

// Visits in the same way what the object reaches through its cluster: a member reaches its root,
// and the root all members, mutable objects and other clusters on the lists of its record.
template <class Visit>
void ForEachClusterEdgeOf(const Collector& collector, Index index, Visit&& visit) {
  if (!collector.population.colours.HasClusters()) return;
  const Table& table = collector.population.table;
  const ClusterLink link = table.LinkOf(index);
  Edge edge{.kind = EdgeKind::kCluster, .holder = index, .name = "root"};
  if (IsMemberLink(link)) visit(edge, table[RootOf(link)].Occupant());
  if (!IsRootLink(link)) return;
  const Cluster& cluster = collector.clusters[RecordOf(link)];
  const auto each = [&](const char* name, Index to) {
    if (name != edge.name) edge.element = 0;
    edge.is_element = true;
    edge.name = name;
    if (table[to].Occupant() != nullptr) visit(edge, table[to].Occupant());
    edge.element += 1;
  };
  for (const Index member : cluster.members) each("member", member);
  for (const ClusterId other : cluster.refers_to) {
    each("reference", collector.clusters[other].root);
  }
  // A cluster that lists garbage is dissolved, and its slots are cleared like any others.
  edge.is_cleared = collector.elimination.Any();
  for (const Index outside : cluster.mutables) each("mutable object", outside);
}

// Visits in the same way each reason that makes the object at an index a root.
template <class Visit>
void ForEachRootKindOf(const Collector& collector, const ChainedIndices& chained, Index index,
                       Visit&& visit) {
  const Entry& entry = collector.population.table[index];
  const Object* const object = entry.Occupant();
  const FlagWord flags = entry.flags.Load();
  if ((flags & flag::kRoot) != 0) visit(Edge{.kind = EdgeKind::kRootSet}, object);
  for (const NamedFlag& keeps : kNamedFlags) {
    if ((flags & keeps.flag & flag::kKeep) == 0) continue;
    visit(Edge{.kind = EdgeKind::kKeepFlag, .name = keeps.name}, object);
  }
  if ((flags & flag::kPendingConstruction) != 0) {
    visit(Edge{.kind = EdgeKind::kConstruction}, object);
  }
  if ((flags & flag::kDisregarded) != 0) visit(Edge{.kind = EdgeKind::kDisregarded}, object);
  const std::uint32_t count = entry.strong.load(std::memory_order_relaxed);
  if (count != 0 && !chained.Has(index)) {
    visit(Edge{.kind = EdgeKind::kStrongCount, .is_element = true, .element = count}, object);
  }
}

// Visits in the same way the references of referencers and locals.
template <class Visit>
void ForEachReferenceFromOutside(const Collector& collector, Visit&& visit) {
  struct Asked {
    const Collector& collector;
    Visit& visit;
    Edge edge;
  };
  for (const Referencer* one = collector.outside.FirstReferencer(); one != nullptr;
       one = one->Next()) {
    Asked asked{collector,
                visit,
                {.kind = EdgeKind::kReferencer, .is_element = true, .element = 0, .name = ""}};
    if (one->name() != nullptr) asked.edge.name = one->name();
    Reporter reporter(
        [](void* context, Object* target) {
          Asked& at = *static_cast<Asked*>(context);
          at.visit(at.edge, target);
          at.edge.element += 1;
          at.edge.is_cleared = false;
        },
        &asked,
        {[](void* context, ObjectSlot&) {  // asked for slots that are not protected
           Asked& at = *static_cast<Asked*>(context);
           at.edge.is_cleared = at.collector.elimination.Of(Origin::kCode);
           return false;
         },
         &asked});
    one->Report(reporter);
  }
  Edge edge{.kind = EdgeKind::kLocal, .is_element = true, .element = 0};
  for (const LocalReference* one = collector.outside.FirstLocal(); one != nullptr;
       one = one->Next()) {
    if (one->Raw() != nullptr) visit(edge, one->Raw());
    edge.element += 1;
  }
}

// The same for all roots: objects in index order, then those of the caller's mask, as long as the
// cycle that the mask is for lasts, then referencers, then locals.
template <class Visit>
void ForEachRoot(const Collector& collector, Visit&& visit) {
  const ChainedIndices chained(collector);
  for (const Index index : collector.population.table.Indices()) {
    if (collector.population.table[index].Occupant() == nullptr) continue;
    ForEachRootKindOf(collector, chained, index, visit);
  }
  if (collector.population.phase() != Phase::kIdle) {
    collector.roots.ForEachMasked(
        [&visit](const Object& object) { visit(Edge{.kind = EdgeKind::kMask}, &object); });
  }
  ForEachReferenceFromOutside(collector, visit);
}

}  // namespace GC_BUILD
}  // namespace gc
