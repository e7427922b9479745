// reference/oracle/clusters.cc -- clusters made, joined and ended.

#include "reference/oracle/clusters.h"

#include <algorithm>

namespace reference {
namespace {

using Cluster = Heap::Cluster;

bool Contains(const std::vector<Name>& names, Name name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Cluster& At(Heap& heap, Name root) {
  return *std::ranges::find(heap.EditClusters(), root, &Cluster::root);
}

// Lists what a member refers to outside of its cluster. Open fields are looked at each time
// instead.
void ListOutside(Heap& heap, Name name) {
  const Heap::Object& object = heap[name];
  Cluster& cluster = At(heap, object.cluster);
  for (std::size_t field = 0; field < object.fields.size(); ++field) {
    const Name target = object.fields[field];
    if (!heap.IsClosed(object, field) || target == kNull || heap[target].permanent) continue;
    const Name other = heap[target].cluster;
    if (other == cluster.root) continue;
    std::vector<Name>& list = other == kNull ? cluster.outside : cluster.others;
    const Name kept = other == kNull ? target : other;
    if (!Contains(list, kept)) list.push_back(kept);
  }
}

void Forget(Heap& heap, Name root) {
  for (const Name member : At(heap, root).members) heap.SetCluster(member, kNull);
  std::erase_if(heap.EditClusters(), [root](const Cluster& one) { return one.root == root; });
}

}  // namespace

bool MayJoinCluster(const Heap& heap, Name name) {
  const Heap::Object& object = heap[name];
  return object.life == Life::kAlive && object.cluster == kNull && !object.permanent &&
         !object.constructing && !object.kept && !object.garbage && !object.begun;
}

const Heap::Cluster* ClusterAt(const Heap& heap, Name root) {
  const auto found = std::ranges::find(heap.Clusters(), root, &Cluster::root);
  return found == heap.Clusters().end() ? nullptr : &*found;
}

void MakeCluster(Heap& heap, Name root) {
  heap.EditClusters().push_back({.root = root, .members = {root}, .outside = {}, .others = {}});
  heap.SetCluster(root, root);
  std::vector<Name>& members = At(heap, root).members;
  for (std::size_t next = 0; next < members.size(); ++next) {
    for (const Name target : heap[members[next]].fields) {
      if (target == kNull || !MayJoinCluster(heap, target)) continue;
      heap.SetCluster(target, root);
      members.push_back(target);
    }
  }
  for (const Name member : members) ListOutside(heap, member);
}

void JoinCluster(Heap& heap, Name root, Name name) {
  heap.SetCluster(name, root);
  Cluster& cluster = At(heap, root);
  cluster.members.push_back(name);
  std::erase(cluster.outside, name);
  ListOutside(heap, name);
}

bool IsKeptByCluster(const Heap& heap, Name root, Name name) {
  const Cluster& cluster = *ClusterAt(heap, root);
  if (heap[name].permanent || Contains(cluster.outside, name)) return true;
  const Name other = heap[name].cluster;
  return other == root || (other != kNull && Contains(cluster.others, other));
}

bool ClusterKeepsGarbage(const Heap& heap, Name root) {
  if (!heap.clears().Any()) return false;
  const Cluster& cluster = *ClusterAt(heap, root);
  const auto is_garbage = [&heap](Name name) { return name != kNull && heap[name].garbage; };
  if (std::ranges::any_of(cluster.outside, is_garbage)) return true;
  return std::ranges::any_of(cluster.members, [&](Name member) {
    const Heap::Object& object = heap[member];
    for (std::size_t field = 0; field < object.fields.size(); ++field) {
      if (!heap.IsClosed(object, field) && is_garbage(object.fields[field])) return true;
    }
    return false;
  });
}

void DissolveCluster(Heap& heap, Name root) {
  std::vector<Name> all = {root};
  for (std::size_t next = 0; next < all.size(); ++next) {
    for (const Cluster& cluster : heap.Clusters()) {
      if (Contains(cluster.others, all[next]) && !Contains(all, cluster.root)) {
        all.push_back(cluster.root);
      }
    }
  }
  for (const Name one : all) Forget(heap, one);
}

void BuryCluster(Heap& heap, Name root) {
  for (Cluster& cluster : heap.EditClusters()) std::erase(cluster.others, root);
  Forget(heap, root);
}

}  // namespace reference
