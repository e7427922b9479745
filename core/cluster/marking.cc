// core/cluster/marking.cc -- clusters in a cycle: reached as one, activated, doomed as one.
//
// What reaches any member reaches the root, once in a cycle. What the collector finds it
// activates in the unit that finds it, and with it every cluster that is reached from there. What
// the mutator shades waits in the barrier's list, by its root: the cluster is grey until the root
// is taken from there, and activated instead of scanned.
//
// The member through which a cluster was reached is flagged, so that a search for what keeps the
// cluster can say it; a second one is not, for the cluster has been reached.
//
// The gather asks each index for the colour of its object, and a member's is its root's; so the
// members of an unreached root are doomed each at its own index, whichever comes first, and listed
// once. Workers read the root's entry and write their own. When the gather is over, one thread
// takes apart the clusters whose roots are doomed.
//
// Upholds: cluster-is-one, cluster-member-barrier, cluster-outward, cluster-gather.
// Read next: core/cluster/dissolving.cc.

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

}  // namespace

void Clusters::ForgetReached() {
  for (Cluster& cluster : records_) {
    cluster.activated = false;
    if (cluster.reached_through == kNoIndex) continue;
    heap_.table[cluster.reached_through].flags.Clear(flag::kReachableInCluster);
    cluster.reached_through = kNoIndex;
  }
}

void Clusters::MarkReachedThrough(ClusterId id, Index index) {
  heap_.table[index].flags.Set(flag::kReachableInCluster);
  records_[id].reached_through = index;
}

bool Clusters::ReachMember(Object& target) {
  const Index index = target.header().index;
  const ClusterLink link = heap_.table.LinkOf(index);
  if (link == 0) return false;
  const ClusterId id = records_.ClusterOf(index);
  Entry& root = heap_.table[records_[id].root];
  if (!heap_.marks().IsWhite(root)) return true;
  if (IsMemberLink(link) && !heap_.Obeys(Rule::kClusterIsOne, Fault::kMarkMemberOnly, GC_HERE)) {
    heap_.table[index].flags.Set(flag::kReachableInCluster);
    return true;
  }
  heap_.marks().TryMark(root);
  MarkReachedThrough(id, index);
  Activate(id);
  return true;
}

// What a cluster refers to: in another one, or an object of its own.
void Clusters::Found(Object& target) {
  if (!GC_ASSERT(heap_, heap_.IsLive(target), Rule::kInsertionBarrier, target.header().index,
                 "what a live object refers to must not have been freed")) {
    return;
  }
  if (!ReachMember(target)) wavefront_.Found(target);
}

// What the mutator finds is queued.
bool Clusters::ShadeRoot(Object& target, Upholds why) {
  const std::unique_lock hold = Hold();
  const Index index = target.header().index;
  if (heap_.table.LinkOf(index) == 0) return false;
  const ClusterId id = records_.ClusterOf(index);
  Entry& root = heap_.table[records_[id].root];
  if (!heap_.marks().IsWhite(root) || !heap_.Obeys(why.rule, why.fault, why.where)) return true;
  if (index != records_[id].root &&
      !heap_.Obeys(Rule::kClusterMemberBarrier, Fault::kReturnEarly, GC_HERE)) {
    return true;
  }
  MarkReachedThrough(id, index);
  wavefront_.ShadeForMutator(*root.Occupant());
  return true;
}

// A root that is dissolved with its cluster is to be scanned like any object.
bool Clusters::ActivateRoot(Object& root) {
  const Index index = root.header().index;
  Activate(records_.ClusterOf(index));
  if (!flagged_.empty()) DissolveAndScan(index);
  return heap_.EntryOf(root).flags.Has(flag::kClusterRoot);
}

// With all that are reached from there, one after the other.
void Clusters::Activate(ClusterId id) {
  reached_.push_back(id);
  if (activating_) return;
  activating_ = true;
  while (!reached_.empty()) {
    const ClusterId next = reached_.back();
    reached_.pop_back();
    if (!records_[next].activated && RefersToGarbage(records_[next])) {
      Flag(next);
    } else {
      ReachOutward(next);
    }
  }
  activating_ = false;
}

// What a cluster refers to is marked garbage, and the slots that hold it are to be cleared: all
// that are in the cluster are scanned one by one (S10.9). Which slots these are, and whether their
// origin is one that gives way, was not listed; where none does, the cluster ends all the same.
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

// Their roots are marked, and wait in no list; `taken` is the one whose turn it is, if any;
// dissolving sees to the members. What else is dissolved with them was activated, or waits.
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
  if (cluster.activated) return;
  cluster.activated = true;
  for (const ClusterId other : cluster.refers_to) {
    const Entry& root = heap_.table[records_[other].root];
    if (heap_.marks().IsWhite(root) &&
        !heap_.Obeys(Rule::kClusterOutward, Fault::kSkipOtherClusters, GC_HERE)) {
      continue;
    }
    Found(*root.Occupant());
  }
  for (const Index index : cluster.mutables) {
    Object* const object = heap_.table[index].Occupant();
    elimination_.Notice(*object);
    if (heap_.IsWhite(heap_.table[index]) &&
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

// Whether there is a member at the index, and its root is doomed; then it is too.
bool Clusters::DoomWithRoot(Index index) {
  Entry& entry = heap_.table[index];
  if (Marks::HasColour(entry)) return false;
  const ClusterLink link = heap_.table.LinkOf(index);
  if (!IsMemberLink(link)) return false;
  const Entry& root = heap_.table[RootOf(link)];
  if (!heap_.marks().IsWhite(root) && !Marks::IsUnreachable(root)) return false;
  if (!heap_.Obeys(Rule::kClusterGather, Fault::kJudgeByOwnBit, GC_HERE)) return false;
  // A member that was reached from outside has reached its root.
  GC_ASSERT(heap_, !entry.flags.Has(flag::kReachableInCluster), Rule::kClusterGather, index,
            "a member that was reached must not be doomed");
  Marks::DoomMember(entry);
  return true;
}

void Clusters::BuryDoomed() {
  for (ClusterId id = 0; id < records_.size(); ++id) {
    Cluster& cluster = records_[id];
    if (cluster.root == kNoIndex || !Marks::IsUnreachable(heap_.table[cluster.root])) continue;
    records_.counts().died += 1;
    std::erase(flagged_, id);
    for (const Index index : cluster.members) {
      // Only where they were judged one by one is any left.
      if (kFaulty && !Marks::HasColour(heap_.table[index])) {
        Marks::Leave(heap_.table[index], heap_.marks().Reachable());
      }
    }
    records_.Remove(id);
  }
  DissolveFlagged();
}

}  // namespace GC_BUILD
}  // namespace gc
