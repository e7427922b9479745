// model/machine/mutation.h -- a small change of the machine, made to see whether a test notices it.
//
// A test that compares the machine with something is worth as much as the mistakes that it would
// notice. So a machine can be given a mistake on purpose: steps of one kind leave one part of the
// state as it was, or are not possible where a flag is set. These are mistakes of a person that
// writes the machine, and not of a collector: faults (core/faults.h) are something else.
//
// Read next: machine.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/step.h"

namespace model {

// A kind of step: a verb or, for a tick, a unit.
struct StepKind {
  reference::Verb verb = reference::Verb::kTick;
  reference::EventKind unit = reference::EventKind::kFlip;  // only for a tick
  friend bool operator==(const StepKind&, const StepKind&) = default;
};
StepKind KindOf(const Step& step);
std::string NameOf(const StepKind& kind);

// A part of the state: one of the masks, or one of those below. They are numbered from 0.
std::size_t PartCount();
std::string NameOfPart(std::size_t part);
// Whether two states differ in this part.
bool Differs(const State& left, const State& right, std::size_t part);

struct Mutation {
  enum class Kind : std::uint8_t {
    kDropsEffect,  // a step of this kind leaves the part as it was
    kWithholds,    // it is not possible if the part's flag of its object is set
  };
  Kind kind = Kind::kDropsEffect;
  StepKind of;
  std::size_t part = 0;        // for kWithholds, a mask
  std::optional<Phase> phase;  // only in this phase

  // Whether the step is not possible for the mutant.
  bool Withholds(const State& state, const Step& step) const;
  // Undoes the effect that is dropped.
  void Undo(const Step& step, const State& before, State& after) const;
  std::string Describe() const;
};

}  // namespace model
