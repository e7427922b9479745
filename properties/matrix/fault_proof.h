// properties/matrix/fault_proof.h -- what the model says of a broken rule, and whether core bears
// it out.
//
// The model proves that a rule is needed by showing the shortest run that goes wrong without it.
// That run is a trace like any other: it must go wrong on a core that breaks the rule, and go well
// on one that does not. Otherwise the model speaks of another machine.
//
// Read next: model/prove.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace properties {

// Plain data, so that it can be told from a child process; words as they are printed.
struct FaultProof {
  std::string fault;    // "rule/variant"
  std::string locals;   // the discipline
  std::string verdict;  // one of those below
  // The conditions that break, for heaps of any size: "store / I1: while marking, ...".
  std::vector<std::string> broken;
  std::vector<std::string> searched;  // the small heaps that were searched for a witness
  // The witness; none: length 0.
  std::size_t length = 0;      // operations and units
  std::size_t operations = 0;  // lines of the trace
  std::string trace;           // as text
  std::string message;         // what goes wrong in the model
  bool fails = false;          // on core with this fault
  bool passes = false;         // on core
  std::string checker;         // that sees it fail on core
  double seconds = 0;

  bool Necessary() const { return length > 0; }
  bool Undecided() const;
};

inline constexpr const char* kNecessary = "necessary";
inline constexpr const char* kRedundantProved = "redundant";
inline constexpr const char* kProgressOnly = "redundant but for progress";
inline constexpr const char* kUndecided = "undecided";
inline constexpr const char* kAssumed = "assumed";

// Proves, searches and replays. `jobs` threads for the solver. May die with the faulty core: call
// it in a child process.
FaultProof ProveWithout(gc::Fault fault, reference::Locals locals, unsigned jobs);

}  // namespace properties
