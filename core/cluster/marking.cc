// core/cluster/marking.cc -- clusters in a cycle: reached as one, activated, doomed as one.
//
// Whoever reaches any member reaches the root, once in a cycle. What the collector finds it
// activates in the unit that finds it, and with it every cluster that is reached from there. What
// the mutator shades waits in the barrier's list, by its root: the cluster is grey until the root
// is taken from there, and activated instead of scanned.
//
// The member through which a cluster was reached is flagged, so that whoever asks why the cluster
// lives is told; a second one is not, for the cluster has been reached.
//
// The gather asks each index for the colour of its object, and a member's is its root's; so the
// members of an unreached root are doomed each at its own index, whichever comes first, and listed
// once. Workers read the root's entry and write their own. When the gather is over, one thread
// takes apart the clusters whose roots are doomed.
//
// Upholds: cluster-is-one, cluster-member-barrier, cluster-outward, cluster-gather.
// Read next: core/cluster/dissolving.cc.

#include "core/collect/collector.h"

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

const Entry& Collector::ColourInCluster(const Entry& entry) const {
  if (Marks::HasColour(entry)) return entry;
  const Object* const object = entry.Occupant();
  if (object == nullptr) return entry;
  const ClusterLink link = table.LinkOf(object->header().index);
  return IsMemberLink(link) ? table[RootOf(link)] : entry;
}

// Nobody was reached yet.
void Collector::BeginClusterCycle() {
  for (Cluster& cluster : clusters.records) {
    cluster.activated = false;
    if (cluster.reached_through == kNoIndex) continue;
    table[cluster.reached_through].flags.Clear(flag::kReachableInCluster);
    cluster.reached_through = kNoIndex;
  }
}

void Collector::MarkReachedThrough(ClusterId id, Index index) {
  table[index].flags.Set(flag::kReachableInCluster);
  clusters[id].reached_through = index;
}

// Marks what the collector found, while there are clusters.
void Collector::ReachFound(Object& target) {
  const Index index = target.header().index;
  const ClusterLink link = table.LinkOf(index);
  if (link == 0) {
    if (Mark(table[index])) work.push_back(&target);
    return;
  }
  const ClusterId id = ClusterOf(index);
  Entry& root = table[clusters[id].root];
  if (!marks.IsWhite(root)) return;
  if (IsMemberLink(link) && !Obeys(Rule::kClusterIsOne, Fault::kMarkMemberOnly, GC_HERE)) {
    table[index].flags.Set(flag::kReachableInCluster);
    return;
  }
  marks.TryMark(root);
  MarkReachedThrough(id, index);
  Activate(id);
}

// The same for the mutator, whose finds are queued. False: the target is in no cluster.
bool Collector::ShadeClustered(Object& target, Upholds why) {
  const std::unique_lock hold = LockClusters();
  const Index index = target.header().index;
  if (table.LinkOf(index) == 0) return false;
  const ClusterId id = ClusterOf(index);
  Entry& root = table[clusters[id].root];
  if (!marks.IsWhite(root) || !Obeys(why.rule, why.fault, why.where)) return true;
  if (index != clusters[id].root &&
      !Obeys(Rule::kClusterMemberBarrier, Fault::kReturnEarly, GC_HERE)) {
    return true;
  }
  MarkReachedThrough(id, index);
  ShadeForMutator(*root.Occupant());
  return true;
}

// A grey root's turn has come. If that dissolves its cluster, it is to be scanned like anybody.
void Collector::ActivateClusterOf(Object& root) {
  const Index index = root.header().index;
  Activate(ClusterOf(index), index);
}

// With all that are reached from there, one after the other. `taken` is in no list any more.
void Collector::Activate(ClusterId id, Index taken) {
  clusters.reached.push_back(id);
  if (clusters.activating) return;
  clusters.activating = true;
  while (!clusters.reached.empty()) {
    const ClusterId next = clusters.reached.back();
    clusters.reached.pop_back();
    if (!clusters[next].activated && RefersToGarbage(clusters[next])) {
      FlagForDissolving(next);
    } else {
      ReachOutward(next);
    }
  }
  clusters.activating = false;
  if (!clusters.flagged.empty() && !clusters.dissolve_later) DissolveReached(taken);
}

