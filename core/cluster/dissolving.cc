// core/cluster/dissolving.cc -- clusters are dissolved, and stores into them noticed.
//
// Dissolved, the members are judged one by one again, from the colour that they had together: while
// marking they are white if the root is, and black if the cluster was activated; if the root is
// grey, its slots and theirs are still to be looked at, so all of them wait. Outside of a cycle
// they are reachable, as everybody is.
//
// Clusters that refer to a dissolved one list its root, and no longer whom of its members they
// mean; so they are dissolved with it.
//
// Upholds: cluster-store, cluster-dissolve-colour, cluster-dissolve-idle.
// Read next: core/collect/gather.cc.

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Whether the slot is one of a row whose place in the object is known without asking.
bool IsClosed(const Object& object, const void* slot) {
  const std::ptrdiff_t at =
      static_cast<const std::byte*>(slot) - reinterpret_cast<const std::byte*>(&object);
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) continue;
    const std::uint32_t count =
        line.kind == ReferenceKind::kTrailing ? object.header().tail : line.count;
    const std::ptrdiff_t end =
        line.offset + static_cast<std::ptrdiff_t>(count * sizeof(ObjectSlot));
    if (line.offset <= at && at < end) return true;
  }
  return false;
}

}  // namespace

std::unique_lock<std::mutex> Collector::LockClusters() const {
  return sharing.on ? std::unique_lock(clusters.lock) : std::unique_lock<std::mutex>();
}

// Something now stands in a slot, which may be one of a member.
void Collector::NoteStore(const void* slot, Object& target) {
  if (Stopped()) return;
  const std::unique_lock hold = LockClusters();
  const Index holder = clusters.places.Find(slot);
  if (holder == kNoIndex || !IsLive(target)) return;
  if (!IsClosed(*table[holder].Occupant(), slot)) return;
  RefuseWhileWalking();
  const ClusterId id = ClusterOf(holder);
  if (clusters[id].needs_dissolving || IsListed(id, target)) return;
  if (!Obeys(Rule::kClusterStore, Fault::kStoreSilently, GC_HERE)) return;
  clusters.counts.stored_into += 1;
  RequestDissolving(id);
}

// Whether the cluster reaches the target already.
bool Collector::IsListed(ClusterId id, const Object& target) const {
  const Cluster& cluster = clusters[id];
  const Index index = target.header().index;
  if (table[index].flags.Has(flag::kDisregarded)) return true;
  if (std::binary_search(cluster.mutables.begin(), cluster.mutables.end(), index)) return true;
  if (table.LinkOf(index) == 0) return false;
  const ClusterId other = ClusterOf(index);
  return other == id ||
         std::binary_search(cluster.refers_to.begin(), cluster.refers_to.end(), other);
}

// S10.5: whoever is asked whether he may be in a cluster answers, and changes none.
void Collector::RefuseWhileWalking() {
  if (!clusters.walking) return;
  Abort(Misuse{.row = "S10.5, rule cluster-is-one",
               .sentence = "whoever is asked whether he may be in a cluster changes no cluster",
               .where = GC_HERE});
}

bool Collector::DissolveClusterOf(Object& object) {
  if (Stopped()) return false;
  const Index index = object.header().index;
  if (!GC_CHECK(*this, IsLive(object) && !IsDoomed(EntryOf(object)), Rule::kUnreachableIsFinal,
                index, "the cluster that is dissolved must be of this heap, and not doomed")) {
    return false;
  }
  const std::unique_lock hold = LockClusters();
  if (table.LinkOf(index) == 0) return false;
  RefuseWhileWalking();
  RequestDissolving(ClusterOf(index));
  return true;
}

// At once, or while gathering, when that is over: the gather asks links for colours, and so its
// workers need no lock. (Nobody could tell the difference: who is in a cluster that lives is
// reachable either way, and of one that does not nobody has anything in hand.)
void Collector::RequestDissolving(ClusterId id) {
  FlagForDissolving(id);
  if (phase != Phase::kGathering) DissolveFlagged();
}

void Collector::FlagForDissolving(ClusterId id) {
  if (clusters[id].needs_dissolving) return;
  clusters[id].needs_dissolving = true;
  clusters.flagged.push_back(id);
}

void Collector::DissolveFlagged() {
  if (clusters.flagged.empty()) return;
  for (std::size_t next = 0; next < clusters.flagged.size(); ++next) {
    const std::vector<ClusterId>& others = clusters[clusters.flagged[next]].referred_by;
    for (const ClusterId other : others) FlagForDissolving(other);
  }
  for (const ClusterId id : clusters.flagged) {
    LetMembersGo(clusters[id]);
    Forget(id);
    clusters.counts.dissolved += 1;
  }
  clusters.flagged.clear();
  Listen();
}

void Collector::LetMembersGo(const Cluster& cluster) {
  const bool white = marks.IsWhite(table[cluster.root]);
  bool grey = phase == Phase::kMarking && !white && !cluster.activated;
  FlagWord colour = white ? marks.White() : marks.Reachable();
  const bool stale = cluster.joined_with != colour || grey;
  const bool keep_stale =
      phase == Phase::kMarking
          ? stale && !Obeys(Rule::kClusterDissolveColour, Fault::kKeepStaleBits, GC_HERE)
          : stale && !Obeys(Rule::kClusterDissolveIdle, Fault::kKeepStaleBitIdle, GC_HERE);
  const bool blacken = phase == Phase::kMarking && (white || grey) &&
                       !Obeys(Rule::kClusterDissolveColour, Fault::kBlackenMembers, GC_HERE);
  if (keep_stale) colour = cluster.joined_with;
  if (blacken) colour = marks.Reachable();
  if (keep_stale || blacken) grey = false;
  for (const Index index : cluster.members) {
    if (kFaulty && Marks::HasColour(table[index])) continue;
    Marks::Leave(table[index], colour);
    if (!grey) continue;
    Object* const object = table[index].Occupant();
    sharing.on ? sharing.barrier.Push(object) : barrier.push_back(object);
  }
}

// Takes the cluster out of all books. Its members have colours of their own by now.
void Collector::Forget(ClusterId id) {
  const Cluster cluster = std::move(clusters[id]);
  for (const Index index : cluster.members) Leave(index);
  Leave(cluster.root);
  for (const ClusterId other : cluster.refers_to) Erase(clusters[other].referred_by, id);
  for (const ClusterId other : cluster.referred_by) Erase(clusters[other].refers_to, id);
  clusters.Release(id);
}

void Collector::Leave(Index index) {
  Object& object = *table[index].Occupant();
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  clusters.places.Remove(block.start, block.bytes);
  table[index].flags.Clear(flag::kClusterRoot | flag::kReachableInCluster);
  table.Cluster(index).store(0, std::memory_order_relaxed);
}

}  // namespace GC_BUILD
}  // namespace gc
