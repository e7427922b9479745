// model/proof/system.h -- the transition system: guarded actions on relations.
//
// The same machine as model/machine, stated a second time for the prover, and once for both of its
// uses: an action takes a state, which is a set of functions, to a state, which is a set of
// functions. There are no primed symbols; "the invariant holds after" is the invariant applied to
// what the action returns. The rules are switches, one for each fault.
//
// In unbounded heaps a closure cannot be written down. Two things need one, and have a stand-in:
//   what the mutator can name   is gained by loading, one reference at a time (load-root, load)
//   what may outlive the cycle  is any set that is closed and holds what was reachable (R::kMay)
// In finite heaps both are exact. A third thing is exact there too, and more than it need be in
// unbounded heaps: which clusters are dissolved with one, as they refer to it.
//
// Read next: invariants.h.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/fault_set.h"
#include "core/faults.h"
#include "model/proof/vocabulary.h"
#include "reference/trace/trace.h"

namespace model {

// What an action makes of a state. `assumed` restricts the new symbols that the action introduced.
struct After {
  Relations state;
  std::vector<Bool> assumed;
};

// Something that must hold whenever an action is taken: what the oracle would look at.
struct Obligation {
  std::string name;
  Bool formula;
  bool progress = false;  // not what the oracle asks, but that a cycle ends
};

struct Action {
  std::string name;
  std::vector<Sort> parameters;
  std::function<Bool(const Relations&, const Terms&)> guard;
  std::function<After(const Relations&, const Terms&)> take;
  // Given the state before and after.
  std::function<std::vector<Obligation>(const Relations&, const Relations&, const Terms&)> owes;
  bool never = false;  // its guard is claimed to be false always
};

class System {
 public:
  // Without `clusters` there are none, and no action makes one.
  System(Logic& logic, gc::FaultSet faults, reference::Locals locals, bool clusters = true);

  Logic& logic() const { return logic_; }
  reference::Locals locals() const { return locals_; }
  gc::FaultSet faults() const { return faults_; }
  bool Faulty(gc::Fault fault) const { return faults_.Has(fault); }
  // Whether something may be listed that is listed: a fault queues twice, or lets the unfinished be
  // queued before they are finished.
  bool ListsTwice() const {
    return Faulty(gc::Fault::kQueueTwice) || Faulty(gc::Fault::kBornWhiteWhileMarking);
  }
  const std::vector<Action>& actions() const { return actions_; }

  // A state as it must be for this system: locals that survive do not exist under `locals dead`,
  // and what only a fault uses is empty without it.
  Relations Restrict(const Relations& state) const;

  // --- Words that actions and invariants share.
  Bool Reads(const Relations& state, const Term& x) const;   // the bit that means reachable
  Bool Maybe(const Relations& state, const Term& x) const;   // white
  Bool Alive(const Relations& state, const Term& x) const;   // not free and not doomed
  Bool Live(const Relations& state, const Term& x) const;    // alive, and not about to be doomed
  Bool Listed(const Relations& state, const Term& x) const;  // grey
  Bool InRootSet(const Relations& state, const Term& x) const;
  // Whether a permanent object may refer to it.
  Bool HeldForEver(const Relations& state, const Term& x) const;
  Bool Refers(const Relations& state, const Term& x, const Term& y) const;  // by some field
  Bool InCluster(const Relations& state, const Term& x) const;
  Bool Lists(const Relations& state, const Term& x, const Term& y) const;   // x's cluster does
  Bool Covers(const Relations& state, const Term& x, const Term& y) const;  // reaches y with x
  // Everything in `base` and what it leads to. Bounded: exactly that. Unbounded: a new relation
  // with at least that, and `assumed` says so.
  Relation Closure(const Relations& state, const Relation& base, std::vector<Bool>& assumed) const;
  // The same, where a cluster is one, and what it lists is like a reference.
  Relation ClosureOfFates(const Relations& state, const Relation& base,
                          std::vector<Bool>& assumed) const;

 private:
  using Predicate = std::function<Bool(const Term&)>;
  using Edge = std::function<Bool(const Term&, const Term&)>;

  // The parts, one file each.
  void AddFieldActions();    // actions_mutator.cc
  void AddContainers();      // actions_containers.cc
  void AddRootSetActions();  // actions_mutator.cc
  void AddWeakActions();     // actions_weak.cc
  void AddReads();           // actions_weak.cc
  void AddReadThatAnswers(bool handle);
  void AddReadOfNull(bool handle);
  void AddNamedBirth();      // actions_names.cc
  void AddLookUps();         // actions_names.cc
  void AddPermanent();       // actions_permanent.cc
  void AddResurrection();    // actions_permanent.cc
  void AddMarkingActions();  // actions_marking.cc
  void AddScanActions();     // actions_marking.cc
  void AddEndCheck();        // actions_marking.cc
  void AddGatherActions();   // actions_marking.cc
  void AddPurgeActions();    // actions_purge.cc
  void AddIdleTick();        // actions_purge.cc
  void AddWaitingActions();  // actions_purge.cc
  void AddBirths();          // actions_mutator.cc
  void AddCompletion();      // actions_mutator.cc
  void AddClusters();        // actions_clusters.cc
  void AddActivation();      // actions_clusters.cc
  void AddGarbage();         // actions_garbage.cc
  void AddOuter();           // actions_garbage.cc
  void Add(Action action) { actions_.push_back(std::move(action)); }

