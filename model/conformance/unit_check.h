// model/conformance/unit_check.h -- whether the model allows a unit that a collector published.
//
// Read next: operation_check.h, which asks the same of the mutator's operations.

#pragma once

#include <cstdint>
#include <string>

#include "model/conformance/observed_heap.h"
#include "reference/trace/event.h"

namespace model {

struct ConformanceVerdict {
  enum class Kind : std::uint8_t {
    kNothing,  // there was nothing to compare: several units at once, or none
    kAllowed,
    kRefused,
    kOutside,  // larger than the model can hold
  };
  Kind kind = Kind::kNothing;
  std::string reason;                         // kRefused, kOutside: one sentence
  reference::Name object = reference::kNull;  // kRefused: what the unit or operation is about
};

// Whether the model allows this unit between these two states.
ConformanceVerdict Allows(const ObservedHeap& before, const reference::Event& unit,
                          const ObservedHeap& after, reference::Locals locals);

}  // namespace model
