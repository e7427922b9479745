// properties/matrix/fault_proof.h -- what the model says of a broken rule, and whether core shows
// the same.
//
// The model proves that a rule is needed by showing the shortest run that goes wrong without it.
// That run is a trace like any other: it must fail on a core that breaks the rule and pass on one
// that does not, or the model would describe another machine than core.
//
// Read next: model/prove.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace model {
class KnownQuestions;
}

namespace properties {

// How short a run can be that shows a fault (model/explorer/shortest_witness.h).
struct ShortestRun {
  std::size_t first_finding = 0;  // the machine's own: no run is shorter
  std::string longer_because;     // why the witness is longer, if it is
  std::string z3;  // what Z3 says of the first finding: confirmed, shorter, longer, inconclusive
};

// For what a rule is necessary (model/purpose/purpose.h): "safety", "progress".
struct PurposeOfRule {
  std::vector<std::string> necessary_for;  // by the conditions that break without it
  std::string shown;                       // by the witness; empty if there is none
  // What found the witness or ran it again, such as "core's replay (outcome)".
  std::vector<std::string> confirmed_by;
};

// Plain data, so that a child process can send it; words are as they are printed.
struct FaultProof {
  std::string fault;    // "rule/variant"
  std::string locals;   // the discipline
  std::string verdict;  // one of the words below
  PurposeOfRule purpose;
  // The conditions that break, for heaps of any size: "store / I1: while marking, ...".
  std::vector<std::string> broken;
  std::vector<std::string> searched;  // the small heaps that were searched for a witness
  // The witness; its length is 0 if there is none.
  std::size_t length = 0;      // operations and units
  std::size_t operations = 0;  // lines of the trace
  ShortestRun shortest;        // what is known of shorter runs
  std::string trace;           // as text
  std::string message;         // what goes wrong in the model
  bool fails = false;          // the trace fails on core with this fault
  bool passes = false;         // the trace passes on sound core
  std::string checker;         // the checker that sees it fail on core
  double seconds = 0;

  bool Necessary() const { return length > 0; }
  bool Undecided() const;
  // Whether the witness shows something for which the broken conditions say the rule is necessary;
  // true if there is no witness.
  bool Agrees() const;
};

// The words of all purposes that a rule may have, in the order in which they are listed. No two
// begin with the same letter.
std::vector<std::string> PurposeWords();

inline constexpr const char* kNecessary = "necessary";
inline constexpr const char* kRedundantProved = "redundant";
inline constexpr const char* kProgressOnly = "redundant but for progress";
inline constexpr const char* kUndecided = "undecided";
inline constexpr const char* kAssumed = "assumed";

// How far a witness is sought: until there is one that core bears out, or until no shorter one is
// possible and Z3 was asked about that, which takes four times as long.
enum class Seek : std::uint8_t { kWitness, kShortest };

// Proves, searches and replays. `jobs` is the number of the solver's threads; `known` has questions
// that were proved before, and takes further ones (model/proof/known_questions.h). The faulty core
// may crash the process: call this in a child process.
FaultProof ProveWithout(gc::Fault fault, reference::Locals locals, unsigned jobs,
                        model::KnownQuestions* known = nullptr, Seek seek = Seek::kShortest);

}  // namespace properties
