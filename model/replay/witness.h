// model/replay/witness.h -- a run that shows what a fault breaks, as a trace that can be replayed
// on any subject.
//
// Read next: reference/trace/trace.h.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "core/fault_set.h"
#include "core/rules.h"
#include "model/machine/step.h"
#include "reference/oracle/oracle.h"
#include "reference/trace/trace.h"

namespace model {

// How many units of each kind a run has.
class UnitCounts {
 public:
  void Add(const Step& step) {
    if (step.verb == reference::Verb::kStart) Add(reference::EventKind::kFlip);
    if (step.verb == reference::Verb::kTick) Add(step.unit);
  }
  void Add(reference::EventKind kind) { ++counts_[static_cast<std::size_t>(kind)]; }
  std::size_t Of(reference::EventKind kind) const {
    return counts_[static_cast<std::size_t>(kind)];
  }

 private:
  std::array<std::size_t, reference::kEventWords.size()> counts_ = {};
};

struct Witness {
  reference::Trace trace;          // consecutive units merged into one tick
  reference::Violation violation;  // what the oracle says of it
  std::size_t length = 0;          // operations and units from the empty heap to the violation
  // The part of the length after which the machine itself shows the violation; the rest is until
  // the oracle sees it. 0: the machine never showed it.
  std::size_t shown_after = 0;
  UnitCounts units;             // up to there
  bool any_list_order = false;  // it is a witness with both orders of lists
};

// Runs a trace on the model with these faults, in the orders of a real table, and asks the oracle.
// Units are appended, up to a bound, until the violation shows. The witness ends with the operation
// at which the oracle finds it. Empty if the oracle finds none, if it skips an operation, or if the
// trace is more than the model can hold.
std::optional<Witness> Confirm(const reference::Trace& trace, gc::FaultSet faults);

}  // namespace model
