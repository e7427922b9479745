// core/inspect/verify/verifier_clusters.cc -- the clauses of clusters.
//
// Marking does not look at what the members of a cluster refer to. So every reference of a member,
// class and outer included, must lead to the same cluster, to a cluster on its list, to a mutable
// object on its list, or to a disregarded object (S20.4). References in open fields are followed by
// each marking, and need not be on a list.

#include <algorithm>
#include <cstddef>

#include "core/collect/collector.h"
#include "core/inspect/verify/verifier.h"
#include "core/pointer/clustered_granules.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

template <class T>
bool Contains(const std::vector<T>& sorted, T value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

template <class T>
bool IsSet(const std::vector<T>& list) {
  return std::adjacent_find(list.begin(), list.end(), std::greater_equal<T>()) == list.end();
}

}  // namespace

bool Verifier::CheckClusters() {
  const Clusters& clusters = collector_->clusters;
  if (clusters.records().empty()) return false;  // the heap never had a cluster
  std::uint32_t count = 0;
  for (ClusterId id = 0; id < clusters.records().size(); ++id) {
    if (clusters[id].root == kNoIndex) continue;
    count += 1;
    if (CheckRecord(id)) return true;
  }
  if (count != heap_->colours.ClusterCount()) {
    return Breach(Rule::kClusterIsOne, kNoIndex, "there are not as many clusters as are counted");
  }
  for (const Index index : heap_->table.Indices()) {
    if (CheckLink(index, heap_->table[index])) return true;
  }
  return false;
}

// A link of a member leads to its root, and a link of a root to its record.
bool Verifier::CheckLink(Index index, const Entry& entry) {
  const Clusters& clusters = collector_->clusters;
  const ClusterLink link = heap_->table.LinkOf(index);
  if (entry.flags.Has(flag::kClusterRoot) != IsRootLink(link)) {
    return Breach(Rule::kClusterIsOne, index, "a cluster's root has no link to it, or no flag");
  }
  if (link == 0) {
    return entry.flags.Has(flag::kReachableInCluster) &&
           Breach(Rule::kClusterIsOne, index,
                  "an object in no cluster is marked as one through which a cluster was reached");
  }
  if (entry.Occupant() == nullptr) {
    return Breach(Rule::kIndexAfterFree, index, "an index without an object is in a cluster");
  }
  const Index root = IsMemberLink(link) ? RootOf(link) : index;
  const ClusterLink to_record = heap_->table.LinkOf(root);
  const bool known = IsRootLink(to_record) && RecordOf(to_record) < clusters.records().size() &&
                     clusters[RecordOf(to_record)].root == root &&
                     (root == index || Contains(clusters[RecordOf(to_record)].members, index));
  if (!known) return Breach(Rule::kClusterIsOne, index, "a link leads to no cluster of the object");
  const bool through = clusters[RecordOf(to_record)].reached_through == index;
  return through != entry.flags.Has(flag::kReachableInCluster) &&
         Breach(Rule::kClusterIsOne, index, "a member was reached, and by it not its cluster");
}

