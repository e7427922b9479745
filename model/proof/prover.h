// model/proof/prover.h -- one condition for each action and each thing it must keep.
//
// A condition says: from a state that satisfies every invariant, an action whose guard holds leads
// to a state that satisfies this one. Beside the invariants there are the obligations (what the
// oracle would look at when the action is taken) and the lemmas of progress (two-state: what a step
// may change). Together with the empty heap satisfying the invariants they prove the machine, for
// heaps of any size.
//
// Conditions are small and independent, so each has its own verdict and time; which of them break
// when a rule is dropped says what that rule is for.
//
// Read next: progress.h; model/README.md for what is assumed.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault_set.h"
#include "core/rules.h"
#include "reference/trace/trace.h"

namespace model {

enum class Verdict : std::uint8_t {
  kProved,
  kUntouched,     // proved without a solver: the action leaves what the invariant speaks of alone
  kBroken,        // there is a state from which it fails
  kInconclusive,  // the solver gave up or ran out of time
};

// What the vacuity of an action says whose guard is claimed to be false always.
inline constexpr std::string_view kNeverTaken = "it is never taken";

struct Condition {
  enum class Kind : std::uint8_t {
    kInitial,     // an invariant in the empty heap
    kInvariant,   // an action keeps an invariant
    kObligation,  // an action does what the oracle asks
    kProgress,    // an action obeys a two-state lemma
    kVacuity,     // an action's guard, or a picture, can be satisfied with the invariants
  };
  Kind kind = Kind::kInvariant;
  std::string action;
  std::string claim;     // "S1", or an obligation's name
  std::string sentence;  // in words
  Verdict verdict = Verdict::kInconclusive;
  double seconds = 0;
  bool Holds() const { return verdict == Verdict::kProved || verdict == Verdict::kUntouched; }
};

struct ProofOptions {
  gc::FaultSet faults;
  reference::Locals locals = reference::Locals::kDead;
  // Objects, fields, weak references, referencers, serials of a finite heap; empty: heaps of any
  // size.
  std::vector<int> sizes;
  unsigned jobs = 2;
  unsigned timeout_ms = 10'000;  // for each condition
  bool vacuity = true;
  std::vector<std::string> without;  // invariants to leave out, to see whether they are needed
  // Called with each condition that a solver is asked, in SMT-LIB 2: unsatisfiable means proved
  // (of a picture: satisfiable). From any of the jobs, one at a time.
  std::function<void(const Condition&, const std::string& smt2)> on_query;
};

struct Proof {
  std::vector<Condition> conditions;
  double seconds = 0;  // as the clock sees it, all jobs together
  bool Holds() const;
  std::size_t Count(Verdict verdict) const;
  std::vector<const Condition*> Broken() const;  // broken or inconclusive
};

Proof Prove(const ProofOptions& options);

// The names of the invariants of a discipline, in order, with their sentences.
struct InvariantName {
  std::string name;
  std::string sentence;
};
std::vector<InvariantName> InvariantNames(reference::Locals locals);

// Invariants that may be left out without any other condition being lost (needless_invariants.cc).
// Of the options it heeds the discipline, the faults, the jobs and the time.
std::vector<std::string> NeedlessInvariants(const ProofOptions& options);

}  // namespace model
