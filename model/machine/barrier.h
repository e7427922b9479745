// model/machine/barrier.h -- white becomes grey.

#pragma once

#include "model/machine/state.h"
#include "model/machine/switches.h"

namespace model {

class Barrier {
 public:
  explicit Barrier(const Switches& switches) : switches_(switches) {}

  // White becomes grey, in one of the two lists; any other colour stays. Returns whether it was
  // white.
  bool Mark(State& state, Entry entry, Mask State::*list) const;

  // On behalf of the mutator: while marking, `target` is not white afterwards. Null is allowed.
  void Shade(State& state, Entry target) const;
  // The same, unless the machine has this fault.
  void ShadeUnless(gc::Fault fault, State& state, Entry target) const;

  // The mutator loads what it uses.
  void Load(State& state, Entry operand) const;
  // The object that is stored into is used for nothing else, and keeps nothing alive by that.
  void LoadHolder(State& state, Entry operand) const;

 private:
  Switches switches_;
};

}  // namespace model
