// core/cluster/clusters.h -- groups of objects that live and die as one.
//
// A door has fifty parts that nothing outside refers to and that do not change; marking them one by
// one in every cycle is wasted work. A cluster is such a group, made once by a walk from its root:
// reaching any member reaches the root, and the root stands for all. What the members refer to
// outside was listed when the cluster was made: other clusters, and objects that are marked one by
// one (the *mutable* objects). To *activate* a cluster, once in a cycle, is to reach what is
// listed.
//
// A member has no colour of its own: its mark is without any of the three bits, and it has the
// colour of its root (core/population/colours.h). So a flip has nothing to do for members, and root
// and members become hidden at the same instant.
//
//     marking             r -> m1 -> m2 are a cluster, and white; x is black
//     the mutator         x.f = m2
//     with bits of m2     m2 is shaded, r and m1 are freed, and m2 refers to m1
//     as a cluster        m2 has no bits: r is shaded, and stands for all three
//
// A store into a member can make the lists incomplete, and then nothing keeps the stored object. So
// while clusters exist the barrier's slow path runs for every store into a page with clustered
// objects, in every phase, and finds by the slot's address whether the slot is in one
// (member_map.h). If the stored object
// is not listed, the cluster is dissolved, with those that refer to it (cluster-store): its members
// become objects like others. To list the stored object instead would keep everything that the slot
// ever held. A slot in a container's memory is in no object; the field that shows such slots is
// *open*: its references are followed when the cluster is activated, and never listed.
//
// Costs: with clusters, a look at one count for each store; for a store into a page that has
// clustered objects a look-up of some ten nanoseconds, and a lock if several threads store; and one
// more test for each reference to an object that is not white; without clusters, one branch that
// always goes the same way. A build without the barrier makes no clusters.
//
// To activate a cluster, with all that are activated through it, is one unit; so is to dissolve
// one. Clusters are made and grown outside of a cycle only (cluster-not-in-cycle), and dissolved at
// any time; while gathering this waits for the gather's end, since the gather reads the links.
//
// Owns the records of all clusters, and where their objects lie. Calls the population, the
// wavefront, the elimination of garbage, and of the user the questions whether an object may be
// clustered. Thread rules: making and growing, like a step of the collector. Stores and barriers of
// several mutators that meet a cluster take its mutex. Lock order: the table lock, then this one.
//
// Upholds: cluster-is-one, cluster-member-barrier, cluster-outward, cluster-store,
// cluster-dissolve-colour, cluster-dissolve-idle, cluster-not-in-cycle, cluster-gather.
// Read next: core/cluster/cluster_records.h.

#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "core/base/guarded.h"
#include "core/base/room.h"
#include "core/cluster/cluster_maker.h"
#include "core/pointer/barrier.h"
#include "core/population/elimination.h"
#include "core/population/population.h"
#include "core/population/wavefront.h"

