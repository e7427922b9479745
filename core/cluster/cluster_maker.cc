// core/cluster/cluster_maker.cc -- the walk, and what its cluster refers to outside.

#include "core/cluster/cluster_maker.h"

#include <algorithm>
#include <new>

#include "core/base/room.h"
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
  std::vector<Index> found;
  const bool made =
      WalkFrom(root, found) && found.size() >= options_.min_objects && MakeOf(root, found);
  if (made) return static_cast<std::uint32_t>(found.size());
  for (const Index index : found) heap_.table.Cluster(index).store(0, std::memory_order_relaxed);
  return 0;
}

// False if there is no memory for all that is found.
bool ClusterMaker::WalkFrom(Object& root, std::vector<Index>& found) {
  walking_ = true;
  bool whole = true;
  try {
    Walk(root, found);
  } catch (const std::bad_alloc&) {
    whole = false;
  }
  walking_ = false;
  return whole;
}

// The root and all that will be in its cluster, in the order of the walk. Each gets its link when
// it is found, so the walk takes no object twice.
void ClusterMaker::Walk(Object& root, std::vector<Index>& found) {
  const ClusterLink link = LinkToRoot(root.header().index);
  const auto take = [&](const Object& object) {
    found.push_back(object.header().index);
    heap_.table.Cluster(found.back()).store(link, std::memory_order_relaxed);
  };
  take(root);
  for (std::size_t next = 0; next < found.size(); ++next) {
    ForEachSlot(*heap_.table[found[next]].Occupant(), [&](const ObjectSlot& slot) {
      Object* const target = slot.Raw();
      if (target == nullptr || !heap_.IsLive(*target) || !MayBeMember(*target)) return;
      take(*target);
    });
  }
}

// Makes the cluster of what was found, the root first; false if there is no memory, and then there
// is none.
bool ClusterMaker::MakeOf(Object& root, const std::vector<Index>& found) {
  bool established = false;
  ClusterId id{};
  try {
    id = records_.Establish(root);
    established = true;
    for (const Index index : found) {
      if (index != root.header().index) records_.Join(id, *heap_.table[index].Occupant());
    }
    std::sort(records_[id].members.begin(), records_[id].members.end());
    Cluster& cluster = records_[id];
    for (const Index index : found) {
      ListOutward(id, *heap_.table[index].Occupant(), cluster.mutables, cluster.refers_to);
    }
    SettleLists(id);
  } catch (const std::bad_alloc&) {
    if (established) records_.Abandon(id);
    return false;
  }
  return true;
}

bool ClusterMaker::MakeOfOne(Object& root) {
  std::vector<Index> alone;
  return TryPush(alone, root.header().index) && MakeOf(root, alone);
}

// All that needs memory comes first.
bool ClusterMaker::Add(Object& root, Object& object) {
  const ClusterId id = records_.ClusterOf(root.header().index);
  const Index index = object.header().index;
  const std::size_t open_before = records_[id].open.size();
  // Only what is new is put in its place: a cluster may grow by one object many times.
  std::vector<Index> mutables;
  std::vector<ClusterId> others;
  try {
    ListOutward(id, object, mutables, others);
    if (!HasRoom(records_[id].mutables, mutables.size()) ||
        !HasRoom(records_[id].refers_to, others.size())) {
      return false;
    }
    for (const ClusterId other : others) {
      if (!HasRoom(records_[other].referred_by)) return false;
    }
    records_.Join(id, object);
  } catch (const std::bad_alloc&) {
    return false;
  }
  Cluster& cluster = records_[id];
  // Join appended the object; the members before it are in order, and so are the open ones, of
  // which it may be one.
  cluster.members.pop_back();
  Insert(cluster.members, index);
  if (cluster.open.size() != open_before) {
    cluster.open.pop_back();
    Insert(cluster.open, index);
  }
  Erase(cluster.mutables, index);
  for (const Index outside : mutables) {
    if (outside != index) Insert(cluster.mutables, outside);  // it may refer to itself
  }
  for (const ClusterId other : others) {
    Insert(cluster.refers_to, other);
    Insert(records_[other].referred_by, id);
  }
  return true;
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
  for (const ClusterId other : cluster.refers_to) {
    if (!HasRoom(records_[other].referred_by)) throw std::bad_alloc();
    Insert(records_[other].referred_by, id);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
