// core/cluster/making.cc -- clusters are made, and grow.
//
// The walk goes from the root along every reference, class and outer included, and takes in whoever
// allows it and is in no cluster yet. It stops at the others: they are listed, and the cluster
// reaches them when it is activated.
//
// Upholds: cluster-not-in-cycle.   Read next: core/cluster/marking.cc.

#include <utility>

#include "core/collect/collector.h"
#include "core/collect/running.h"

namespace gc {
inline namespace GC_BUILD {

ClusterId Clusters::Acquire() {
  if (free.empty()) {
    records.emplace_back();
    return static_cast<ClusterId>(records.size() - 1);
  }
  const ClusterId id = free.back();
  free.pop_back();
  return id;
}

void Clusters::Release(ClusterId id) {
  records[id] = {};
  free.push_back(id);
  count.fetch_sub(1, std::memory_order_release);
}

void Clusters::Recycle() {
  count.store(0, std::memory_order_release);
  gc::Recycle(records);
  gc::Recycle(free);
  gc::Recycle(reached);
  gc::Recycle(flagged);
  activating = false;
  places.Clear();
  counts = {};
}

// Making a cluster reads what mutators write, and changes what the collector relies on; so it is
// done where a step could be.
bool Collector::MayClusterNow() {
  if (Stopped() || !kBarriered) return false;  // cluster-store needs to be told
  if (!GC_CHECK(*this, calling.Count() == 0, Rule::kScanIsAtomic, kNoIndex,
                "no cluster may be made in a constructor or a callback")) {
    return false;
  }
  if (!sharing.MayStep()) {
    Abort(Misuse{.row = "S10.4, rule lock-excludes",
                 .sentence = "a cluster of a heap with a lock is made under it",
                 .where = GC_HERE});
  }
  return clusters.options.create;
}

// cluster-not-in-cycle.
bool Collector::IsInCycleForClusters() {
  return phase != Phase::kIdle && Obeys(Rule::kClusterNotInCycle, Fault::kClusterInCycle, GC_HERE);
}

// Whether the object is one that may be in a cluster at all, and is in none. What another thread
// still makes or loads is left to it.
bool Collector::IsClusterable(const Object& object) const {
  constexpr FlagWord kNever = flag::kUnreachable | flag::kDisregarded | flag::kBegun |
                              flag::kPendingConstruction | flag::kGarbage | flag::kAsync |
                              flag::kLoading | flag::kLoadingLate | flag::kLoaderImport;
  const Index index = object.header().index;
  return !table[index].flags.Has(kNever) && table.LinkOf(index) == 0;
}

bool Collector::MayBeMember(Object& object) {
  if (!IsClusterable(object)) return false;
  const Class& type = *object.header().type;
  if (type.can_be_in_cluster == nullptr) return type.MayBeInClusters();
  const Calling user(*this);
  return type.can_be_in_cluster(object);
}

bool Collector::MayBeClusterRoot(Object& object) {
  const Class& type = *object.header().type;
  if (type.can_be_cluster_root == nullptr || !IsClusterable(object)) return false;
  const ClusterOptions& options = clusters.options;
  if (type.cluster_kind == ClusterKind::kAsset && !options.assets) return false;
  if (type.cluster_kind == ClusterKind::kActor && !options.actors) return false;
  if (type.cluster_kind == ClusterKind::kScript && !options.scripts) return false;
  const Calling user(*this);
  return type.can_be_cluster_root(object);
}

std::uint32_t Collector::MakeCluster(Object& root) {
  if (!MayClusterNow()) return 0;
  if (!GC_CHECK(*this, IsLive(root), Rule::kUnreachableIsFinal, root.header().index,
                "the root of a cluster must be an object of this heap")) {
    return 0;
  }
  if (!MayBeClusterRoot(root) || IsInCycleForClusters()) return 0;
  clusters.walking = true;
  const std::vector<Index> found = WalkCluster(root);
  clusters.walking = false;
  if (found.size() < clusters.options.min_objects) {
    for (const Index index : found) table.Cluster(index).store(0, std::memory_order_relaxed);
    return 0;
  }
  const ClusterId id = Establish(root);
  for (const Index index : found) {
    if (index != root.header().index) Join(id, *table[index].Occupant());
  }
  std::sort(clusters[id].members.begin(), clusters[id].members.end());
  for (const Index index : found) ListOutward(id, *table[index].Occupant());
  SettleLists(id);
  return static_cast<std::uint32_t>(found.size());
}

// The root and all that will be in its cluster, in the order of the walk. Their links say so
// already, so that nobody is met twice.
std::vector<Index> Collector::WalkCluster(Object& root) {
  const ClusterLink link = LinkToRoot(root.header().index);
  std::vector<Index> found = {root.header().index};
  table.Cluster(found.front()).store(link, std::memory_order_relaxed);
  for (std::size_t next = 0; next < found.size(); ++next) {
    ForEachSlot(*table[found[next]].Occupant(), [&](const ObjectSlot& slot) {
      Object* const target = slot.Raw();
      if (target == nullptr || !IsLive(*target) || !MayBeMember(*target)) return;
      found.push_back(target->header().index);
      table.Cluster(found.back()).store(link, std::memory_order_relaxed);
    });
  }
  return found;
}

bool Collector::AllocateCluster(Object& root) {
  if (!MayClusterNow()) return false;
  if (!GC_CHECK(*this, IsLive(root), Rule::kUnreachableIsFinal, root.header().index,
                "the root of a cluster must be an object of this heap")) {
    return false;
  }
  if (!IsClusterable(root) || IsInCycleForClusters()) return false;
  const ClusterId id = Establish(root);
  ListOutward(id, root);
  SettleLists(id);
  return true;
}

bool Collector::AddToCluster(Object& root, Object& object) {
  if (!MayClusterNow()) return false;
  if (!GC_CHECK(*this, IsLive(root) && IsLive(object), Rule::kUnreachableIsFinal,
                object.header().index, "what is put in a cluster must be of this heap")) {
    return false;
  }
  if (!IsRootLink(table.LinkOf(root.header().index)) || !MayBeMember(object)) return false;
  if (IsInCycleForClusters()) return false;
  const ClusterId id = ClusterOf(root.header().index);
  Join(id, object);
  Cluster& cluster = clusters[id];
  // It was the last to come; the others are in order.
  cluster.members.pop_back();
  Insert(cluster.members, object.header().index);
  Erase(cluster.mutables, object.header().index);
  ListOutward(id, object);
  SettleLists(id);
  return true;
}

Object* Collector::ClusterRootOf(const Object& object) const {
  if (!IsLive(object)) return nullptr;
  const ClusterLink link = table.LinkOf(object.header().index);
  if (link == 0) return nullptr;
  return table[IsMemberLink(link) ? RootOf(link) : object.header().index].Occupant();
}

ClusterId Collector::ClusterOf(Index index) const {
  const ClusterLink link = table.LinkOf(index);
  return RecordOf(IsMemberLink(link) ? table.LinkOf(RootOf(link)) : link);
}

// A cluster of the root alone. From here on stores are listened to.
ClusterId Collector::Establish(Object& root) {
  const ClusterId id = clusters.Acquire();
  clusters[id].root = root.header().index;
  clusters[id].joined_with = marks.Reachable();
  Join(id, root);
  clusters.counts.made += 1;
  clusters.count.fetch_add(1, std::memory_order_release);
  Listen();
  return id;
}

// The root first, which keeps its colour; who comes after it has none.
void Collector::Join(ClusterId id, Object& object) {
  const Index index = object.header().index;
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  Cluster& cluster = clusters[id];
  if (index == cluster.root) {
    EntryOf(object).flags.Set(flag::kClusterRoot);
    table.Cluster(index).store(LinkToRecord(id), std::memory_order_relaxed);
  } else {
    cluster.members.push_back(index);
    table.Cluster(index).store(LinkToRoot(cluster.root), std::memory_order_relaxed);
    Marks::Join(EntryOf(object));
  }
  cluster.bytes += block.bytes;
  clusters.places.Add(block.start, block.bytes, index);
  for (const Reference& line : object.header().type->references) {
    if (!line.ShowsItself()) continue;
    cluster.open.push_back(index);
    break;
  }
}

// What the object refers to outside its cluster, to be put in order when all have been asked.
void Collector::ListOutward(ClusterId id, Object& object) {
  Cluster& cluster = clusters[id];
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) continue;
    ForEachSlotOf(line, object, [&](const ObjectSlot& slot) {
      if (slot.Raw() == nullptr || !IsLive(*slot.Raw())) return;
      const Index target = slot.Raw()->header().index;
      if (table[target].flags.Has(flag::kDisregarded)) return;
      if (table.LinkOf(target) == 0) {
        cluster.mutables.push_back(target);
      } else if (ClusterOf(target) != id) {
        cluster.refers_to.push_back(ClusterOf(target));
      }
    });
  }
}

void Collector::SettleLists(ClusterId id) {
  const auto settle = [](auto& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  Cluster& cluster = clusters[id];
  settle(cluster.mutables);
  settle(cluster.refers_to);
  settle(cluster.open);
  for (const ClusterId other : cluster.refers_to) Insert(clusters[other].referred_by, id);
}

}  // namespace GC_BUILD
}  // namespace gc