namespace gc {
inline namespace GC_BUILD {

// Of several mutators, one at a time looks at the records of clusters and changes them. A step has
// no mutator beside it, and needs no lock.
class ClusterLock {
 public:
  explicit ClusterLock(const Sharing& sharing) : sharing_(sharing) {}
  std::unique_lock<Mutex> Hold() const {
    return sharing_.IsOn() ? std::unique_lock(mutex_) : std::unique_lock<Mutex>();
  }
  // For Guarded, in the build with faults.
  void AssertHeld() const {
    const Lock* const mutators = sharing_.lock();
    if (kFaulty && mutators != nullptr && !mutators->IsLocked()) mutex_.AssertHeld();
  }

 private:
  const Sharing& sharing_;
  mutable Mutex mutex_;
};

class Clusters {
 public:
  Clusters(Population& heap, Wavefront& wavefront, Elimination& elimination)
      : heap_(heap), wavefront_(wavefront), elimination_(elimination) {}
  Clusters(const Clusters&) = delete;
  Clusters& operator=(const Clusters&) = delete;

  // Making and growing.
  ClusterMaker& maker() { return maker_; }
  void Recycle();
  // Whether one more cluster could be dissolved, reached and buried like those that there are. A
  // store and a gather need no memory for that: the room is made before the cluster is.
  bool HasRoomForOneMore();

  // The cycle. Each of these calls asks first whether there are any clusters, and costs one test if
  // not.
  //
  // A marking begins: no cluster was reached yet. What the records say of earlier cycles counts for
  // nothing from here on, so no record is looked at, however many there are.
  void BeginCycle() { cycle_ += 1; }
  // Marks an object that the collector found, by its root; false if it is in no cluster.
  bool Reach(Object& target) { return Any() && ReachMember(target); }
  // Dissolves the clusters that were reached and refer to garbage, and publishes an event for each.
  void DissolveReached() {
    if (!flagged_.empty()) DissolveAndScan(kNoIndex);
  }
  // Called when a grey object is taken from the work list. If it is a cluster root, activates its
  // cluster. True if that was all; false if the object is to be scanned like any other.
  bool ActivateFor(Object& object) {
    return Any() && heap_.EntryOf(object).flags.Has(flag::kClusterRoot) && ActivateRoot(object);
  }
  // Dooms a member whose root is doomed; false if there is none at the index.
  bool DoomMember(Index index) { return Any() && DoomWithRoot(index); }
  // The gather has doomed the object at the index; on one thread.
  void NoteDoomed(Index index) {
    if (!Any() || !heap_.table[index].flags.Has(flag::kClusterRoot)) return;
    PushInRoom(dead_, records_->ClusterOf(index));
  }
  // The gather is over: frees the records of doomed clusters, and dissolves those that waited for
  // this. Looks at no other records.
  void Bury() {
    if (Any()) BuryDoomed();
  }

  // The mutator. Shades the root of the target's cluster; false if the target is in none.
  bool Shade(Object& target, Upholds why) { return Any() && ShadeRoot(target, why); }
  // The target was stored into a slot, which may be a slot of a member.
  void NoteStore(const void* slot, Object& target) {
    if (Any()) StoreInto(slot, target);
  }
  // The object at the index was given up before it was constructed: no cluster may list it.
  void Forget(Index index);

  // Dissolves the object's cluster; false if it is in none.
  bool Dissolve(const Object& object);
  // Dissolves every cluster; while gathering, when the gather is over.
  void DissolveAll();

  // For inspectors.
  const ClusterRecords& records() const { return records_.Peek(); }
  const Cluster& operator[](ClusterId id) const { return records_.Peek()[id]; }
  // Of marking, counted from 1: what a record says of earlier ones counts for nothing.
  std::uint32_t cycle() const { return cycle_; }

 private:
  bool Any() const { return heap_.colours.HasClusters(); }
  std::unique_lock<Mutex> Hold() const { return lock_.Hold(); }

  // marking.cc
  bool ReachMember(Object& target);
  void Found(Object& target);
  bool ShadeRoot(Object& target, Upholds why);
  void MarkReachedThrough(ClusterId id, Index index);
  bool ActivateRoot(Object& root);
  void Activate(ClusterId id);
  bool RefersToGarbage(const Cluster& cluster);
  void ReachOutward(ClusterId id);
  void DissolveAndScan(Index taken);
  bool DoomWithRoot(Index index);
  void BuryDoomed();

  // dissolving.cc
  void StoreInto(const void* slot, Object& target);
  bool IsListed(ClusterId id, const Object& target) const;
  void Flag(ClusterId id);
  // Dissolves at once all clusters that wait for it; no gather may be pending.
  void DissolveFlagged();
  void Request(ClusterId id);
  void LetMembersGo(const Cluster& cluster);

  Population& heap_;
  Wavefront& wavefront_;
  Elimination& elimination_;
  ClusterLock lock_{heap_.sharing};
  Guarded<ClusterRecords, ClusterLock> records_{lock_, heap_};
  ClusterMaker maker_{heap_, records_.Peek()};
  std::vector<ClusterId> reached_;  // marked; activated before the unit ends
  std::vector<ClusterId> flagged_;  // that need dissolving
  std::vector<ClusterId> dead_;     // whose roots the gather has doomed
  std::uint32_t cycle_ = 1;
  bool activating_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
