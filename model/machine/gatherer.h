// model/machine/gatherer.h -- every index is visited once, and what is white there is doomed.

#pragma once

#include "model/machine/clusters.h"
#include "model/machine/step.h"

namespace model {

class Gatherer {
 public:
  explicit Gatherer(const Switches& switches) : switches_(switches), clusters_(switches) {}

  std::optional<Finding> Visit(State& state, Entry entry) const;
  // The same by a worker, which keeps a list of its own of what it dooms, until Join.
  std::optional<Finding> VisitByWorker(State& state, Entry entry) const;
  std::optional<Finding> Join(State& state) const;
  // Called when every index was visited: the purge of the batch begins. A finding is an object that
  // had to go and is not in the batch.
  std::optional<Finding> End(State& state) const;

 private:
  std::optional<Finding> Doom(State& state, Entry entry, Mask State::*list) const;
  bool IsOver(const State& state) const;

  Switches switches_;
  Clusters clusters_;
};

}  // namespace model
