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
// Read next: core/collect/gatherer.h.

#include "core/cluster/clusters.h"
#include "core/memory/memory.h"
#include "core/object/class.h"

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

std::unique_lock<std::mutex> Clusters::Hold() const {
  return heap_.sharing.IsOn() ? std::unique_lock(mutex_) : std::unique_lock<std::mutex>();
}

void Clusters::StoreInto(const void* slot, Object& target) {
  if (heap_.Stopped()) return;
  const std::unique_lock hold = Hold();
  const Index holder = places_.Find(slot);
  if (holder == kNoIndex || !heap_.IsLive(target)) return;
  if (!IsClosed(*heap_.table[holder].Occupant(), slot)) return;
  RefuseWhileWalking();
  const ClusterId id = ClusterOf(holder);
  if (records_[id].needs_dissolving || IsListed(id, target)) return;
  if (!heap_.Obeys(Rule::kClusterStore, Fault::kStoreSilently, GC_HERE)) return;
  counts_.stored_into += 1;
  Request(id);
}

// Whether the cluster reaches the target already.
bool Clusters::IsListed(ClusterId id, const Object& target) const {
  const Cluster& cluster = records_[id];
  const Index index = target.header().index;
  if (heap_.table[index].flags.Has(flag::kDisregarded)) return true;
  if (std::binary_search(cluster.mutables.begin(), cluster.mutables.end(), index)) return true;
  if (heap_.table.LinkOf(index) == 0) return false;
  const ClusterId other = ClusterOf(index);
  return other == id ||
         std::binary_search(cluster.refers_to.begin(), cluster.refers_to.end(), other);
}

// S10.5: the question whether an object may be in a cluster is answered, and changes none.
void Clusters::RefuseWhileWalking() const {
  if (!walking_) return;
  Abort(Misuse{
      .rule = Rule::kClusterIsOne,
      .sentence = "an object that is asked whether it may be in a cluster changes no cluster",
      .where = GC_HERE});
}

bool Clusters::Dissolve(const Object& object) {
  const Index index = object.header().index;
  const std::unique_lock hold = Hold();
  if (heap_.table.LinkOf(index) == 0) return false;
  RefuseWhileWalking();
  Request(ClusterOf(index));
  return true;
}

// At once, or while gathering, when that is over: the gather asks links for colours, and so its
// workers need no lock. (It makes no difference: what is in a cluster that lives is reachable
// either way, and of one that does not the mutator has nothing in hand.)
void Clusters::Request(ClusterId id) {
  Flag(id);
  if (heap_.phase() != Phase::kGathering) DissolveFlagged();
}

void Clusters::Flag(ClusterId id) {
  if (records_[id].needs_dissolving) return;
  records_[id].needs_dissolving = true;
  flagged_.push_back(id);
}

void Clusters::DissolveFlagged() {
  if (flagged_.empty()) return;
  for (std::size_t next = 0; next < flagged_.size(); ++next) {
    const std::vector<ClusterId>& others = records_[flagged_[next]].referred_by;
    for (const ClusterId other : others) Flag(other);
  }
  for (const ClusterId id : flagged_) {
    LetMembersGo(records_[id]);
    Remove(id);
    counts_.dissolved += 1;
  }
  flagged_.clear();
}

void Clusters::LetMembersGo(const Cluster& cluster) {
  const bool white = heap_.marks().IsWhite(heap_.table[cluster.root]);
  bool grey = heap_.phase() == Phase::kMarking && !white && !cluster.activated;
  FlagWord colour = white ? heap_.marks().White() : heap_.marks().Reachable();
  const bool stale = cluster.joined_with != colour || grey;
  const bool keep_stale =
      heap_.phase() == Phase::kMarking
          ? stale && !heap_.Obeys(Rule::kClusterDissolveColour, Fault::kKeepStaleBits, GC_HERE)
          : stale && !heap_.Obeys(Rule::kClusterDissolveIdle, Fault::kKeepStaleBitIdle, GC_HERE);
  const bool blacken = heap_.phase() == Phase::kMarking && (white || grey) &&
                       !heap_.Obeys(Rule::kClusterDissolveColour, Fault::kBlackenMembers, GC_HERE);
  if (keep_stale) colour = cluster.joined_with;
  if (blacken) colour = heap_.marks().Reachable();
  if (keep_stale || blacken) grey = false;
  for (const Index index : cluster.members) {
    if (kFaulty && Marks::HasColour(heap_.table[index])) continue;
    Marks::Leave(heap_.table[index], colour);
    if (!grey) continue;
    wavefront_.Queue(*heap_.table[index].Occupant());
  }
}

void Clusters::Forget(Index index) {
  const std::unique_lock hold = Hold();
  for (Cluster& cluster : records_) Erase(cluster.mutables, index);
}

// Takes the cluster out of all lists. Its members have colours of their own by now.
void Clusters::Remove(ClusterId id) {
  const Cluster cluster = std::move(records_[id]);
  for (const Index index : cluster.members) Leave(index);
  Leave(cluster.root);
  for (const ClusterId other : cluster.refers_to) Erase(records_[other].referred_by, id);
  for (const ClusterId other : cluster.referred_by) Erase(records_[other].refers_to, id);
  records_.Release(id);
  heap_.colours.RemoveCluster();
}

void Clusters::Leave(Index index) {
  Object& object = *heap_.table[index].Occupant();
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  places_.Remove(block.start, block.bytes);
  heap_.table[index].flags.Clear(flag::kClusterRoot | flag::kReachableInCluster);
  heap_.table.Cluster(index).store(0, std::memory_order_relaxed);
}

}  // namespace GC_BUILD
}  // namespace gc
