// properties/matrix/proof_table.h -- the proof of the model in one discipline, as plain data.
//
// Read next: model/prove.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

// The conditions of one kind, for heaps of one size, counted.
struct ProofGroup {
  std::string heaps;     // "heaps of any size", "3 objects x 2 fields"
  std::string sentence;  // what the conditions say together
  std::size_t proved = 0;
  std::size_t untouched = 0;  // conditions that need no solver: the action leaves all of it alone
  std::size_t broken = 0;
  std::size_t inconclusive = 0;  // the solver gave up or ran out of time
  double seconds = 0;
};

struct ProofLine {
  std::string heaps;
  std::string action;
  std::string claim;     // "S1", or the name of an obligation
  std::string sentence;  // the claim in words
  std::string verdict;   // proved, untouched, broken, inconclusive
  double seconds = 0;
};

struct ProofTable {
  std::string locals;
  std::vector<ProofGroup> groups;
  std::vector<ProofLine> lines;
  double seconds = 0;
  std::size_t Conditions() const { return lines.size(); }
  std::size_t Broken() const;
  std::size_t Inconclusive() const;
};

// Proves the model with `jobs` threads of the solver.
ProofTable ProveModel(reference::Locals locals, unsigned jobs);

}  // namespace properties
