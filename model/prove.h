// model/prove.h -- everything the model has to say, as values and as text.
//
// What the program's `prove` prints: the proof of the machine in each discipline, a line for each
// group of conditions or for each condition; and for a rule that is switched off, the conditions
// that break, with the shortest run that shows it, or word that it is redundant and why.
//
// Read next: model/README.md.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/faults.h"
#include "model/explorer/counterexample_search.h"
#include "model/proof/prover.h"
#include "reference/trace/trace.h"

namespace model {

struct ProveOptions {
  unsigned jobs = 2;
  unsigned timeout_ms = 10'000;  // for each condition
};

// The proof for heaps of any size, and, as its own groups, for 3 objects with 2 fields.
struct DisciplineProof {
  reference::Locals locals = reference::Locals::kDead;
  Proof unbounded;
  Proof bounded;
  bool Holds() const { return unbounded.Holds() && bounded.Holds(); }
};
DisciplineProof ProveDiscipline(reference::Locals locals, const ProveOptions& options = {});

// A line for each kind of conditions: how many, how they were decided, how long it took.
std::string GroupTable(const DisciplineProof& proof);
// A line for each condition.
std::string ConditionTable(const Proof& proof);

// What becomes of the machine when a rule is broken in one way.
struct FaultProof {
  enum class Verdict : std::uint8_t {
    kNecessary,        // a witness
    kRedundantProved,  // no condition breaks, and small heaps have no witness
    // No condition breaks but lemmas of progress: what a cycle may cost is no longer bounded by
    // what was white at its flip. Small heaps have no witness.
    kRedundantButProgress,
    kUndecided,  // conditions break, and no witness was found in the heaps searched
    kAssumed,    // the machine takes the rule for granted: see IsAssumed
  };
  gc::Fault fault = gc::Fault::kStoreWithoutShading;
  reference::Locals locals = reference::Locals::kDead;
  Verdict verdict = Verdict::kUndecided;
  std::vector<Condition> broken;  // for heaps of any size
  Counterexample counterexample;
};
FaultProof ProveWithout(gc::Fault fault, reference::Locals locals, const ProveOptions& options = {},
                        const CounterexampleOptions& search = {});

// The verdict in one line, the broken conditions, and the witness as a trace.
std::string Report(const FaultProof& proof);

// Writes every condition of a discipline that a solver is asked as an SMT-LIB 2 file in an existing
// directory, for other solvers; "-unsat" or "-sat" in a file's name says what it claims. Returns
// how many, or nothing if a file could not be written.
std::optional<std::size_t> ExportSmt2(const std::string& directory, reference::Locals locals,
                                      const ProveOptions& options = {});

}  // namespace model
