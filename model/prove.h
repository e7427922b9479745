// model/prove.h -- all results of the model, as values.
//
// For each discipline there is the proof of the machine. For a broken rule there are the conditions
// that break, and the shortest run that shows it; or the reason why the rule is redundant. How
// these are printed, the program's `prove` decides.
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
#include "model/purpose/purpose.h"
#include "reference/trace/trace.h"

namespace model {

struct ProveOptions {
  unsigned jobs = 2;
  unsigned timeout_ms = 10'000;  // for each condition
  // With a fault: questions that need not be asked again (known_questions.h); null: all are asked.
  KnownQuestions* known = nullptr;
};

// The proof of a discipline: for heaps of any size, and for 3 objects with 2 fields.
struct DisciplineProof {
  reference::Locals locals = reference::Locals::kDead;
  Proof unbounded;
  Proof bounded;
  bool Holds() const { return unbounded.Holds() && bounded.Holds(); }
};
DisciplineProof ProveDiscipline(reference::Locals locals, const ProveOptions& options = {});

// What the model says of a machine with one fault.
struct FaultProof {
  enum class Verdict : std::uint8_t {
    kNecessary,        // there is a witness
    kRedundantProved,  // no condition breaks, and small heaps have no witness
    // Only conditions break that say that a cycle goes on and ends: its units are no longer bounded
    // by the objects that were white at its flip. Small heaps have no witness.
    kRedundantButProgress,
    kUndecided,  // conditions break, and no witness was found in the heaps searched
    kAssumed,    // the machine takes the rule for granted (IsAssumed)
  };
  gc::Fault fault = gc::Fault::kStoreWithoutShading;
  reference::Locals locals = reference::Locals::kDead;
  Verdict verdict = Verdict::kUndecided;
  std::vector<Condition> broken;  // those for heaps of any size
  Counterexample counterexample;

  // For what the rule is necessary, by the conditions that break.
  Purposes NecessaryFor() const { return model::NecessaryFor(broken); }
  // The purpose that the witness shows; none if there is no witness.
  Purposes Shown() const;
};
FaultProof ProveWithout(gc::Fault fault, reference::Locals locals, const ProveOptions& options = {},
                        const CounterexampleOptions& search = {});

// For other solvers, writes every question to the solver in a discipline as an SMT-LIB 2 file, into
// a directory that exists. "-unsat" or "-sat" in a file's name is the expected answer. Returns the
// number of files, or nothing if a file could not be written.
std::optional<std::size_t> ExportSmt2(const std::string& directory, reference::Locals locals,
                                      const ProveOptions& options = {});

}  // namespace model
