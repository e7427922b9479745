// model/machine/machine.h -- applies every step that can happen to a state.
//
// An incremental collector does units of work, and between them the mutator acts. Each unit and
// each operation is a function from a state to a state. It is stated once in this folder, and each
// rule of core/rules.h is a switch in it. Nothing here searches: the explorer tries every order,
// replay runs one trace with the lists and indices that a real table has, and conformance compares
// what a collector published.
//
// If a step breaks a property, the outcome says so at once, in the oracle's words.
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

  // Takes a step. It must be possible: a `start` only if CanFlip is true, a tick only with the unit
  // of NextUnit, a purge only with that of NextPurgeUnit, an operation only on objects that the
  // mutator can name.
  Outcome Apply(State& state, const Step& step, FactSink* sink = nullptr) const;

  // Whether `start` flips now.
  bool CanFlip(const State& state) const { return marker_.CanFlip(state); }
  // The unit that a tick does next; empty if it does nothing.
  std::optional<Unit> NextUnit(const State& state) const;
  // The same for a purge, which goes past a marking that is pending.
  std::optional<Unit> NextPurgeUnit(const State& state) const;
  // Whether clusters may be made and grown now, or are refused.
  bool MayCluster(const State& state) const { return clusters_.MayCluster(state); }
  // See purger.h.
  Mask BornTooEarly(const State& state) const { return purger_.BornTooEarly(state); }
  // Whether the order matters in which one unit reaches several objects (flip, initial references,
  // end check). If it does, Step::order is an index of kAllOrders.
  static bool OrderMatters(const State& state) { return Clusters::OrderMatters(state); }

  // Ends a step of the collector, also one that did no unit: the mutator's raw references die.
  static void EndStep(State& state);

  // Removes differences that no run can notice, so that a search keeps fewer states: the former
  // target of a stale weak reference, and the numbers of serials.
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
