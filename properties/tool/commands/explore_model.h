// properties/tool/commands/explore_model.h -- `explore --model`: every run of a small heap, on the
// model.
//
// A state of the model takes a few bytes, and states that differ only in names are one. So larger
// heaps can be searched to the end than by running a collector.
//
// Read next: model/explorer/explorer.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/fault_set.h"
#include "core/rules.h"
#include "properties/search/exhaustive/alphabets.h"
#include "reference/trace/trace.h"

namespace tool {

struct ExploreModel {
  std::size_t objects = 3;
  std::size_t fields = 1;
  properties::AlphabetGroup alphabet = properties::AlphabetGroup::kWavefront;
  reference::Locals locals = reference::Locals::kDead;
  gc::FaultSet faults;
  std::size_t max_depth = 0;  // operations and units
  std::uint64_t max_states = 100'000'000;
};

// Prints a line for each depth, and the witness if there is one. Returns the exit status. Throws
// UsageError if the heap is larger than the model allows.
int Run(const ExploreModel& explore);

}  // namespace tool