// What a cluster refers to is marked garbage, and the slots that hold it are to be cleared: all
// that are in the cluster are scanned one by one (S10.9). Which slots these are, and whether their
// origin is one that gives way, was not listed; where none does, the cluster ends all the same.
bool Collector::RefersToGarbage(const Cluster& cluster) {
  if (!eliminate.Any()) return false;
  const auto is_garbage = [this](Index index) { return table[index].flags.Has(flag::kGarbage); };
  if (std::any_of(cluster.mutables.begin(), cluster.mutables.end(), is_garbage)) return true;
  bool found = false;
  for (const Index index : cluster.open) {
    ForEachOpenSlot(*table[index].Occupant(), [&](const ObjectSlot& slot) {
      const Object* const target = slot.Raw();
      found |= target != nullptr && IsGarbage(*target);
    });
  }
  return found;
}

// Their roots are marked, and wait nowhere but for the one whose turn it is; dissolving sees to the
// members. Whoever else is dissolved with them was activated, or waits.
void Collector::DissolveReached(Index taken) {
  for (const ClusterId id : clusters.flagged) {
    Object& root = *table[clusters[id].root].Occupant();
    Publish({.kind = EventKind::kDissolved, .object = &root});
    if (clusters[id].root != taken) work.push_back(&root);
  }
  DissolveFlagged();
}

void Collector::ReachOutward(ClusterId id) {
  Cluster& cluster = clusters[id];
  if (cluster.activated) return;
  cluster.activated = true;
  for (const ClusterId other : cluster.refers_to) {
    const Entry& root = table[clusters[other].root];
    if (marks.IsWhite(root) && !Obeys(Rule::kClusterOutward, Fault::kSkipOtherClusters, GC_HERE)) {
      continue;
    }
    ShadeFound(*root.Occupant());
  }
  for (const Index index : cluster.mutables) {
    Object* const object = table[index].Occupant();
    NoticeGarbage(*object);
    if (IsWhite(table[index]) &&
        !Obeys(Rule::kClusterOutward, Fault::kSkipMutableObjects, GC_HERE)) {
      continue;
    }
    ShadeFound(*object);
  }
  for (const Index index : cluster.open) {
    ForEachOpenSlot(*table[index].Occupant(), [this](const ObjectSlot& slot) {
      Object* const target = slot.Raw();
      if (target == nullptr) return;
      NoticeGarbage(*target);
      ShadeFound(*target);
    });
  }
}

// Whether there is a member at the index, and its root is doomed; then it is too.
bool Collector::DoomMember(Index index) {
  Entry& entry = table[index];
  if (Marks::HasColour(entry)) return false;
  const ClusterLink link = table.LinkOf(index);
  if (!IsMemberLink(link)) return false;
  const Entry& root = table[RootOf(link)];
  if (!marks.IsWhite(root) && !Marks::IsUnreachable(root)) return false;
  if (!Obeys(Rule::kClusterGather, Fault::kJudgeByOwnBit, GC_HERE)) return false;
  // Who was reached from outside has reached its root.
  GC_ASSERT(*this, !entry.flags.Has(flag::kReachableInCluster), Rule::kClusterGather, index,
            "a member that was reached must not be doomed");
  Marks::DoomMember(entry);
  return true;
}

// The gather is over: who is doomed is in no cluster any more, and what waited is done.
void Collector::BuryClusters() {
  for (ClusterId id = 0; id < clusters.records.size(); ++id) {
    Cluster& cluster = clusters[id];
    if (cluster.root == kNoIndex || !Marks::IsUnreachable(table[cluster.root])) continue;
    clusters.counts.died += 1;
    std::erase(clusters.flagged, id);
    for (const Index index : cluster.members) {
      // Only where they were judged one by one is anybody left.
      if (kFaulty && !Marks::HasColour(table[index])) {
        Marks::Leave(table[index], marks.Reachable());
      }
    }
    Forget(id);
  }
  DissolveFlagged();
}

}  // namespace GC_BUILD
}  // namespace gc
