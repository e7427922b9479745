// model/machine/machine.h -- the front door: every step that a state can take goes through Apply.
//
// An incremental collector is a set of units of work between which the mutator acts. Each is a
// function from a state to a state, stated once in this folder, with the rules of core/rules.h as
// switches in it. Nothing here searches: the explorer tries every order, replay runs one trace with
// the lists and indices that a real table has, conformance compares what a collector published.
//
// What a step breaks is said at once, in the oracle's words, with reachability by closure.
//
// Read next: machine.cc, then marker.cc and mutator.cc.

#pragma once

#include "model/machine/clusters.h"
#include "model/machine/marker.h"
#include "model/machine/mutator.h"
#include "model/machine/purger.h"
#include "model/machine/reader.h"
#include "model/machine/step.h"

namespace model {

class Machine {
 public:
  explicit Machine(gc::FaultSet faults = {}, reference::Locals locals = reference::Locals::kDead)
      : switches_{faults, locals} {}

  gc::FaultSet faults() const { return switches_.faults; }
  reference::Locals locals() const { return switches_.locals; }

  // Takes a step that can be taken: `start` only where CanFlip says so, a tick only of NextUnit,
  // an operation only if the mutator can name what it uses.
  Outcome Apply(State& state, const Step& step, FactSink* sink = nullptr) const;

  // Whether `start` flips now.
  bool CanFlip(const State& state) const { return marker_.CanFlip(state); }
  // What a tick does next; empty if it does nothing.
  std::optional<Unit> NextUnit(const State& state) const;
  // Whether clusters may be made and grown now, or are refused.
  bool MayCluster(const State& state) const { return clusters_.MayCluster(state); }
  // Whether it makes a difference in which order several objects are reached at once: what the flip
  // does, and what takes what is reported. Then Step::order is an index of kAllOrders.
  static bool OrderMatters(const State& state) { return Clusters::OrderMatters(state); }

  // Every collector step ends so, whether it did a unit or not: raw references held by the mutator
  // die.
  static void EndStep(State& state);

  // Forgets differences that no run can tell apart, so that fewer states are kept: what a stale
  // weak reference referred to, and which numbers serials happen to be.
  void Normalise(State& state) const;

 private:
  std::optional<Finding> Tick(State& state, const Step& step, FactSink* sink) const;

  Switches switches_;
  Clusters clusters_{switches_};
  Mutator mutator_{switches_};
  Reader reader_{switches_};
  Marker marker_{switches_};
  Gatherer gatherer_{switches_};
  Purger purger_{switches_};
};

}  // namespace model
