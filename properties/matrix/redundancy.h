// properties/matrix/redundancy.h -- the faults that no mutator can notice, each with the argument
// why.
//
// A rule need not be necessary: that depends on what the mutator may do (its discipline), and on
// what the other rules already do. A fault that no mutator can notice must not be counted as missed
// by the judge; and "not caught yet" must not be sold as "redundant". So a fault is listed here
// only with an argument from the machine, and a test holds the table to it from both sides: the
// outcome checker never catches a fault that is listed, and catches every other.
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
  // Whether the invariant checker or the verifier may see the broken invariant all the same. If
  // not, the fault is caught by no checker at all.
  bool visible = false;
  std::string_view argument;  // one or two sentences
};

// The entry for a fault under a discipline; empty if breaking it can be noticed by a mutator.
std::optional<Redundancy> RedundancyOf(gc::Fault fault, reference::Locals locals);

}  // namespace properties
