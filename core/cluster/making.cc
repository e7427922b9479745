// core/cluster/making.cc -- clusters are made, and grow.
//
// The walk goes from the root along every reference, class and outer included, and takes in each
// object that allows it and is in no cluster yet. It stops at the others: they are listed, and the
// cluster reaches them when it is activated.
//
// Upholds: cluster-not-in-cycle.   Read next: core/cluster/marking.cc.

#include <algorithm>

#include "core/base/pool.h"
#include "core/cluster/clusters.h"
#include "core/memory/memory.h"

namespace gc {
inline namespace GC_BUILD {

void Clusters::Recycle() {
  heap_.colours.ForgetClusters();
  records_.Recycle();
  gc::Recycle(reached_);
  gc::Recycle(flagged_);
  activating_ = false;
  places_.Clear();
  counts_ = {};
}

// Whether the object is one that may be in a cluster at all, and is in none. What another thread
// still makes or loads is left to it.
bool Clusters::IsClusterable(const Object& object) const {
  constexpr FlagWord kNever = flag::kUnreachable | flag::kDisregarded | flag::kBegun |
                              flag::kPendingConstruction | flag::kGarbage | flag::kAsync |
                              flag::kLoading | flag::kLoadingLate | flag::kLoaderImport;
  const Index index = object.header().index;
  return !heap_.table[index].flags.Has(kNever) && heap_.table.LinkOf(index) == 0;
}

bool Clusters::MayBeMember(Object& object) {
  if (!IsClusterable(object)) return false;
  const Class& type = *object.header().type;
  if (type.can_be_in_cluster == nullptr) return type.MayBeInClusters();
  const Calling user(heap_.activity);
  return type.can_be_in_cluster(object);
}

bool Clusters::MayBeRoot(Object& object) {
  const Class& type = *object.header().type;
  if (type.can_be_cluster_root == nullptr || !IsClusterable(object)) return false;
  const ClusterOptions& options = options_;
  if (type.cluster_kind == ClusterKind::kAsset && !options.assets) return false;
  if (type.cluster_kind == ClusterKind::kActor && !options.actors) return false;
  if (type.cluster_kind == ClusterKind::kScript && !options.scripts) return false;
  const Calling user(heap_.activity);
  return type.can_be_cluster_root(object);
}

std::uint32_t Clusters::Make(Object& root) {
  walking_ = true;
  const std::vector<Index> found = Walk(root);
  walking_ = false;
  if (found.size() < options_.min_objects) {
    for (const Index index : found) heap_.table.Cluster(index).store(0, std::memory_order_relaxed);
    return 0;
  }
  const ClusterId id = Establish(root);
  for (const Index index : found) {
    if (index != root.header().index) Join(id, *heap_.table[index].Occupant());
  }
  std::sort(records_[id].members.begin(), records_[id].members.end());
  for (const Index index : found) ListOutward(id, *heap_.table[index].Occupant());
  SettleLists(id);
  return static_cast<std::uint32_t>(found.size());
}

// The root and all that will be in its cluster, in the order of the walk. Their links say so
// already, so that none is met twice.
std::vector<Index> Clusters::Walk(Object& root) {
  const ClusterLink link = LinkToRoot(root.header().index);
  std::vector<Index> found = {root.header().index};
  heap_.table.Cluster(found.front()).store(link, std::memory_order_relaxed);
  for (std::size_t next = 0; next < found.size(); ++next) {
    ForEachSlot(*heap_.table[found[next]].Occupant(), [&](const ObjectSlot& slot) {
      Object* const target = slot.Raw();
      if (target == nullptr || !heap_.IsLive(*target) || !MayBeMember(*target)) return;
      found.push_back(target->header().index);
      heap_.table.Cluster(found.back()).store(link, std::memory_order_relaxed);
    });
  }
  return found;
}

void Clusters::MakeOfOne(Object& root) {
  const ClusterId id = Establish(root);
  ListOutward(id, root);
  SettleLists(id);
}

void Clusters::Add(Object& root, Object& object) {
  const ClusterId id = ClusterOf(root.header().index);
  Join(id, object);
  Cluster& cluster = records_[id];
  // It was the last to come; the others are in order.
  cluster.members.pop_back();
  Insert(cluster.members, object.header().index);
  Erase(cluster.mutables, object.header().index);
  ListOutward(id, object);
  SettleLists(id);
}

ClusterId Clusters::ClusterOf(Index index) const {
  const ClusterLink link = heap_.table.LinkOf(index);
  return RecordOf(IsMemberLink(link) ? heap_.table.LinkOf(RootOf(link)) : link);
}

// A cluster of the root alone. From here on stores are listened to.
ClusterId Clusters::Establish(Object& root) {
  const ClusterId id = records_.Acquire();
  records_[id].root = root.header().index;
  records_[id].joined_with = heap_.marks().Reachable();
  Join(id, root);
  counts_.made += 1;
  heap_.colours.AddCluster();
  return id;
}

// The root first, which keeps its colour; what comes after it has none.
void Clusters::Join(ClusterId id, Object& object) {
  const Index index = object.header().index;
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  Cluster& cluster = records_[id];
  if (index == cluster.root) {
    heap_.EntryOf(object).flags.Set(flag::kClusterRoot);
    heap_.table.Cluster(index).store(LinkToRecord(id), std::memory_order_relaxed);
  } else {
    cluster.members.push_back(index);
    heap_.table.Cluster(index).store(LinkToRoot(cluster.root), std::memory_order_relaxed);
    Marks::Join(heap_.EntryOf(object));
  }
  cluster.bytes += block.bytes;
  places_.Add(block.start, block.bytes, index);
  for (const Reference& line : object.header().type->references) {
    if (!line.ShowsItself()) continue;
    cluster.open.push_back(index);
    break;
  }
}

// What the object refers to outside its cluster, to be put in order when all have been asked.
void Clusters::ListOutward(ClusterId id, Object& object) {
  Cluster& cluster = records_[id];
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) continue;
    ForEachSlotOf(line, object, [&](const ObjectSlot& slot) {
      if (slot.Raw() == nullptr || !heap_.IsLive(*slot.Raw())) return;
      const Index target = slot.Raw()->header().index;
      if (heap_.table[target].flags.Has(flag::kDisregarded)) return;
      if (heap_.table.LinkOf(target) == 0) {
        cluster.mutables.push_back(target);
      } else if (ClusterOf(target) != id) {
        cluster.refers_to.push_back(ClusterOf(target));
      }
    });
  }
}

void Clusters::SettleLists(ClusterId id) {
  const auto settle = [](auto& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  Cluster& cluster = records_[id];
  settle(cluster.mutables);
  settle(cluster.refers_to);
  settle(cluster.open);
  for (const ClusterId other : cluster.refers_to) Insert(records_[other].referred_by, id);
}

}  // namespace GC_BUILD
}  // namespace gc
