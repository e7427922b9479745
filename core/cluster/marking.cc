// core/cluster/marking.cc -- clusters in a cycle: reached as one, activated, doomed as one.
//
// Whatever reaches a member reaches the root, once in a cycle. A cluster that the collector finds
// is activated in the same unit, with every cluster that is reached from there. A cluster that the
// mutator shades waits, by its root, in the barrier list: it is grey until the root is taken from
// the list, and activated instead of scanned.
//
// The member through which a cluster was first reached is flagged, so that a search for what keeps
// the cluster alive can name it.
//
// The gather asks each index for the colour of its object, and a member has its root's colour; so
// each member of an unreached root is doomed at its own index, whether that comes before or after
// the root's, and is listed once. Workers read the root's entry and write only their own. When the
// gather is over, one thread frees the records of the clusters whose roots are doomed. These were
// noted when the gather came to them: neither the flip nor the end of a gather walks all records.
//
// Upholds: cluster-is-one, cluster-member-barrier, cluster-outward, cluster-gather.
// Read next: core/cluster/dissolving.cc.

#include <algorithm>

#include "core/base/room.h"
#include "core/cluster/clusters.h"
#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

template <class Visit>
void ForEachOpenSlot(Object& object, const Visit& visit) {
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) ForEachSlotOf(line, object, visit);
  }
}

// Whether what a cluster refers to is still there.
bool IsThere(Population& heap, Index index) {
  return GC_ASSERT(heap, index != kNoIndex && heap.table[index].Occupant() != nullptr,
                   Rule::kClusterOutward, index, "what a cluster refers to must not be freed");
}

}  // namespace

void Clusters::MarkReachedThrough(ClusterId id, Index index) {
  Cluster& cluster = records_[id];
  if (cluster.reached_through != kNoIndex) {
    heap_.table[cluster.reached_through].flags.Clear(flag::kReachableInCluster);
  }
  heap_.table[index].flags.Set(flag::kReachableInCluster);
  cluster.reached_through = index;
  cluster.reached_in = cycle_;
}

bool Clusters::ReachMember(Object& target) {
  const Index index = target.header().index;
  const ClusterLink link = heap_.table.LinkOf(index);
  if (link == 0) return false;
  const ClusterId id = records_->ClusterOf(index);
  const Index root = records_[id].root;
  if (!heap_.marks().IsWhite(heap_.table.Mark(root))) return true;
  if (IsMemberLink(link) && !heap_.Obeys(Rule::kClusterIsOne, Fault::kMarkMemberOnly, GC_HERE)) {
    heap_.table[index].flags.Set(flag::kReachableInCluster);
    return true;
  }
  heap_.Mark(*heap_.table[root].Occupant());
  MarkReachedThrough(id, index);
  Activate(id);
  return true;
}

// Reaches an object that a cluster refers to: in another cluster, or in none.
void Clusters::Found(Object& target) {
  if (!GC_ASSERT(heap_, heap_.IsLive(target), Rule::kInsertionBarrier, target.header().index,
                 "what a live object refers to must not have been freed")) {
    return;
  }
  if (!ReachMember(target)) wavefront_.Found(target);
}

// What the mutator shades is queued, and activated later.
bool Clusters::ShadeRoot(Object& target, Upholds why) {
  const std::unique_lock hold = Hold();
  const Index index = target.header().index;
  if (heap_.table.LinkOf(index) == 0) return false;
  const ClusterId id = records_->ClusterOf(index);
  const Index root = records_[id].root;
  if (!heap_.marks().IsWhite(heap_.table.Mark(root))) return true;
  if (!heap_.Obeys(why.rule, why.fault, why.where)) return true;
  if (index != root && !heap_.Obeys(Rule::kClusterMemberBarrier, Fault::kReturnEarly, GC_HERE)) {
    return true;
  }
  MarkReachedThrough(id, index);
  wavefront_.ShadeForMutator(*heap_.table[root].Occupant());
  return true;
}

// If the cluster is dissolved here, its root is to be scanned like any object (false).
bool Clusters::ActivateRoot(Object& root) {
  const Index index = root.header().index;
  Activate(records_->ClusterOf(index));
  if (!flagged_.empty()) DissolveAndScan(index);
  return heap_.EntryOf(root).flags.Has(flag::kClusterRoot);
}

// Activates the cluster and all that are reached from it, one after the other, without recursion.
void Clusters::Activate(ClusterId id) {
  PushInRoom(reached_, id);
  if (activating_) return;
  activating_ = true;
  while (!reached_.empty()) {
    const ClusterId next = reached_.back();
    reached_.pop_back();
    if (!records_[next].IsActivated(cycle_) && RefersToGarbage(records_[next])) {
      Flag(next);
    } else {
      ReachOutward(next);
    }
  }
  activating_ = false;
}

