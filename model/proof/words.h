// model/proof/words.h -- predicates on states, which actions and invariants share.
//
// Nothing here changes a state. The predicates of one topic are defined in the file of its actions,
// as the comments say; the others in words.cc.
//
// Read next: changes.h.

#pragma once

#include <functional>
#include <vector>

#include "core/fault_set.h"
#include "core/faults.h"
#include "model/assumptions/assumptions.h"
#include "model/assumptions/slips.h"
#include "model/logic/vocabulary.h"
#include "reference/trace/trace.h"

namespace model {

// What a system has beside the plain collector of one thread.
struct Shape {
  bool clusters = true;  // false: there are no clusters, and no action makes one
  bool helped = true;    // false: no other thread helps the collector
  SlipSet slips = {};
  AssumptionSet unassumed = {};  // what is not assumed of the mutator
};

// Whether an object may be listed twice: so it is with a fault that queues twice, that lets
// unfinished objects be queued, or that makes what is listed white.
inline bool ListsTwice(const gc::FaultSet& faults) {
  return faults.Has(gc::Fault::kQueueTwice) || faults.Has(gc::Fault::kBornWhiteWhileMarking) ||
         faults.Has(gc::Fault::kSwapWhileTracing);
}

class Words {
 public:
  using Predicate = std::function<Bool(const Term&)>;
  using Edge = std::function<Bool(const Term&, const Term&)>;

  Words(Logic& logic, gc::FaultSet faults, reference::Locals locals, const Shape& shape)
      : logic_(logic),
        faults_(faults),
        locals_(locals),
        clusters_(shape.clusters),
        helped_(shape.helped),
        slips_(shape.slips),
        unassumed_(shape.unassumed) {}

  Logic& logic() const { return logic_; }
  reference::Locals locals() const { return locals_; }
  gc::FaultSet faults() const { return faults_; }
  bool Faulty(gc::Fault fault) const { return faults_.Has(fault); }
  bool Slips(Slip slip) const { return slips_.Has(slip); }
  bool IsHelped() const { return helped_; }
  // A part of a guard that stands on an assumption about the mutator; true if it is taken away.
  Bool Assumed(Assumption assumption, const Bool& guard) const {
    return unassumed_.Has(assumption) ? logic_.True() : guard;
  }
  bool ClearsGarbage() const { return !Faulty(gc::Fault::kNeitherClearNorFollow); }

  // The state with the relations emptied that this machine does not use: locals under `locals
  // dead`, and what only a fault uses.
  Relations Restrict(const Relations& state) const;

  // --- One object.
  Bool Reads(const Relations& state, const Term& x) const;   // has the bit that means reachable
  Bool Maybe(const Relations& state, const Term& x) const;   // is white
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

  // --- Clusters.
  Bool InCluster(const Relations& state, const Term& x) const;
  Bool IsMember(const Relations& state, const Term& x) const;  // in a cluster, and not its root
  Bool Lists(const Relations& state, const Term& x, const Term& y) const;  // x's cluster lists y
  // Whether reaching x's cluster reaches y.
  Bool Covers(const Relations& state, const Term& x, const Term& y) const;
  // Whether y can be reached from x because of x's cluster. One that is about to end keeps nothing.
  Bool Keeps(const Relations& state, const Term& x, const Term& y) const;
  Bool ListsGarbage(const Relations& state, const Term& x) const;  // actions_garbage.cc
  // actions_clusters.cc
  Bool RefersOpenly(const Relations& state, const Term& x, const Term& y, bool open) const;
  Bool MayCluster(const Relations& state, const Term& x) const;
  Bool IsToBeListed(const Relations& state, const Term& x) const;

  // --- Sets and phases.
  Bool IsEmpty(const Relations& state, R set) const;
  Bool IsScanning(const Relations& state) const;  // marking, past the initial references
  Predicate Is(const Term& term) const;
  // `base`, and everything to which it leads, by references and because of clusters. In finite
  // heaps exactly that; in heaps of any size a new relation that has at least that, as `assumed`
  // says.
  Relation Closure(const Relations& state, const Relation& base, std::vector<Bool>& assumed) const;
  // The same closure, but clusters that are about to end lead on too.
  Relation ClosureOfFates(const Relations& state, const Relation& base,
                          std::vector<Bool>& assumed) const;

 protected:
  Relation ClosureOver(const char* name, const Edge& edge, const Relation& base,
                       std::vector<Bool>& assumed) const;

  Logic& logic_;
  gc::FaultSet faults_;
  reference::Locals locals_;
  bool clusters_;
  bool helped_;
  SlipSet slips_;
  AssumptionSet unassumed_;
};

}  // namespace model
