// properties/matrix/redundancy.h -- the faults that no mutator can notice, each with an argument.
//
// Whether a rule is needed depends on what the mutator may do (its discipline) and on what the
// other rules ensure. A fault that no mutator can notice must not count as missed by the judge; but
// a fault that is merely not caught yet must not be called redundant. So a fault is listed here
// only with an argument from the machine, and a test checks the table from both sides: the outcome
// checker never catches a listed fault, and catches every other.
//
// Read next: properties/matrix/matrix.h.

#pragma once

#include <optional>
#include <string_view>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace properties {

struct Redundancy {
  gc::Fault fault = gc::Fault::kStoreWithoutShading;
  reference::Locals locals = reference::Locals::kDead;
  // Whether the invariant checker or the verifier may still see a broken invariant. If false, no
  // checker catches the fault.
  bool visible = false;
  std::string_view argument;  // one or two sentences
};

// The entry for a fault under a discipline; empty if a mutator can notice the fault.
std::optional<Redundancy> RedundancyOf(gc::Fault fault, reference::Locals locals);

}  // namespace properties
