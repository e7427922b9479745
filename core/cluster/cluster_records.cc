// core/cluster/cluster_records.cc -- objects come into clusters, and leave them.

#include "core/cluster/cluster_records.h"

#include <cstdint>
#include <new>
#include <utility>

#include "core/base/pool.h"
#include "core/base/room.h"
#include "core/memory/memory.h"
#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

ClusterId ClusterRecords::Acquire() {
  if (free_.empty()) {
    if (!HasRoom(free_, records_.size() + 1)) throw std::bad_alloc();
    records_.emplace_back();
    return static_cast<ClusterId>(records_.size() - 1);
  }
  const ClusterId id = free_.back();
  free_.pop_back();
  return id;
}

ClusterId ClusterRecords::Establish(Object& root) {
  const ClusterId id = Acquire();
  records_[id].root = root.header().index;
  records_[id].joined_with = heap_.marks().Reachable();
  heap_.colours.AddCluster();
  try {
    Join(id, root);
  } catch (const std::bad_alloc&) {
    Remove(id);
    throw;
  }
  counts_.made += 1;
  return id;
}

// The members read what they read when they joined: no step came in between.
void ClusterRecords::Abandon(ClusterId id) {
  for (const Index index : records_[id].members) {
    heap_.Give(*heap_.table[index].Occupant(), records_[id].joined_with);
  }
  Remove(id);
  counts_.made -= 1;
}

void ClusterRecords::Join(ClusterId id, Object& object) {
  const Index index = object.header().index;
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  Cluster& cluster = records_[id];
  if (!HasRoom(cluster.members) || !HasRoom(cluster.open)) throw std::bad_alloc();
  places_.Add(block.start, block.bytes, index);  // from here on nothing needs memory
  if (index == cluster.root) {
    heap_.EntryOf(object).flags.Set(flag::kClusterRoot);
    Population::HeaderMark(object).Set(mark::kClusterRoot);
    heap_.table.Cluster(index).store(LinkToRecord(id), std::memory_order_relaxed);
  } else {
    PushInRoom(cluster.members, index);
    heap_.table.Cluster(index).store(LinkToRoot(cluster.root), std::memory_order_relaxed);
    heap_.Give(object, 0);
  }
  cluster.bytes += block.bytes;
  for (const Reference& line : object.header().type->references) {
    if (!line.ShowsItself()) continue;
    PushInRoom(cluster.open, index);
    break;
  }
}

void ClusterRecords::Remove(ClusterId id) {
  const Cluster cluster = std::move(records_[id]);
  // What a gather has doomed is not read, so an object's page is known by its address alone.
  const auto is_leaving = [&](Index index) {
    return index == cluster.root || heap_.table.LinkOf(index) == LinkToRoot(cluster.root);
  };
  std::uintptr_t page = 0;
  places_.RemoveAll(heap_.table[cluster.root].Occupant(), page, is_leaving);
  for (const Index index : cluster.members) {
    places_.RemoveAll(heap_.table[index].Occupant(), page, is_leaving);
  }
  for (const Index index : cluster.members) Leave(index);
  Leave(cluster.root);
  for (const ClusterId other : cluster.refers_to) Erase(records_[other].referred_by, id);
  for (const ClusterId other : cluster.referred_by) Erase(records_[other].refers_to, id);
  records_[id] = {};
  PushInRoom(free_, id);
  heap_.colours.RemoveCluster();
}

// Most members have none of the flags, and to clear what is clear would write their memory.
void ClusterRecords::Leave(Index index) {
  constexpr FlagWord kOfClusters = flag::kClusterRoot | flag::kReachableInCluster;
  Entry& entry = heap_.table[index];
  // A gather, which ends clusters too, neither reads nor writes an object that it has doomed.
  if (!Marks::IsUnreachable(heap_.table.Mark(index)) && entry.flags.Has(flag::kClusterRoot)) {
    Population::HeaderMark(*entry.Occupant()).Clear(mark::kClusterRoot);
  }
  if (entry.flags.Has(kOfClusters)) entry.flags.Clear(kOfClusters);
  heap_.table.Cluster(index).store(0, std::memory_order_relaxed);
}

void ClusterRecords::Recycle() {
  counts_ = {};
  if (records_.empty()) return;  // there was no cluster
  heap_.colours.ForgetClusters();
  gc::Recycle(records_);
  gc::Recycle(free_);
  places_.Clear();
}

}  // namespace GC_BUILD
}  // namespace gc
