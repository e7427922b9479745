// model/replay/witness.h -- a run that shows what a fault breaks, as a trace that can be replayed
// on any subject.
//
// Read next: reference/trace/trace.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/fault_set.h"
#include "core/rules.h"
#include "reference/oracle/oracle.h"
#include "reference/trace/trace.h"

namespace model {

struct Witness {
  reference::Trace trace;          // consecutive units merged into one tick
  reference::Violation violation;  // what the oracle says of it
  std::size_t length = 0;          // operations and units from the empty heap to the violation
  bool any_list_order = false;     // it is one with lists in either order
};

// Runs a trace on the model with these faults, with the lists of a real table, and asks the oracle.
// Units are appended, up to a bound, until what the trace has broken is seen. Empty if the oracle
// sees nothing wrong, skips an operation, or the trace is larger than the model can hold. The
// witness is cut after the operation at which the oracle speaks.
std::optional<Witness> Confirm(const reference::Trace& trace, gc::FaultSet faults);

}  // namespace model
