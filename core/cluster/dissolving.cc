// core/cluster/dissolving.cc -- dissolves clusters, and notices stores into them.
//
// When a cluster is dissolved its members are judged one by one again, starting with the colour
// that they had together. While marking: white if the root is white, black if the cluster was
// activated, and if the root is grey, every member is queued too, as no slot was looked at yet.
// Outside of a cycle they are reachable, as all objects are.
//
// A cluster that refers to a dissolved one has listed that one's root, and not which of its members
// it refers to; so it is dissolved too.
//
// Upholds: cluster-store, cluster-dissolve-colour, cluster-dissolve-idle.
// Read next: core/collect/gatherer.h.

#include <algorithm>

#include "core/base/pool.h"
#include "core/base/room.h"
#include "core/cluster/clusters.h"
#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Whether the slot belongs to a field with a fixed place in the object, and not to an open one.
bool IsClosed(const Object& object, const void* slot) {
  const std::ptrdiff_t at =
      static_cast<const std::byte*>(slot) - reinterpret_cast<const std::byte*>(&object);
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) continue;
    const std::uint32_t count = line.kind == ReferenceKind::kTrailing ? TailOf(object) : line.count;
    const std::ptrdiff_t end =
        line.offset + static_cast<std::ptrdiff_t>(count * sizeof(ObjectSlot));
    if (line.offset <= at && at < end) return true;
  }
  return false;
}

// S10.5: CanBeInCluster answers a question, and may change no cluster meanwhile.
void RefuseWhileWalking(const ClusterMaker& maker) {
  if (!maker.IsWalking()) return;
  Abort(Misuse{
      .rule = Rule::kClusterIsOne,
      .sentence = "an object that is asked whether it may be in a cluster must not change one",
      .where = GC_HERE});
}

}  // namespace

void Clusters::Recycle() {
  records_.Peek().Recycle();
  gc::Recycle(reached_);
  gc::Recycle(flagged_);
  gc::Recycle(dead_);
  cycle_ = 1;
  activating_ = false;
}

bool Clusters::HasRoomForOneMore() {
  const std::size_t most = records_.Peek().size() + 2;
  return HasRoom(reached_, most - std::min(most, reached_.size())) &&
         HasRoom(flagged_, most - std::min(most, flagged_.size())) &&
         HasRoom(dead_, most - std::min(most, dead_.size()));
}

void Clusters::StoreInto(const void* slot, Object& target) {
  if (heap_.Stopped()) return;
  const std::unique_lock hold = Hold();
  const Index holder = records_->places().Find(slot);
  if (holder == kNoIndex || !heap_.IsLive(target)) return;
  if (!IsClosed(*heap_.table[holder].Occupant(), slot)) return;
  RefuseWhileWalking(maker_);
  const ClusterId id = records_->ClusterOf(holder);
  if (records_[id].needs_dissolving || IsListed(id, target)) return;
  if (!heap_.Obeys(Rule::kClusterStore, Fault::kStoreSilently, GC_HERE)) return;
  records_->counts().stored_into += 1;
  Request(id);
}

// Whether the cluster reaches the target already.
bool Clusters::IsListed(ClusterId id, const Object& target) const {
  const Cluster& cluster = records_[id];
  const Index index = target.header().index;
  if (heap_.table[index].flags.Has(flag::kDisregarded)) return true;
  if (std::binary_search(cluster.mutables.begin(), cluster.mutables.end(), index)) return true;
  if (heap_.table.LinkOf(index) == 0) return false;
  const ClusterId other = records_->ClusterOf(index);
  return other == id ||
         std::binary_search(cluster.refers_to.begin(), cluster.refers_to.end(), other);
}

bool Clusters::Dissolve(const Object& object) {
  const Index index = object.header().index;
  const std::unique_lock hold = Hold();
  if (heap_.table.LinkOf(index) == 0) return false;
  RefuseWhileWalking(maker_);
  Request(records_->ClusterOf(index));
  return true;
}

// A free record has no root.
void Clusters::DissolveAll() {
  if (!Any()) return;
  const std::unique_lock hold = Hold();
  RefuseWhileWalking(maker_);
  for (std::size_t id = 0; id < records_->size(); ++id) {
    if (records_[static_cast<ClusterId>(id)].root != kNoIndex) Flag(static_cast<ClusterId>(id));
  }
  if (heap_.phase() != Phase::kGathering) DissolveFlagged();
}

// Dissolves at once; while gathering, when the gather is over: its workers read the links to find
// colours, without a lock. The delay loses nothing: a live cluster is reachable either way, and the
// mutator has no reference to a doomed one.
void Clusters::Request(ClusterId id) {
  Flag(id);
  if (heap_.phase() != Phase::kGathering) DissolveFlagged();
}

void Clusters::Flag(ClusterId id) {
  if (records_[id].needs_dissolving) return;
  records_[id].needs_dissolving = true;
  PushInRoom(flagged_, id);
}

void Clusters::DissolveFlagged() {
  if (flagged_.empty()) return;
  for (std::size_t next = 0; next < flagged_.size(); ++next) {
    const std::vector<ClusterId>& others = records_[flagged_[next]].referred_by;
    for (const ClusterId other : others) Flag(other);
  }
  for (const ClusterId id : flagged_) {
    LetMembersGo(records_[id]);
    records_->Remove(id);
    records_->counts().dissolved += 1;
  }
  flagged_.clear();
}

void Clusters::LetMembersGo(const Cluster& cluster) {
  const bool white = heap_.marks().IsWhite(heap_.table.Mark(cluster.root));
  bool grey = heap_.phase() == Phase::kMarking && !white && !cluster.IsActivated(cycle_);
  MarkBits colour = white ? heap_.marks().White() : heap_.marks().Reachable();
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
    if (kFaulty && heap_.colours.HasOwn(index)) continue;
    Object& member = *heap_.table[index].Occupant();
    heap_.Give(member, colour);
    if (grey) wavefront_.Queue(member);
  }
}

void Clusters::Forget(Index index) {
  const std::unique_lock hold = Hold();
  for (Cluster& cluster : *records_) Erase(cluster.mutables, index);
}

}  // namespace GC_BUILD
}  // namespace gc
