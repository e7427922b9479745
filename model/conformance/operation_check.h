// model/conformance/operation_check.h -- whether the model allows what an operation of the mutator
// did to the colours.
//
// The proof is about the mutator's barrier as much as about the collector's units. So an operation
// of the mutator is checked in the same way as a unit.
//
// Read next: model/machine/mutator.cc.

#pragma once

#include <cstddef>

#include "model/conformance/observed_heap.h"
#include "model/conformance/unit_check.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace model {

// An operation, and what the check needs to know of it beside the heap before it.
struct ObservedOperation {
  reference::Operation operation;
  reference::Answer answer;
  reference::Name reported = reference::kNull;     // what its referencer reported before it
  reference::Name weak_target = reference::kNull;  // the target of its weak reference
  std::size_t size = 0;                            // the number of its object's fields before it
};

// Whether the model allows this operation between these two states. A verb that the machine does
// not declare is refused.
ConformanceVerdict Allows(const ObservedHeap& before, const ObservedOperation& operation,
                          const ObservedHeap& after, reference::Locals locals);

}  // namespace model
