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
#include <utility>
#include <vector>

#include "model/proof/changes.h"

namespace model {

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

class System : public Changes {
 public:
  System(Logic& logic, gc::FaultSet faults, reference::Locals locals, bool clusters = true);

  const std::vector<Action>& actions() const { return actions_; }

 private:
  // The parts, one file each.
  void AddFieldActions();    // actions_mutator.cc
  void AddRootSetActions();  // actions_mutator.cc
  void AddBirths();          // actions_mutator.cc
  void AddCompletion();      // actions_mutator.cc
  void AddContainers();      // actions_containers.cc
  void AddWeakActions();     // actions_weak.cc
  void AddReads();           // actions_weak.cc
  void AddReadThatAnswers(bool handle);
  void AddReadOfNull(bool handle);
  void AddNamedBirth();      // actions_weak.cc
  void AddLookUps();         // actions_weak.cc
  void AddPermanent();       // actions_permanent.cc
  void AddResurrection();    // actions_permanent.cc
  void AddMarkingActions();  // actions_marking.cc
  void AddScanActions();     // actions_marking.cc
  void AddEndCheck();        // actions_marking.cc
  void AddGatherActions();   // actions_marking.cc
  void AddPurgeActions();    // actions_purge.cc
  void AddIdleTick();        // actions_purge.cc
  void AddWaitingActions();  // actions_purge.cc
  void AddClusters();        // actions_clusters.cc
  void AddActivation();      // actions_clusters.cc
  void AddGarbage();         // actions_garbage.cc
  void AddOuter();           // actions_garbage.cc
  void Add(Action action) { actions_.push_back(std::move(action)); }

  // What one part alone asks of a state.
  Bool ReportedAtEnd(const Relations& state, const Term& x) const;  // actions_marking.cc
  Bool Dooms(const Relations& state, const Term& x) const;          // the gather does, at x
  Bool MayPurge(const Relations& state) const;                      // actions_purge.cc
  Bool NoneToBegin(const Relations& state) const;
  Bool NoneToPoll(const Relations& state) const;
  Bool Unleaked(const Relations& state, const Term& leaver) const;  // actions_permanent.cc
  Bool FellowsLive(const Relations& state, const Term& x) const;    // actions_weak.cc
  Bool Finds(const Relations& state, const Term& x) const;          // actions_weak.cc
  Bool Answers(const Relations& state, const Term& w, const Term& x, const Term& s,
               bool handle) const;  // actions_weak.cc
  // actions_garbage.cc
  std::vector<Obligation> OwesOfReferencers(const Relations& before, const Relations& after) const;

  std::vector<Action> actions_;
};

}  // namespace model