// Whether the cluster refers to an object marked garbage. Then the slots that hold it are to be
// cleared, which needs a scan of every object in the cluster (S10.9); so the cluster is dissolved.
// The lists do not say which slots these are, nor whether their origin is one that is cleared; so
// the cluster is dissolved even if no slot will be cleared.
bool Clusters::RefersToGarbage(const Cluster& cluster) {
  if (!elimination_.Any()) return false;
  const auto is_garbage = [this](Index index) {
    return heap_.table[index].flags.Has(flag::kGarbage);
  };
  if (std::any_of(cluster.mutables.begin(), cluster.mutables.end(), is_garbage)) return true;
  bool found = false;
  for (const Index index : cluster.open) {
    ForEachOpenSlot(*heap_.table[index].Occupant(), [&](const ObjectSlot& slot) {
      const Object* const target = slot.Raw();
      found |= target != nullptr && elimination_.IsGarbage(*target);
    });
  }
  return found;
}

// Dissolves the flagged clusters. Their roots are marked and wait in no list, so they are queued
// here, except the root at `taken` (kNoIndex: none), which is being scanned already.
// DissolveFlagged queues the members; the other clusters that it dissolves were activated, or wait
// in a list.
void Clusters::DissolveAndScan(Index taken) {
  for (const ClusterId id : flagged_) {
    Object& root = *heap_.table[records_[id].root].Occupant();
    heap_.Publish({.kind = EventKind::kDissolved, .object = &root});
    if (records_[id].root != taken) wavefront_.Requeue(root);
  }
  DissolveFlagged();
}

void Clusters::ReachOutward(ClusterId id) {
  Cluster& cluster = records_[id];
  if (cluster.IsActivated(cycle_)) return;
  cluster.activated_in = cycle_;
  for (const ClusterId other : cluster.refers_to) {
    const Index root = records_[other].root;
    if (!IsThere(heap_, root)) return;
    if (heap_.marks().IsWhite(heap_.table.Mark(root)) &&
        !heap_.Obeys(Rule::kClusterOutward, Fault::kSkipOtherClusters, GC_HERE)) {
      continue;
    }
    Found(*heap_.table[root].Occupant());
  }
  for (const Index index : cluster.mutables) {
    if (!IsThere(heap_, index)) return;
    Object* const object = heap_.table[index].Occupant();
    elimination_.Notice(*object);
    if (heap_.IsWhite(index) &&
        !heap_.Obeys(Rule::kClusterOutward, Fault::kSkipMutableObjects, GC_HERE)) {
      continue;
    }
    Found(*object);
  }
  for (const Index index : cluster.open) {
    ForEachOpenSlot(*heap_.table[index].Occupant(), [this](const ObjectSlot& slot) {
      Object* const target = slot.Raw();
      if (target == nullptr) return;
      elimination_.Notice(*target);
      Found(*target);
    });
  }
}

// Dooms the object at the index if it is a member whose root is doomed; true if so.
bool Clusters::DoomWithRoot(Index index) {
  if (heap_.colours.HasOwn(index)) return false;
  const ClusterLink link = heap_.table.LinkOf(index);
  if (!IsMemberLink(link)) return false;
  const MarkByte& root = heap_.table.Mark(RootOf(link));
  if (!heap_.marks().IsWhite(root) && !Marks::IsUnreachable(root)) return false;
  if (!heap_.Obeys(Rule::kClusterGather, Fault::kJudgeByOwnBit, GC_HERE)) return false;
  // A member that was reached from outside has reached its root.
  GC_ASSERT(heap_,
            !heap_.table[index].flags.Has(flag::kReachableInCluster) ||
                records_[records_->ClusterOf(index)].HasForgotten(index, cycle_),
            Rule::kClusterGather, index, "a member that was reached must not be doomed");
  heap_.colours.DoomMember(index);
  return true;
}

void Clusters::BuryDoomed() {
  std::sort(dead_.begin(), dead_.end());
  for (const ClusterId id : dead_) {
    Cluster& cluster = records_[id];
    records_->counts().died += 1;
    std::erase(flagged_, id);
    for (const Index index : cluster.members) {
      // Only with the fault judge-by-own-bit can a member without a colour be left.
      if (kFaulty && !heap_.colours.HasOwn(index)) {
        heap_.Give(*heap_.table[index].Occupant(), heap_.marks().Reachable());
      }
    }
    records_->Remove(id);
  }
  dead_.clear();
  DissolveFlagged();
}

}  // namespace GC_BUILD
}  // namespace gc
