// model/proof/needless_invariants.cc -- finds the invariants that no other condition needs.
//
// An invariant is needed if some condition, other than that it is kept itself, fails without it. To
// prove everything anew without each invariant would take too long. Instead every condition is
// decided once, with a switch for each invariant. The solver says which switches it used, and only
// these invariants are then left out, one at a time.

#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "model/claims/claims.h"
#include "model/claims/progress.h"
#include "model/proof/invariants.h"
#include "model/proof/prover.h"

namespace model {

namespace {

// What all jobs have found so far.
class Ledger {
 public:
  explicit Ledger(std::size_t invariants) : needed_(invariants, false) {}
  bool IsNeeded(std::size_t invariant) {
    const std::lock_guard lock(mutex_);
    return needed_[invariant];
  }
  void SetNeeded(std::size_t invariant) {
    const std::lock_guard lock(mutex_);
    needed_[invariant] = true;
  }

 private:
  std::mutex mutex_;
  std::vector<bool> needed_;
};

class NecessityJob {
 public:
  NecessityJob(const ProofOptions& options, Ledger& ledger)
      : options_(options),
        ledger_(ledger),
        logic_(context_),
        system_(logic_, options.faults, options.locals),
        before_(system_.Restrict(SymbolicState(logic_, ""))),
        invariants_(Invariants(system_)),
        switches_(context_) {
    for (const Invariant& invariant : invariants_) {
      switches_.push_back(context_.bool_const(("assume " + invariant.name).c_str()));
    }
  }

  void OneAction(std::size_t index) {
    const Action& action = system_.actions()[index];
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic_.Parameter(sort, fmt::format("p{}", parameters.size())));
    }
    const After after = action.take(before_, parameters);
    z3::solver solver = SolverFor(action, parameters, after);
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      const Bool then = invariants_[i].holds(after.state);
      if (!z3::eq(then, invariants_[i].holds(before_))) Decide(solver, then, i);
    }
    for (const Lemma& lemma : ProgressLemmas(system_)) {
      if (lemma.except != action.name) Decide(solver, lemma.holds(before_, after.state), kNone);
    }
    for (const Claim& claim : ClaimsOfStep(system_, {action, parameters, before_, after})) {
      if (!claim.of_assumptions) DecideClaim(solver, claim);
    }
    if (!action.owes) return;
    for (const Obligation& owed : action.owes(before_, after.state, parameters)) {
      Decide(solver, owed.formula, kNone);
    }
  }

  void EveryState() {
    z3::solver solver = KnowingSolver();
    for (const Claim& claim : ClaimsOfState(system_, before_)) DecideClaim(solver, claim);
  }

  std::size_t ActionCount() const { return system_.actions().size(); }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  z3::solver KnowingSolver() {
    z3::solver solver(context_);
    z3::params params(context_);
    params.set("timeout", options_.timeout_ms);
    solver.set(params);
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      solver.add(z3::implies(switches_[static_cast<int>(i)], invariants_[i].holds(before_)));
    }
    return solver;
  }

  z3::solver SolverFor(const Action& action, const Terms& parameters, const After& after) {
    z3::solver solver = KnowingSolver();
    for (const Term& parameter : parameters) solver.add(logic_.WellFormed(parameter));
    solver.add(action.guard(before_, parameters));
    for (const Bool& fact : after.assumed) solver.add(fact);
    return solver;
  }

  void DecideClaim(z3::solver& solver, const Claim& claim) {
    Bool given = logic_.True();
    for (const Bool& fact : claim.given) given = given && fact;
    Decide(solver, z3::implies(given, claim.holds), kNone);
  }

  // Finds the invariants, other than `own`, that this claim needs.
  void Decide(z3::solver& solver, const Bool& claim, std::size_t own) {
    solver.push();
    solver.add(!claim);
    if (solver.check(switches_) == z3::unsat) {
      const z3::expr_vector core = solver.unsat_core();
      for (std::size_t i = 0; i < invariants_.size(); ++i) {
        if (i == own || ledger_.IsNeeded(i) || !Contains(core, i)) continue;
        if (solver.check(AllBut(i)) != z3::unsat) ledger_.SetNeeded(i);
      }
    }
    solver.pop();
  }

  bool Contains(const z3::expr_vector& core, std::size_t invariant) const {
    for (unsigned i = 0; i < core.size(); ++i) {
      if (z3::eq(core[static_cast<int>(i)], switches_[static_cast<int>(invariant)])) return true;
    }
    return false;
  }
  z3::expr_vector AllBut(std::size_t invariant) {
    z3::expr_vector rest(context_);
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      if (i != invariant) rest.push_back(switches_[static_cast<int>(i)]);
    }
    return rest;
  }

  const ProofOptions& options_;
  Ledger& ledger_;
  z3::context context_;
  UnboundedLogic logic_;
  System system_;
  Relations before_;
  std::vector<Invariant> invariants_;
  z3::expr_vector switches_;  // by invariant
};

}  // namespace

std::vector<std::string> NeedlessInvariants(const ProofOptions& options) {
  const std::vector<InvariantName> names = InvariantNames(options.locals);
  Ledger ledger(names.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    NecessityJob job(options, ledger);
    for (std::size_t part = next++; part <= job.ActionCount(); part = next++) {
      if (part == job.ActionCount()) {
        job.EveryState();
      } else {
        job.OneAction(part);
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.jobs; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  std::vector<std::string> needless;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!ledger.IsNeeded(i)) needless.push_back(names[i].name);
  }
  return needless;
}

}  // namespace model
