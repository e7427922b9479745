// model/proof/system.h -- the transition system: guarded actions on relations.
//
// This states the machine of model/machine a second time, as formulas for the prover. An action
// takes a state, which is a set of relations, to another. There are no symbols for the state after:
// that an invariant holds after an action is the invariant applied to the state that the action
// returns. A rule is broken by the switch of a fault.
//
// In heaps of any size a closure cannot be written down. Three things would need one:
//   what the mutator can name     it loads one reference at a time (actions load-root and load), or
//                                 takes what a cluster keeps (load-of-cluster)
//   what may outlive the cycle    any closed set that has all that was reachable (R::kMay)
//   the clusters that are         any closed set that has the dissolved cluster and all clusters
//   dissolved with one            that refer to it
// In finite heaps all three are exact.
//
// Read next: invariants.h.

#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "model/proof/changes.h"

namespace model {

// Something that must be true whenever an action is taken: what the oracle would look at.
struct Obligation {
  std::string name;
  Bool formula;
  bool progress = false;  // it is needed for the end of a cycle, and the oracle does not ask it
};

struct Action {
  std::string name;
  std::vector<Sort> parameters;
  std::function<Bool(const Relations&, const Terms&)> guard;
  std::function<After(const Relations&, const Terms&)> take;
  // Makes the obligations from the states before and after, and the parameters.
  std::function<std::vector<Obligation>(const Relations&, const Relations&, const Terms&)> owes;
  bool never = false;     // the claim is that the action can never be taken
  bool unit = false;      // it is a unit of the collector, and not the mutator's; Add() says so
  bool unspoken = false;  // no line of a trace says it
  bool of_purge = false;  // a unit of a purge, which a tick does only when nothing is marked
};

// Questions about a state that only one topic asks, and the obligations of several actions.
class Queries : public CycleStart {
 public:
  using CycleStart::CycleStart;

 protected:
  Bool ReportedAtEnd(const Relations& state, const Term& x) const;  // actions_marking.cc
  Bool Dooms(const Relations& state, const Term& x) const;          // the gather dooms x
  std::vector<Obligation> OwesOfDooming(const Relations& state, const Term& visited) const;
  std::vector<Obligation> OwesOfGatherEnd(const Relations& before, const Relations& after) const;
  Bool MayPurge(const Relations& state) const;  // actions_purge.cc
  Bool MayBeginRound(const Relations& state) const;
  Bool MayFree(const Relations& state, const Term& x) const;
  std::vector<Obligation> OwesOfFreeing(const Relations& state, const Term& freed) const;
  Bool IsToBegin(const Relations& state, const Term& x) const;
  Bool NoneToBegin(const Relations& state) const;
  Bool NoneToPoll(const Relations& state) const;
  Bool Unleaked(const Relations& state, const Term& leaver) const;     // actions_permanent.cc
  Bool LeadsToTheLiving(const Relations& state, const Term& x) const;  // actions_weak.cc
  Bool FellowsLive(const Relations& state, const Term& x) const;       // actions_weak.cc
  Bool Finds(const Relations& state, const Term& x) const;             // actions_weak.cc
  Bool Answers(const Relations& state, const Term& w, const Term& x, const Term& s,
               bool handle) const;   // actions_weak.cc
  void DoomAll(After& after) const;  // actions/heap_end.cc
  // actions_garbage.cc
  std::vector<Obligation> OwesOfReferencers(const Relations& before, const Relations& after) const;
};

class System : public Queries {
 public:
  System(Logic& logic, gc::FaultSet faults, reference::Locals locals, const Shape& shape = {});

  const std::vector<Action>& actions() const { return actions_; }
  // For a test that breaks an action.
  void Change(const std::function<void(Action&)>& change) {
    for (Action& action : actions_) change(action);
  }

 private:
  // The actions, by topic.
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
  void AddFlips();           // actions/flip.cc
  void AddMask();            // actions/flip.cc
  void AddAbandonment();     // actions/by_hand.cc
  void AddBeginByHand();     // actions/by_hand.cc
  void AddAskedField();      // actions/helpers.cc
  void AddWorkersGather();   // actions/helpers.cc
  void AddDestroyer();       // actions/helpers.cc
  void AddHeapEnd();         // actions/heap_end.cc
  void AddClusters();        // actions_clusters.cc
  void AddActivation();      // actions_clusters.cc
  void AddGarbage();         // actions_garbage.cc
  void AddOuter();           // actions_garbage.cc
  void Add(Action action);   // ghosts.cc

  std::vector<Action> actions_;
};

}  // namespace model
