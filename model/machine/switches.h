// model/machine/switches.h -- which rules a machine breaks, and what its mutator's locals may do.

#pragma once

#include "core/fault_set.h"
#include "core/faults.h"
#include "model/assumptions/slips.h"
#include "reference/trace/trace.h"

namespace model {

struct Switches {
  gc::FaultSet faults;
  reference::Locals locals = reference::Locals::kDead;
  SlipSet slips = {};

  // Wherever the machine upholds a rule, it asks for the fault that would break the rule there.
  bool Faulty(gc::Fault fault) const { return faults.Has(fault); }
  bool Slips(Slip slip) const { return slips.Has(slip); }
};

}  // namespace model