  // Changes of a state in place.
  void Set(Relations& state, R flag, const Bool& value) const;
  void Include(Relations& state, R set, const Predicate& more) const;
  void Exclude(Relations& state, R set, const Predicate& less) const;
  void SetReads(Relations& state, const Predicate& value) const;
  void SetMaybe(Relations& state, const Predicate& value) const;
  void SetField(Relations& state, const Term& x, const Term& f, const Predicate& value) const;
  Bool Markable(const Relations& state, const Term& x) const;
  void MarkUnlisted(Relations& state, const Predicate& targets) const;
  void Shade(Relations& state, const Predicate& targets, R list) const;
  void Barrier(Relations& state, const Predicate& targets) const;
  void BarrierUnless(gc::Fault fault, Relations& state, const Predicate& targets) const;
  Predicate Reached(const Relations& state, const Predicate& targets, R list) const;
  void Load(Relations& state, const Term& operand) const;
  Relation ClosureOver(const char* name, const Edge& edge, const Relation& base,
                       std::vector<Bool>& assumed) const;
  Predicate Uncovered(const Relations& state, const Term& holder, const Term& field,
                      const Predicate& stored) const;
  void RequestDissolving(After& after, const Predicate& some) const;
  void Dissolve(After& after, const Predicate& some, const Bool& when) const;
  void EndClusters(After& after, const Bool& ended) const;
  void SpoilColours(Relations& state, const Predicate& members) const;
  void Join(Relations& state, const Term& root, const Term& x) const;
  Bool IsKillable(const Relations& state, const Term& f, const Term& y) const;
  Bool Follows(const Relations& state, const Term& f, const Term& y) const;
  void ClearIn(Relations& state, const Term& x) const;
  Bool MayChange(const Relations& state, const Term& field) const;
  After Stored(const Relations& before, const Terms& parameters) const;
  std::vector<Obligation> OwesOfReferencers(const Relations& before, const Relations& after) const;
  Bool LetsGo(const Relations& state, const Term& referencer) const;
  void ClearReported(Relations& state, const Bool& asked) const;
  bool ClearsGarbage() const { return !Faulty(gc::Fault::kNeitherClearNorFollow); }
  Bool ListsGarbage(const Relations& state, const Term& x) const;
  Bool IsToBeListed(const Relations& state, const Term& x) const;
  Bool MayCluster(const Relations& state, const Term& x) const;
  Bool RefersOpenly(const Relations& state, const Term& x, const Term& y, bool open) const;
  void Revive(Relations& state, const Term& x) const;
  void EndStep(After& after) const;
  void EndPurgeIfDone(Relations& state) const;
  Bool MayStore(const Relations& state, const Term& holder, const Term& x) const;
  Bool MayLose(const Relations& state, R root_kind, const Term& x) const;
  Bool Unleaked(const Relations& state, const Term& leaver) const;
  void ForgetResurrection(Relations& state, const Term& freed) const;
  void TryToResurrect(After& after, const Term& leaver) const;
  Bool MayBeBorn(const Relations& state, const Term& x) const;
  void Bear(Relations& state, const Term& x) const;
  Bool FellowsLive(const Relations& state, const Term& x) const;
  Bool Finds(const Relations& state, const Term& x) const;
  void Yield(After& after, const Relations& before, const Term& x) const;
  void LetGo(Relations& state, const Term& x) const;
  Predicate Is(const Term& term) const;

  Bool IsScanning(const Relations& state) const;  // past the initial references
  Bool IsEmpty(const Relations& state, R set) const;
  Bool IsMember(const Relations& state, const Term& x) const;  // of a cluster, and not its root
  Bool Dooms(const Relations& state, const Term& x) const;     // the gather does, at x
  Bool MayPurge(const Relations& state) const;
  Bool NoneToBegin(const Relations& state) const;
  Bool NoneToPoll(const Relations& state) const;
  Bool ReportedAtEnd(const Relations& state, const Term& x) const;
  Bool Answers(const Relations& state, const Term& w, const Term& x, const Term& s,
               bool handle) const;

  Logic& logic_;
  gc::FaultSet faults_;
  reference::Locals locals_;
  bool clusters_;
  std::vector<Action> actions_;
};

}  // namespace model
