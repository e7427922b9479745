// model/machine/clusters.h -- objects that live and die as one: how clusters are made, reached,
// dissolved and doomed.
//
// Of a cluster only the root has a colour. A member's two bits are clear, and its colour is the
// root's (ColourHolder). When the collector reaches a cluster, it activates the cluster in the same
// unit, and all clusters that are reached from it. When the mutator shades a member, the root waits
// in the barrier list, and the cluster is grey until it is activated.

#pragma once

#include "model/machine/barrier.h"
#include "model/machine/step.h"

namespace model {

class Clusters {
 public:
  explicit Clusters(const Switches& switches) : switches_(switches), barrier_(switches) {}

  // --- Making and growing. False: refused, because a cycle is pending (MayCluster).
  bool MayCluster(const State& state) const;
  bool MakeCluster(State& state, Entry root) const;
  bool AddToCluster(State& state, Entry root, Entry entry) const;

  // --- Reaching: the collector has found objects, in a cluster or not. `order` is an index of
  // kAllOrders.
  void Reach(State& state, Entry target, FactSink* sink) const;
  void ReachAll(State& state, Mask targets, FactSink* sink, std::size_t order) const;
  // `taken` is the root if it was just taken from its list, or kNone.
  void Activate(State& state, Entry root, Entry taken, FactSink* sink) const;
  static bool OrderMatters(const State& state);

  // --- Dissolving. If a gather is under way, a request waits for its end.
  void NoteStore(State& state, Entry holder, Entry value) const;
  void DissolveClusterOf(State& state, Entry entry) const;
  void RequestDissolving(State& state, Entry root) const;

  // --- Dooming and freeing.
  bool IsDoomedMember(const State& state, Entry entry) const;
  void BuryClusters(State& state) const;
  static void LeaveClusters(State& state, Entry entry);

 private:
  static void Join(State& state, Entry root, Entry entry);
  static void ListOutward(State& state, Entry root, Mask members);
  static void Enlist(State& state, Entry entry, Mask State::*list);
  static bool KeepsGarbage(const State& state, Entry root);
  Mask ReachOne(State& state, Entry target) const;
  Mask ReachOutward(State& state, Entry root) const;
  static Mask WithReferrers(const State& state, Mask roots);
  void Dissolve(State& state, Mask roots) const;
  void LetMembersGo(State& state, Entry root) const;
  static void ForgetCluster(State& state, Entry root);

  Switches switches_;
  Barrier barrier_;
};

}  // namespace model
