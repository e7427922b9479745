// model/proof/words.h -- what can be said of a state: the words that actions and invariants share.
//
// Nothing here changes a state. Words of one topic are defined beside its actions, as the comments
// say; the others in words.cc.
//
// Read next: changes.h.

#pragma once

#include <functional>
#include <vector>

#include "core/fault_set.h"
#include "core/faults.h"
#include "model/logic/vocabulary.h"
#include "reference/trace/trace.h"

namespace model {

class Words {
 public:
  using Predicate = std::function<Bool(const Term&)>;
  using Edge = std::function<Bool(const Term&, const Term&)>;

  // Without `clusters` there are none, and no action makes one.
  Words(Logic& logic, gc::FaultSet faults, reference::Locals locals, bool clusters)
      : logic_(logic), faults_(faults), locals_(locals), clusters_(clusters) {}

  Logic& logic() const { return logic_; }
  reference::Locals locals() const { return locals_; }
  gc::FaultSet faults() const { return faults_; }
  bool Faulty(gc::Fault fault) const { return faults_.Has(fault); }
  // Whether something may be listed that is listed: a fault queues twice, or lets the unfinished be
  // queued before they are finished.
  bool ListsTwice() const {
    return Faulty(gc::Fault::kQueueTwice) || Faulty(gc::Fault::kBornWhiteWhileMarking);
  }
  bool ClearsGarbage() const { return !Faulty(gc::Fault::kNeitherClearNorFollow); }

  // A state as it must be for this machine: locals that survive do not exist under `locals dead`,
  // and what only a fault uses is empty without it.
  Relations Restrict(const Relations& state) const;

  // --- One object.
  Bool Reads(const Relations& state, const Term& x) const;   // the bit that means reachable
  Bool Maybe(const Relations& state, const Term& x) const;   // white
  Bool Alive(const Relations& state, const Term& x) const;   // not free and not doomed
  Bool Live(const Relations& state, const Term& x) const;    // alive, and not about to be doomed
  Bool Listed(const Relations& state, const Term& x) const;  // grey
  Bool Markable(const Relations& state, const Term& x) const;
  Bool InRootSet(const Relations& state, const Term& x) const;
  // Whether a permanent object may refer to it.
  Bool HeldForEver(const Relations& state, const Term& x) const;
  Bool MayBeBorn(const Relations& state, const Term& x) const;  // actions_mutator.cc
  // actions_permanent.cc
  Bool MayStore(const Relations& state, const Term& holder, const Term& x) const;
  Bool MayLose(const Relations& state, R root_kind, const Term& x) const;

  // --- References.
  Bool Refers(const Relations& state, const Term& x, const Term& y) const;  // by some field
  // actions_garbage.cc
  Bool IsKillable(const Relations& state, const Term& f, const Term& y) const;
  Bool Follows(const Relations& state, const Term& f, const Term& y) const;
  Bool LetsGo(const Relations& state, const Term& referencer) const;
  Bool MayChange(const Relations& state, const Term& field) const;

  // --- Clusters.
  Bool InCluster(const Relations& state, const Term& x) const;
  Bool IsMember(const Relations& state, const Term& x) const;  // of a cluster, and not its root
  Bool Lists(const Relations& state, const Term& x, const Term& y) const;   // x's cluster does
  Bool Covers(const Relations& state, const Term& x, const Term& y) const;  // reaches y with x
  Bool ListsGarbage(const Relations& state, const Term& x) const;           // actions_garbage.cc
  // actions_clusters.cc
  Bool RefersOpenly(const Relations& state, const Term& x, const Term& y, bool open) const;
  Bool MayCluster(const Relations& state, const Term& x) const;
  Bool IsToBeListed(const Relations& state, const Term& x) const;

  // --- Sets and phases.
  Bool IsEmpty(const Relations& state, R set) const;
  Bool IsScanning(const Relations& state) const;  // marking, past the initial references
  Predicate Is(const Term& term) const;
  // Everything in `base` and what it leads to. Bounded: exactly that. Unbounded: a new relation
  // with at least that, and `assumed` says so.
  Relation Closure(const Relations& state, const Relation& base, std::vector<Bool>& assumed) const;
  // The same, where a cluster is one, and what it lists is like a reference.
  Relation ClosureOfFates(const Relations& state, const Relation& base,
                          std::vector<Bool>& assumed) const;

 protected:
  Relation ClosureOver(const char* name, const Edge& edge, const Relation& base,
                       std::vector<Bool>& assumed) const;

  Logic& logic_;
  gc::FaultSet faults_;
  reference::Locals locals_;
  bool clusters_;
};

}  // namespace model
