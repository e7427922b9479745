// model/conformance/conformance_mutator.h -- whether what the mutator's operation did to the
// colours is allowed.
//
// The proof needs the barrier as much as the units: it is stated of both. So an operation of the
// mutator is held against the model as a unit is.
//
// Read next: model/machine/mutator.cc.

#pragma once

#include "model/conformance/abstraction.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace model {

// What an operation is about, besides what can be seen of the heap before it.
struct ConformanceOperation {
  reference::Operation operation;
  reference::Answer answer;
  reference::Name reported = reference::kNull;     // by its referencer, before
  reference::Name weak_target = reference::kNull;  // of its weak reference
  std::size_t size = 0;                            // of its object: fields, before
};

// Whether the model allows this operation between these two states.
bool AllowsOperation(const ConformanceState& before, const ConformanceOperation& operation,
                     const ConformanceState& after, reference::Locals locals);

}  // namespace model
