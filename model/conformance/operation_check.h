// model/conformance/operation_check.h -- whether the model allows what an operation of the mutator
// did to the colours.
//
// The proof needs the barrier as much as the units: it is stated of both. So an operation of the
// mutator is checked as a unit is.
//
// Read next: model/machine/mutator.cc.

#pragma once

#include <cstddef>

#include "model/conformance/observed_heap.h"
#include "model/conformance/unit_check.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace model {

// What an operation is about, besides what can be seen of the heap before it.
struct ObservedOperation {
  reference::Operation operation;
  reference::Answer answer;
  reference::Name reported = reference::kNull;     // by its referencer, before
  reference::Name weak_target = reference::kNull;  // of its weak reference
  std::size_t size = 0;                            // of its object: fields, before
};

// Whether the model allows this operation between these two states. A verb that the machine does
// not declare is refused.
ConformanceVerdict Allows(const ObservedHeap& before, const ObservedOperation& operation,
                          const ObservedHeap& after, reference::Locals locals);

}  // namespace model
