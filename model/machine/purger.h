// model/machine/purger.h -- begin, finish, free: how doomed objects die, and which of them wait.

#pragma once

#include "model/machine/clusters.h"
#include "model/machine/step.h"

namespace model {

class Purger {
 public:
  explicit Purger(const Switches& switches) : switches_(switches) {}

  // The next unit of a purge; empty when it is over.
  std::optional<Unit> NextUnit(const State& state) const;
  // A tick that has nothing to do. If an object waits and is in no list, the tick should have
  // polled it, unless marking waits for a constructor.
  static std::optional<Finding> Idle(const State& state);

  // The objects in whose entry the batch still has another, because the index was released too
  // early. There are some only with a fault.
  Mask BornTooEarly(const State& state) const;

  std::optional<Finding> Begin(State& state, Entry entry, FactSink* sink) const;
  std::optional<Finding> Poll(State& state, Entry entry, FactSink* sink) const;
  std::optional<Finding> Free(State& state, Entry entry, FactSink* sink) const;

 private:
  std::optional<Finding> Resurrect(State& state, Entry entry) const;
  std::optional<Finding> LetWait(State& state, Entry entry) const;
  std::optional<Finding> Finish(State& state, Entry entry, FactSink* sink) const;

  Switches switches_;
};

}  // namespace model
