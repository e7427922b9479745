// properties/tool/commands/prove_small.h -- `prove --objects N --fields F --depth D`: Z3 on small
// heaps, with a picture of the heap when an invariant breaks.
//
// Read next: model/bounded/small_heap.h.

#pragma once

#include <string>

#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/verify_options.h"
#include "properties/tool/process/output.h"

namespace tool {

struct ProveSmall {
  Choices choices;
  std::string objects = "3";  // a number, or a range such as 1-4
  std::string fields = "2";
  std::size_t depth = 5;
  std::string solver = "both";  // z3, cvc5 or both: cvc5 only if it is installed
  std::string page;             // file for the pictures, as HTML; empty: none
  unsigned jobs = 2;
  Format format = Format::kText;
};

// Prints a line for each size, question and solver, and a picture of what breaks. Returns the exit
// status. Throws UsageError for a size out of range.
int Run(const ProveSmall& prove);

}  // namespace tool
