// reference/oracle/heap_clusters.cc -- what is reached otherwise than by fields, and what is not
// reached by them: clusters, and garbage by decree.
//
// A cluster is an equivalence of fates: who reaches one of its objects has reached all of them. Of
// the references that go out of it only those count that its objects had when they joined: they are
// kept even when they are there no longer, and a store of anything else ends the cluster. Garbage
// is a set of references that do not count.
//
// Read next: reference/oracle/oracle_clusters.cc, reference/oracle/oracle_garbage.cc.

#include <algorithm>

#include "reference/oracle/heap.h"

namespace reference {

namespace {

bool Contains(const std::vector<Name>& names, Name name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Heap::MayJoinCluster(Name name) const {
  const Object& object = objects_[name];
  return object.life == Life::kAlive && object.cluster == kNull && !object.permanent &&
         !object.constructing && !object.kept && !object.garbage;
}

const Heap::Cluster* Heap::ClusterAt(Name root) const {
  const auto found = std::find_if(clusters_.begin(), clusters_.end(),
                                  [root](const Cluster& cluster) { return cluster.root == root; });
  return found == clusters_.end() ? nullptr : &*found;
}

Heap::Cluster& Heap::Mutable(Name root) { return const_cast<Cluster&>(*ClusterAt(root)); }

void Heap::MakeCluster(Name root) {
  clusters_.push_back({.root = root, .members = {root}, .outside = {}, .others = {}});
  objects_[root].cluster = root;
  for (std::size_t next = 0; next < Mutable(root).members.size(); ++next) {
    for (const Name target : objects_[Mutable(root).members[next]].fields) {
      if (target == kNull || !MayJoinCluster(target)) continue;
      objects_[target].cluster = root;
      Mutable(root).members.push_back(target);
    }
  }
  for (const Name member : Mutable(root).members) ListOutside(member);
  reachable_known_ = false;
}

void Heap::JoinCluster(Name root, Name name) {
  objects_[name].cluster = root;
  Mutable(root).members.push_back(name);
  std::erase(Mutable(root).outside, name);
  ListOutside(name);
  reachable_known_ = false;
}

// What a member refers to outside. A container is asked each time instead.
void Heap::ListOutside(Name name) {
  Cluster& cluster = Mutable(objects_[name].cluster);
  if (objects_[name].container) return;
  for (const Name target : objects_[name].fields) {
    if (target == kNull || objects_[target].permanent) continue;
    const Name other = objects_[target].cluster;
    if (other == cluster.root) continue;
    std::vector<Name>& list = other == kNull ? cluster.outside : cluster.others;
    const Name kept = other == kNull ? target : other;
    if (!Contains(list, kept)) list.push_back(kept);
  }
}

bool Heap::IsKeptBy(Name root, Name name) const {
  const Cluster& cluster = *ClusterAt(root);
  if (objects_[name].permanent || Contains(cluster.outside, name)) return true;
  const Name other = objects_[name].cluster;
  return other == root || (other != kNull && Contains(cluster.others, other));
}

bool Heap::KeepsGarbage(Name root) const {
  const Cluster& cluster = *ClusterAt(root);
  const auto is_garbage = [this](Name name) { return name != kNull && objects_[name].garbage; };
  if (std::any_of(cluster.outside.begin(), cluster.outside.end(), is_garbage)) return true;
  return std::any_of(cluster.members.begin(), cluster.members.end(), [&](Name member) {
    const Object& object = objects_[member];
    return object.container && std::any_of(object.fields.begin(), object.fields.end(), is_garbage);
  });
}

void Heap::Dissolve(Name root) {
  std::vector<Name> all = {root};
  for (std::size_t next = 0; next < all.size(); ++next) {
    for (const Cluster& cluster : clusters_) {
      if (Contains(cluster.others, all[next]) && !Contains(all, cluster.root)) {
        all.push_back(cluster.root);
      }
    }
  }
  for (const Name one : all) Forget(one);
}

void Heap::Bury(Name root) {
  for (Cluster& cluster : clusters_) std::erase(cluster.others, root);
  Forget(root);
}

void Heap::Forget(Name root) {
  for (const Name member : ClusterAt(root)->members) objects_[member].cluster = kNull;
  std::erase_if(clusters_, [root](const Cluster& cluster) { return cluster.root == root; });
  reachable_known_ = false;
}

std::vector<char> Heap::Counting() const {
  std::vector<char> counting(count_, 0);
  std::vector<Name> frontier;
  const auto reach = [&](Name name) {
    if (counting[name]) return;
    counting[name] = 1;
    frontier.push_back(name);
  };
  for (const Name name : Present()) {
    if (objects_[name].InRootSet()) reach(name);
  }
  for (std::size_t i = 0; i < referencer_count_; ++i) {
    const auto [target, raw, protecting] = referencers_[i];
    if (target == kNull) continue;
    if (raw || protecting || !objects_[target].garbage) reach(target);
  }
  while (!frontier.empty()) {
    const Name name = frontier.back();
    const Object& object = objects_[name];
    frontier.pop_back();
    if (object.cluster != kNull) {
      EachInFate(name, [&](Name fellow) {
        if (!objects_[fellow].garbage) reach(fellow);
      });
    }
    for (std::size_t field = 0; field < object.fields.size(); ++field) {
      const Name target = object.fields[field];
      if (target == kNull) continue;
      if (!objects_[target].garbage || object.IsOuter(field)) reach(target);
    }
  }
  return counting;
}

}  // namespace reference
