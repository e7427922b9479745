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
  void Flip(State& state, FactSink* sink, std::size_t order, bool masked = false) const;
  // While marking, what a mask names becomes a root of this cycle.
  void AddMask(State& state, FactSink* sink, std::size_t order) const;
  // The referencers are asked beside the flip: what they report is kept for the initial references.
  void AskBeside(State& state) const;
  // One of them reports a field of an object.
  void AskField(State& state, Entry entry, std::size_t field) const;

  // The next unit while marking; empty while a constructor runs and nothing else is left to do.
  std::optional<Unit> NextUnit(const State& state) const;
  void InitialReferences(State& state, FactSink* sink, std::size_t order) const;
  static void TakeBarrierList(State& state);
  std::optional<Finding> Scan(State& state, Entry entry, FactSink* sink) const;
  void EndCheck(State& state, FactSink* sink, std::size_t order) const;

 private:
  static Mask NamedByMask(const State& state);
  static void LetWrapperGo(State& state);
  bool Clears(State& state, Entry entry, std::size_t field) const;
  void EndMarking(State& state) const;

  Switches switches_;
  Clusters clusters_;
  Gatherer gatherer_;
};

}  // namespace model
