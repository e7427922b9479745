// model/machine/clusters.h -- objects that live and die as one: made, reached, dissolved, buried.
//
// Of a cluster only its root has a colour; a member's two bits are clear, and its colour is the
// root's (ColourHolder). What the collector reaches it activates in the same unit, and with it all
// clusters that are reached from there; what the mutator shades waits, by its root, and is grey
// until then.

#pragma once

#include "model/machine/barrier.h"
#include "model/machine/step.h"

namespace model {

class Clusters {
 public:
  explicit Clusters(const Switches& switches) : switches_(switches), barrier_(switches) {}

  // --- Made and grown. False: refused, because a cycle is pending (MayCluster).
  bool MayCluster(const State& state) const;
  bool MakeCluster(State& state, Entry root) const;
  bool AddToCluster(State& state, Entry root, Entry entry) const;

  // --- Reached by the collector, in or out of a cluster. `order` is one of kAllOrders.
  void Reach(State& state, Entry target, FactSink* sink) const;
  void ReachAll(State& state, Mask targets, FactSink* sink, std::size_t order) const;
  // `taken` is the root if it was just taken from its list, or kNone.
  void Activate(State& state, Entry root, Entry taken, FactSink* sink) const;
  static bool OrderMatters(const State& state);

  // --- Dissolved. A request waits for the end of the gather, if one is under way.
  void NoteStore(State& state, Entry holder, Entry value) const;
  void DissolveClusterOf(State& state, Entry entry) const;
  void RequestDissolving(State& state, Entry root) const;

  // --- Doomed and freed.
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
