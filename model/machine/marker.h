// model/machine/marker.h -- flip and marking: finds out which objects live.
//
// Read next: gatherer.h.

#pragma once

#include "model/machine/clusters.h"
#include "model/machine/gatherer.h"
#include "model/machine/step.h"

namespace model {

class Marker {
 public:
  explicit Marker(const Switches& switches)
      : switches_(switches), clusters_(switches), gatherer_(switches) {}

  // Whether `start` flips now.
  bool CanFlip(const State& state) const;
  void Flip(State& state, FactSink* sink, std::size_t order) const;

  // The next unit while marking; empty while a constructor runs and nothing else is left to do.
  std::optional<Unit> NextUnit(const State& state) const;
  void InitialReferences(State& state, FactSink* sink, std::size_t order) const;
  static void TakeBarrierList(State& state);
  std::optional<Finding> Scan(State& state, Entry entry, FactSink* sink) const;
  void EndCheck(State& state, FactSink* sink, std::size_t order) const;

 private:
  bool Clears(State& state, Entry entry, std::size_t field) const;
  void EndMarking(State& state) const;

  Switches switches_;
  Clusters clusters_;
  Gatherer gatherer_;
};

}  // namespace model
