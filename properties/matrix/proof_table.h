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

// How many conditions there are, and what their number is made of. A condition is untouched if its
// action changes no relation that the claim reads: it holds without a question to the solver, and
// says less than the others. The conditions for 3 objects x 2 fields repeat those for heaps of any
// size, with closures written out, and say little that is new.
struct ProofCounts {
  std::size_t conditions = 0;
  std::size_t asked = 0;      // of the solver, for heaps of any size and of 3 objects x 2 fields
  std::size_t untouched = 0;  // the rest
  std::size_t repeated = 0;   // of all of them, those for 3 objects x 2 fields
  std::size_t repeated_untouched = 0;  // of these, the untouched
  std::size_t broken = 0;
  std::size_t inconclusive = 0;
  void Add(const ProofCounts& more);
};

struct ProofTable {
  std::string locals;
  ProofCounts counts;
  std::vector<ProofGroup> groups;
  std::vector<ProofLine> lines;
  double seconds = 0;
};

inline constexpr const char* kAnySize = "heaps of any size";
inline constexpr const char* kSmallSize = "3 objects x 2 fields";

// The sum of the groups.
ProofCounts CountsOf(const std::vector<ProofGroup>& groups);

// Proves the model with `jobs` threads of the solver.
ProofTable ProveModel(reference::Locals locals, unsigned jobs);

}  // namespace properties
