// properties/crowds/crowd_clusters.h -- groups of objects that live and die as one.
//
// Made by a walk from the root, or by hand. What is put in by hand need not be held by another
// member, and may refer to what is in no cluster: that lives because the cluster does.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>
#include <vector>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// A tree of its own, so that nothing else has to be known of it; or, if `loose`, objects that are
// roots until the cluster holds them. False: there is no room.
inline bool MakeMembers(CrowdHeap& crowd, Kind of_root, std::uint32_t many, bool loose,
                        std::vector<Id>& members) {
  for (std::uint32_t i = 0; i < many; ++i) {
    const Kind kind = i == 0 ? of_root : Kind::kPlain;
    const Id id = crowd.paper.Size();
    Being* const body = crowd.MakeOne(kind, id, 0);
    if (body == nullptr) {
      crowd.Lack(kind, 0);
      return false;
    }
    crowd.Enter(kind, body, 0, i == 0 || loose);
    if (i > 0 && !loose) crowd.Store(members[(i - 1) / 2], (i - 1) % 2, id);
    members.push_back(id);
  }
  return true;
}

// An object that only the last member holds.
inline void MakeBehind(CrowdHeap& crowd, Id member) {
  const Id id = crowd.paper.Size();
  Being* const body = crowd.MakeOne(Kind::kPlain, id, 0);
  if (body == nullptr) return crowd.Lack(Kind::kPlain, 0);
  crowd.Enter(Kind::kPlain, body, 0, false);
  crowd.Store(member, 0, id);
  crowd.noted.behind_clusters.push_back(id);
}

// The member refers to some member of the newest cluster that lives, if there is one.
inline void ReferAcross(CrowdHeap& crowd, Id member, Random& random) {
  const PaperCrowd& paper = crowd.paper;
  for (Id one = paper.Clusters(); one-- > 0;) {
    const std::vector<Id>& others = paper.ClusterAt(one);
    if (others.empty() || !paper.Lives(others[0])) continue;
    return crowd.Store(member, 1, random.Pick(std::span(others)));
  }
}

inline std::uint32_t JoinByHand(CrowdHeap& crowd, const std::vector<Id>& members) {
  Being* const root = crowd.bodies[members[0]];
  std::uint32_t joined = crowd.heap->AllocateCluster(root);
  for (std::size_t i = 1; i < members.size() && joined > 0; ++i)
    joined += crowd.heap->AddToCluster(root, crowd.bodies[members[i]]);
  return joined;
}

// Whether a walk from a root of that kind may make a cluster.
inline bool MayForm(const gc::ClusterOptions& may, Kind root) {
  return may.create && (root == Kind::kAsset    ? may.assets
                        : root == Kind::kActor  ? may.actors
                        : root == Kind::kScript ? may.scripts
                                                : true);
}

inline void MakeCluster(CrowdHeap& crowd, std::uint32_t many, Random& random) {
  constexpr Kind kRoots[] = {Kind::kPlain, Kind::kAsset, Kind::kActor, Kind::kScript};
  const Kind of_root = kRoots[random.Below(4)];
  const bool by_hand = random.Chance(1, 2);
  const bool loose = by_hand && random.Chance(2, 3);
  std::vector<Id> members;
  if (!MakeMembers(crowd, of_root, many, loose, members)) return;
  if (loose) MakeBehind(crowd, members.back());
  if (loose && random.Chance(1, 2)) ReferAcross(crowd, members.back(), random);
  const gc::ClusterOptions& may = crowd.options.clusters;
  const bool idle = crowd.heap->phase() == gc::Phase::kIdle && may.create;
  const bool makes = idle && (by_hand || (MayForm(may, of_root) && many >= may.min_objects));
  Being* const root = crowd.bodies[members[0]];
  const std::uint32_t made = crowd.Step(
      [&] { return by_hand ? JoinByHand(crowd, members) : crowd.heap->MakeCluster(root); });
  crowd.Same("objects of a cluster", made, makes ? many : 0);
  if (makes) crowd.paper.MakeCluster(members);
  for (std::size_t i = 1; i < members.size() && loose; ++i) crowd.SetRoot(members[i], false);
}

inline void Dissolve(CrowdHeap& crowd, std::uint32_t which) {
  const PaperCrowd& paper = crowd.paper;
  if (paper.Clusters() == 0) return;
  const std::vector<Id> members = paper.ClusterAt(which % paper.Clusters());
  if (members.empty() || !paper.Lives(members[0])) return;
  Being* const one = crowd.bodies[members[which % members.size()]];
  crowd.Same("the root of a cluster is known",
             crowd.heap->ClusterRootOf(one) == crowd.bodies[members[0]], true);
  crowd.Same("a cluster is dissolved",
             crowd.Step([&] { return crowd.heap->DissolveClusterOf(one); }), true);
  crowd.paper.DissolveCluster(paper.At(members[0]).cluster);
}

}  // namespace
}  // namespace properties::crowds
