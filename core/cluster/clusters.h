// core/cluster/clusters.h -- objects that live and die as one.
//
// A door has fifty parts that nothing outside refers to, and that do not change. Marking them one
// by one, in every cycle, finds out what is known already. A cluster is such a group, made once by
// walking from its root: the trace reaches the root, and has reached all members. What they refer
// to outside was listed when the cluster was made: other clusters, and objects that are marked one
// by one (the *mutable* ones). Reaching the root *activates* the cluster: it reaches what is
// listed.
//
// A member has no colour of its own: its entry carries none of the three bits, and its
// colour is its root's (core/population/colours.h). So the flip has nothing to
// do for members, what is hidden with the root is hidden at the same instant, and a cluster
// costs the trace what one object does. The price is one test more for each reference that leads to
// what is not white, while there are clusters; while there are none, one branch that is always the
// same. When a cluster is dissolved, its members take the colour of their root, and are objects
// like others from there on. A root whose trace it is to activate is grey, as it waits in a list.
//
//     the trace       r -> m1 -> m2 are a cluster, and white; x is black
//     the mutator     x.f = m2
//     on its own bit  m2 is shaded, r and m1 are freed, and m2 refers to m1
//     as a cluster    m2 has no bit: r is shaded, and with it all three
//
// A store into a member. The list of what a cluster refers to outside is true when it is made, and
// any store into a member may make it false: nothing then keeps what is stored. The gate of the
// barrier is therefore open while a trace is pending or clusters exist (S5.5, choice b), and its
// slow path finds out whether the slot is inside of a clustered object, from its address alone
// (member_map.h), so that members need not be written in a special way, which could be forgotten.
// What is stored there and is not in the lists dissolves the cluster, at once, with those that
// refer to it (cluster-store). Adding it to the lists would be right as well, but nothing is ever
// taken out of them but what joins: a slot that is written each frame would keep all that it ever
// held. Slots outside the object (a container's memory) or whose place only their type knows cannot
// be told by address; the fields that show them are *open*, and what they show is reached whenever
// the cluster is activated, and never listed. It costs: a look-up, some ten nanoseconds, for each
// store anywhere while any cluster exists, and a lock if several threads store; a scan of the
// members' open fields in each trace; and a cluster that is stored into is gone until it is
// made again. With no clusters it costs nothing: the gate is the same word. A build without the
// barrier has none.
//
// To activate a cluster, with all that are reached from there, is one unit, as scanning an object
// is; so is to dissolve one. A unit is therefore as long as the lists are, and a slice that has a
// deadline looks at it before and after.
//
// Clusters are made and grown outside of a cycle only (cluster-not-in-cycle), and dissolved at any
// time; while gathering, that waits for the gather's end, for the gather looks at links.
//
// Owns the records of all clusters, and where their objects lie. Calls the population, the
// wavefront and the elimination of garbage, and of the user the questions whether an object may be
// clustered. Thread rules: making and growing, as a step of the collector. Stores and barriers of
// several mutators that meet a cluster take its mutex. Lock order: the table lock, then this one.
//
// Upholds: cluster-is-one, cluster-member-barrier, cluster-outward, cluster-store,
// cluster-dissolve-colour, cluster-dissolve-idle, cluster-not-in-cycle, cluster-gather.
// Read next: core/cluster/cluster_records.h.

#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "core/cluster/cluster_maker.h"
#include "core/pointer/barrier.h"
#include "core/population/elimination.h"
#include "core/population/population.h"
#include "core/population/wavefront.h"

namespace gc {
inline namespace GC_BUILD {

class Clusters {
 public:
  Clusters(Population& heap, Wavefront& wavefront, Elimination& elimination)
      : heap_(heap), wavefront_(wavefront), elimination_(elimination) {}
  Clusters(const Clusters&) = delete;
  Clusters& operator=(const Clusters&) = delete;

  // Making and growing.
  ClusterMaker& maker() { return maker_; }
  void Recycle();

  // The cycle. What follows asks first whether there are any clusters, and is one test if not.
  // A marking begins: no cluster was reached yet.
  void BeginCycle() {
    if (Any()) ForgetReached();
  }
  // Marks what the collector found, if it is in a cluster; false if it is not.
  bool Reach(Object& target) { return Any() && ReachMember(target); }
  // Dissolves what was reached and refers to garbage, and tells of it.
  void DissolveReached() {
    if (!flagged_.empty()) DissolveAndScan(kNoIndex);
  }
  // The turn of a grey object has come. If it is a root, its cluster is activated; true if that is
  // all there is to do, and false if the object is to be scanned like any other.
  bool ActivateFor(Object& object) {
    return Any() && heap_.EntryOf(object).flags.Has(flag::kClusterRoot) && ActivateRoot(object);
  }
  // Dooms a member whose root is doomed; false if there is none at the index.
  bool DoomMember(Index index) { return Any() && DoomWithRoot(index); }
  // The gather is over: what is doomed is in no cluster any more, and what waited is done.
  void Bury() {
    if (Any()) BuryDoomed();
  }

  // The mutator. Shades a target by its root; false if it is in no cluster.
  bool Shade(Object& target, Upholds why) { return Any() && ShadeRoot(target, why); }
  // Something now stands in a slot, which may be one of a member.
  void NoteStore(const void* slot, Object& target) {
    if (Any()) StoreInto(slot, target);
  }
  // An object was given up before it was constructed: no cluster lists its index.
  void Forget(Index index);

  // False if the object is in no cluster.
  bool Dissolve(const Object& object);
  // Now: nothing relies on links.
  void DissolveFlagged();

  // For inspectors.
  const ClusterRecords& records() const { return records_; }
  const Cluster& operator[](ClusterId id) const { return records_[id]; }

 private:
  bool Any() const { return heap_.colours.HasClusters(); }
  std::unique_lock<std::mutex> Hold() const;

  // marking.cc
  void ForgetReached();
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
  void RefuseWhileWalking() const;
  void Flag(ClusterId id);
  void Request(ClusterId id);
  void LetMembersGo(const Cluster& cluster);

  Population& heap_;
  Wavefront& wavefront_;
  Elimination& elimination_;
  ClusterRecords records_{heap_};
  ClusterMaker maker_{heap_, records_};
  std::vector<ClusterId> reached_;  // marked, and to be activated before the unit is over
  std::vector<ClusterId> flagged_;  // that need dissolving
  bool activating_ = false;
  mutable std::mutex mutex_;
};

}  // namespace GC_BUILD
}  // namespace gc
