// model/machine/barrier.h -- makes white objects grey.

#pragma once

#include "model/machine/state.h"
#include "model/machine/switches.h"

namespace model {

class Barrier {
 public:
  explicit Barrier(const Switches& switches) : switches_(switches) {}

  // A white object becomes grey and enters the list; any other colour stays. Returns whether the
  // object was white.
  bool Mark(State& state, Entry entry, Mask State::*list) const;

  // Shades for the mutator: while marking, `target` is not white afterwards. Null is allowed.
  void Shade(State& state, Entry target) const;
  // Shades, unless the machine has this fault.
  void ShadeUnless(gc::Fault fault, State& state, Entry target) const;

  // The mutator loads an operand, which shades it under `locals black`.
  void Load(State& state, Entry operand) const;
  // The mutator loads the object into which it stores. It does not use what this object leads to.
  void LoadHolder(State& state, Entry operand) const;

 private:
  Switches switches_;
};

}  // namespace model
