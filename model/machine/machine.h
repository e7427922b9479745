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
#include "model/machine/heap_end.h"
#include "model/machine/marker.h"
#include "model/machine/mutation.h"
#include "model/machine/mutator.h"
#include "model/machine/purger.h"
#include "model/machine/reader.h"
#include "model/machine/step.h"

namespace model {

class Machine {
 public:
  explicit Machine(gc::FaultSet faults = {}, reference::Locals locals = reference::Locals::kDead,
                   SlipSet slips = {})
      : switches_{faults, locals, slips} {}
  // A mutant of this machine. It is slower.
  Machine With(const Mutation& mutation) const {
    Machine mutant(faults(), locals(), slips());
    mutant.mutation_ = mutation;
    return mutant;
  }
  // Whether the step, which is possible otherwise, is not for this mutant.
  bool Withholds(const State& state, const Step& step) const {
    return mutation_ && mutation_->Withholds(state, step);
  }

  gc::FaultSet faults() const { return switches_.faults; }
  reference::Locals locals() const { return switches_.locals; }

  // Takes a step. It must be possible (explorer/next_steps.h): a `start` only if CanFlip is true, a
  // tick only with the unit of NextUnit, a purge only with that of NextPurgeUnit, an operation only
  // on objects that the mutator can name.
  Outcome Apply(State& state, const Step& step, FactSink* sink = nullptr) const;

  // Whether `start` flips now.
  bool CanFlip(const State& state) const { return marker_.CanFlip(state); }
  // Whether the heap may be dropped.
  bool MayDrop(const State& state) const { return heap_end_.MayDrop(state); }
  SlipSet slips() const { return switches_.slips; }
  // The unit that a tick does next; empty if it does nothing.
  std::optional<Unit> NextUnit(const State& state) const;
  // The unit that a purge does next if it is asked for by itself (core's Heap::Purge): it marks
  // nothing, and goes past a marking that is pending. Empty if there is nothing to gather and to
  // destroy. If it waits (core's Heap::FinishPurge), it also begins a round of what was not ready.
  std::optional<Unit> NextPurgeUnit(const State& state, bool waits = false) const;
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
  Outcome Do(State& state, const Step& step, FactSink* sink) const;
  std::optional<Finding> Tick(State& state, const Step& step, FactSink* sink) const;
  std::optional<Finding> DoDeed(State& state, const Step& step, FactSink* sink) const;

  Switches switches_;
  Clusters clusters_{switches_};
  Mutator mutator_{switches_};
  Reader reader_{switches_};
  Marker marker_{switches_};
  Gatherer gatherer_{switches_};
  Purger purger_{switches_};
  HeapEnd heap_end_{switches_};
  std::optional<Mutation> mutation_;
};

}  // namespace model
