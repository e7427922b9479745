// core/cluster/cluster_maker.cc -- the walk, and what its cluster refers to outside.

#include "core/cluster/cluster_maker.h"

#include <algorithm>

#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

bool ClusterMaker::IsClusterable(const Object& object) const {
  constexpr FlagWord kNever = flag::kDisregarded | flag::kBegun | flag::kPendingConstruction |
                              flag::kGarbage | flag::kAsync | flag::kLoading | flag::kLoadingLate |
                              flag::kLoaderImport;
  const Index index = object.header().index;
  return !heap_.table[index].flags.Has(kNever) && heap_.table.LinkOf(index) == 0 &&
         !Marks::IsUnreachable(heap_.table.Mark(index));
}

bool ClusterMaker::MayBeMember(Object& object) {
  if (!IsClusterable(object)) return false;
  const Class& type = *object.header().type;
  if (type.can_be_in_cluster == nullptr) return type.MayBeInClusters();
  const Calling user(heap_.activity);
  return type.can_be_in_cluster(object);
}

bool ClusterMaker::MayBeRoot(Object& object) {
  const Class& type = *object.header().type;
  if (type.can_be_cluster_root == nullptr || !IsClusterable(object)) return false;
  const ClusterOptions& options = options_;
  if (type.cluster_kind == ClusterKind::kAsset && !options.assets) return false;
  if (type.cluster_kind == ClusterKind::kActor && !options.actors) return false;
  if (type.cluster_kind == ClusterKind::kScript && !options.scripts) return false;
  const Calling user(heap_.activity);
  return type.can_be_cluster_root(object);
}

std::uint32_t ClusterMaker::Make(Object& root) {
  walking_ = true;
  const std::vector<Index> found = Walk(root);
  walking_ = false;
  if (found.size() < options_.min_objects) {
    for (const Index index : found) heap_.table.Cluster(index).store(0, std::memory_order_relaxed);
    return 0;
  }
  const ClusterId id = records_.Establish(root);
  for (const Index index : found) {
    if (index != root.header().index) records_.Join(id, *heap_.table[index].Occupant());
  }
  std::sort(records_[id].members.begin(), records_[id].members.end());
  Cluster& cluster = records_[id];
  for (const Index index : found) {
    ListOutward(id, *heap_.table[index].Occupant(), cluster.mutables, cluster.refers_to);
  }
  SettleLists(id);
  return static_cast<std::uint32_t>(found.size());
}

// The root and all that will be in its cluster, in the order of the walk. Each gets its link when
// it is found, so the walk takes no object twice.
std::vector<Index> ClusterMaker::Walk(Object& root) {
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

void ClusterMaker::MakeOfOne(Object& root) {
  const ClusterId id = records_.Establish(root);
  ListOutward(id, root, records_[id].mutables, records_[id].refers_to);
  SettleLists(id);
}

void ClusterMaker::Add(Object& root, Object& object) {
  const ClusterId id = records_.ClusterOf(root.header().index);
  records_.Join(id, object);
  Cluster& cluster = records_[id];
  const Index index = object.header().index;
  // Join appended the object; the members before it are in order, and so are the open ones.
  cluster.members.pop_back();
  Insert(cluster.members, index);
  if (!cluster.open.empty() && cluster.open.back() == index) {
    cluster.open.pop_back();
    Insert(cluster.open, index);
  }
  Erase(cluster.mutables, index);
  // Only what is new is put in its place: a cluster may grow by one object many times.
  std::vector<Index> mutables;
  std::vector<ClusterId> others;
  ListOutward(id, object, mutables, others);
  for (const Index outside : mutables) Insert(cluster.mutables, outside);
  for (const ClusterId other : others) {
    Insert(cluster.refers_to, other);
    Insert(records_[other].referred_by, id);
  }
}

// Appends what the object refers to outside its cluster, in any order.
void ClusterMaker::ListOutward(ClusterId id, Object& object, std::vector<Index>& mutables,
                               std::vector<ClusterId>& others) const {
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) continue;
    ForEachSlotOf(line, object, [&](const ObjectSlot& slot) {
      if (slot.Raw() == nullptr || !heap_.IsLive(*slot.Raw())) return;
      const Index target = slot.Raw()->header().index;
      if (heap_.table[target].flags.Has(flag::kDisregarded)) return;
      if (heap_.table.LinkOf(target) == 0) {
        mutables.push_back(target);
      } else if (records_.ClusterOf(target) != id) {
        others.push_back(records_.ClusterOf(target));
      }
    });
  }
}

void ClusterMaker::SettleLists(ClusterId id) {
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