// S10.2
bool Verifier::CheckRecord(ClusterId id) {
  const Clusters& clusters = collector_->clusters;
  const Cluster& cluster = clusters[id];
  if (!IsSet(cluster.members) || !IsSet(cluster.mutables) || !IsSet(cluster.refers_to) ||
      !IsSet(cluster.referred_by) || !IsSet(cluster.open)) {
    return Breach(Rule::kClusterIsOne, cluster.root, "a list of a cluster is out of order");
  }
  const auto one_sided = [&](ClusterId other) {
    return !Contains(clusters[other].referred_by, id);
  };
  if (std::ranges::any_of(cluster.refers_to, one_sided)) {
    return Breach(Rule::kClusterIsOne, cluster.root,
                  "a cluster refers to another, which does not know it");
  }
  const auto unfounded = [&](ClusterId other) { return !Contains(clusters[other].refers_to, id); };
  if (std::ranges::any_of(cluster.referred_by, unfounded)) {
    return Breach(Rule::kClusterIsOne, cluster.root,
                  "a cluster knows another that does not refer to it");
  }
  const auto gone = [&](Index index) { return heap_->table[index].Occupant() == nullptr; };
  if (std::ranges::any_of(cluster.mutables, gone)) {
    return Breach(Rule::kClusterOutward, cluster.root,
                  "a cluster lists an index without an object");
  }
  const auto own = [&](Index index) {
    return index == cluster.root || Contains(cluster.members, index);
  };
  if (std::ranges::any_of(cluster.mutables, own)) {
    return Breach(Rule::kClusterOutward, cluster.root,
                  "a cluster lists an object of its own among those outside");
  }
  if (cluster.needs_dissolving) {
    return heap_->phase() == Phase::kIdle &&
           Breach(Rule::kClusterStore, cluster.root, "a cluster was to be dissolved long ago");
  }
  if (CheckBooks(cluster, cluster.root)) return true;
  for (const Index member : cluster.members) {
    if (CheckBooks(cluster, member)) return true;
  }
  if (CheckReached(cluster)) return true;
  if (Marks::IsUnreachable(heap_->table.Mark(cluster.root))) return false;
  if (CheckClosure(id, cluster.root)) return true;
  for (const Index member : cluster.members) {
    if (CheckClosure(id, member)) return true;
  }
  return false;
}

// The cluster's side tables are right: stores into the object are noticed, and open fields are
// known.
bool Verifier::CheckBooks(const Cluster& cluster, Index index) {
  Object& object = *heap_->table[index].Occupant();
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);  // another base may come first
  const auto* const first = static_cast<const std::byte*>(block.start);
  if (collector_->clusters.records().places().Find(&object) != index ||
      !ClusteredGranules::MayHold(first) || !ClusteredGranules::MayHold(first + block.bytes - 1)) {
    return Breach(Rule::kClusterStore, index,
                  "a store into an object of a cluster would go unseen");
  }
  const auto shows = [](const Reference& line) { return line.ShowsItself(); };
  const bool open = std::ranges::any_of(object.header().type->references, shows);
  return open != Contains(cluster.open, index) &&
         Breach(Rule::kClusterOutward, index,
                "what a cluster's open fields show would not be reached with it");
}

// cluster-outward: the targets on the lists of a reached cluster are not white.
bool Verifier::CheckReached(const Cluster& cluster) {
  if (heap_->phase() != Phase::kMarking || !cluster.IsActivated(collector_->clusters.cycle())) {
    return false;
  }
  for (const ClusterId other : cluster.refers_to) {
    if (!heap_->IsWhite(collector_->clusters[other].root)) continue;
    return Breach(Rule::kClusterOutward, cluster.root,
                  "a cluster that it refers to was not reached with it");
  }
  for (const Index index : cluster.mutables) {
    if (!heap_->IsWhite(index)) continue;
    return Breach(Rule::kClusterOutward, cluster.root,
                  "an object that a cluster refers to was not reached with it");
  }
  return false;
}

// cluster-store: S20.4, for one member or the root.
bool Verifier::CheckClosure(ClusterId id, Index index) {
  Object& object = *heap_->table[index].Occupant();
  bool breached = false;
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) continue;
    ForEachSlotOf(line, object, [&](const ObjectSlot& slot) {
      if (slot.Raw() == nullptr || breached) return;
      const Index target = indices_.Find(slot.Raw());
      if (target == AddressMap::kAbsent || IsListed(id, target)) return;
      breached = At({.holder = index, .target = target, .name = line.name},
                    Breach(Rule::kClusterStore, index,
                           "a member of a cluster refers to what its cluster does not reach"));
    });
  }
  return breached;
}

bool Verifier::IsListed(ClusterId id, Index target) const {
  const Cluster& cluster = collector_->clusters[id];
  if (heap_->table[target].flags.Has(flag::kDisregarded)) return true;
  if (target == cluster.root || Contains(cluster.members, target)) return true;
  if (Contains(cluster.mutables, target)) return true;
  const auto has = [&](ClusterId other) {
    const Cluster& there = collector_->clusters[other];
    return target == there.root || Contains(there.members, target);
  };
  return std::ranges::any_of(cluster.refers_to, has);
}

}  // namespace GC_BUILD
}  // namespace gc
