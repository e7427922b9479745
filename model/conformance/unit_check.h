// model/conformance/unit_check.h -- checks that the model allows a unit that a collector published.
//
// Read next: operation_check.h, which checks the mutator's operations in the same way.

#pragma once

#include <cstdint>
#include <string>

#include "model/conformance/observed_heap.h"
#include "reference/trace/event.h"
#include "reference/trace/trace.h"

namespace model {

struct ConformanceVerdict {
  enum class Kind : std::uint8_t {
    kNothing,  // there was nothing to compare: several units at once, or none
    kAllowed,
    kRefused,
    kOutside,  // the heap is larger than the model can hold
  };
  Kind kind = Kind::kNothing;
  std::string reason;                         // kRefused, kOutside: one sentence
  reference::Name object = reference::kNull;  // kRefused: the object of the unit or operation
};

// Whether the model allows this unit between these two states, in a step with this verb. A purge
// goes past a marking that is pending; other steps do not.
ConformanceVerdict Allows(const ObservedHeap& before, const reference::Event& unit,
                          const ObservedHeap& after, reference::Locals locals,
                          reference::Verb verb = reference::Verb::kTick);

}  // namespace model
