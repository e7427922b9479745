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
#include <string>
#include <vector>

#include "core/fault_set.h"
#include "core/rules.h"
#include "properties/search/exhaustive/alphabets.h"
#include "properties/tool/command_line/format_option.h"
#include "reference/trace/trace.h"

namespace tool {

// A heap that is searched with the verbs of an alphabet.
struct ModelHeap {
  properties::AlphabetGroup alphabet = properties::AlphabetGroup::kWavefront;
  std::size_t objects = 3;
  std::size_t fields = 1;
};

// The heaps that are searched if none is named: for each group of rules one that is searched to its
// last state in a few seconds.
std::vector<ModelHeap> DefaultModelHeaps(reference::Locals locals);

inline constexpr std::uint64_t kDefaultModelMemory = 2048;  // MiB

struct ExploreModel {
  std::vector<ModelHeap> heaps;
  reference::Locals locals = reference::Locals::kDead;
  gc::FaultSet faults;
  std::size_t max_depth = 0;  // operations and units; 0: until no new state is left
  std::uint64_t memory_mib = kDefaultModelMemory;  // for the states of one heap
  std::uint64_t max_states =
      0;  // a search ends with the depth in which it has so many; 0: it goes on
  Format format = Format::kText;
  std::string command;  // that repeats the run, for the report
};

// Prints a line for each depth of a heap, or for each heap if there are several, and the witness if
// there is one. Returns the exit status: inconclusive if a search ended before it had tried what
// was asked. Throws UsageError if a heap is larger than the model allows.
int Run(const ExploreModel& explore);

}  // namespace tool
