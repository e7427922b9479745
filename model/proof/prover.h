// model/proof/prover.h -- proves one condition for each action and each claim.
//
// A condition says: if a state satisfies all invariants, and the guard of an action holds, then the
// claim is true of the action. There are three kinds of claims: an invariant holds after the
// action; an obligation is met, which is what the oracle would look at; a lemma of progress holds
// between the states before and after. If all conditions hold, and the empty heap satisfies the
// invariants, the invariants are true of the machine in heaps of any size. What follows from that
// (that it goes on, that it ends, that nothing reachable dies) is decided too: model/claims.
//
// Conditions are small and independent, so each has its own verdict and time. If a rule is broken,
// the conditions that fail say what the rule is for.
//
// Read next: model/claims/claims.h; model/README.md for what is assumed.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault_set.h"
#include "core/rules.h"
#include "model/assumptions/assumptions.h"
#include "model/assumptions/slips.h"
#include "reference/trace/trace.h"

namespace model {

struct Action;
class KnownQuestions;

enum class Verdict : std::uint8_t {
  kProved,
  kUntouched,     // proved without a solver: the action changes nothing that the claim is about
  kBroken,        // there is a state from which it fails
  kInconclusive,  // the solver gave up or ran out of time
};

// The claim of an action that can never be taken.
inline constexpr std::string_view kNeverTaken = "it is never taken";

struct Condition {
  enum class Kind : std::uint8_t {
    kInitial,     // an invariant in the empty heap
    kInvariant,   // an action keeps an invariant
    kObligation,  // an action does what the oracle asks
    kProgress,    // an action obeys a two-state lemma
    kEnabled,     // in a state of a phase, the collector can go on
    kRank,        // a unit uses up a ticket, and none is given
    kTheorem,     // what it is all for: nothing reachable dies, and what is not reachable goes
    kVacuity,     // a guard, a case or a picture can be satisfied with the invariants
  };
  Kind kind = Kind::kInvariant;
  std::string action;
  std::string claim;     // the name of an invariant, such as "S1", or of an obligation
  std::string sentence;  // the claim in words
  Verdict verdict = Verdict::kInconclusive;
  double seconds = 0;
  bool Holds() const { return verdict == Verdict::kProved || verdict == Verdict::kUntouched; }
};

struct ProofOptions {
  gc::FaultSet faults;
  reference::Locals locals = reference::Locals::kDead;
  // A finite heap's numbers of objects, fields, weak references, referencers and serials; empty:
  // heaps of any size.
  std::vector<int> sizes;
  unsigned jobs = 2;
  unsigned timeout_ms = 10'000;  // for each condition
  bool vacuity = true;
  bool helped = true;  // whether other threads help the collector
  SlipSet slips = {};
  AssumptionSet unassumed;              // what is not assumed of the mutator, to see what breaks
  std::function<void(Action&)> change;  // for tests: breaks an action
  std::vector<std::string> only;        // the actions that are asked about; empty: all
  std::vector<std::string> without;  // invariants that are left out, to see whether they are needed
  // Called with each question to the solver, in SMT-LIB 2. Unsatisfiable means proved; for guards
  // and pictures, satisfiable does. The jobs call it, one at a time.
  std::function<void(const Condition&, const std::string& smt2)> on_query;
  // Questions that were proved before, of this and of other proofs; null: each is asked. Without
  // on_query only, which is told of each.
  KnownQuestions* known = nullptr;
};

struct Proof {
  std::vector<Condition> conditions;
  double seconds = 0;  // by the clock, for all jobs together
  bool Holds() const;
  std::size_t Count(Verdict verdict) const;
  std::vector<const Condition*> Broken() const;  // the conditions that are broken or inconclusive
};

Proof Prove(const ProofOptions& options);

// The names of the invariants of a discipline, in order, with their sentences.
struct InvariantName {
  std::string name;
  std::string sentence;
};
std::vector<InvariantName> InvariantNames(reference::Locals locals);

// The invariants without which every other condition still holds (needless_invariants.cc). Of the
// options, only discipline, faults, jobs and time limit are used.
std::vector<std::string> NeedlessInvariants(const ProofOptions& options);

}  // namespace model
