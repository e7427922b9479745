// model/proof/prover.cc -- makes the conditions, shares them among jobs, and decides them.

#include "model/proof/prover.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>

#include "model/claims/claims.h"
#include "model/claims/progress.h"
#include "model/proof/invariants.h"

namespace model {

namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Decides the conditions of one action. It has a context of its own, so that jobs share nothing.
class Job {
 public:
  Job(const ProofOptions& options, std::mutex& mutex)
      : options_(options),
        mutex_(mutex),
        logic_(MakeLogic()),
        system_(*logic_, options.faults, options.locals),
        before_(system_.Restrict(SymbolicState(*logic_, ""))) {
    if (options.change) system_.Change(options.change);
    for (Invariant& invariant : Invariants(system_)) {
      if (Contains(options_.without, invariant.name)) continue;
      invariants_.push_back(std::move(invariant));
    }
    for (const Invariant& invariant : invariants_) assumed_.push_back(invariant.holds(before_));
  }

  std::size_t ActionCount() const { return system_.actions().size(); }

  void Initial(std::vector<Condition>& conditions) {
    const Relations empty = EmptyHeap(*logic_);
    z3::solver bare = SolverFor({}, false);
    z3::solver knowing = SolverFor({}, true);
    for (const Invariant& invariant : invariants_) {
      Condition condition{.kind = Condition::Kind::kInitial,
                          .action = "empty heap",
                          .claim = invariant.name,
                          .sentence = invariant.sentence};
      Decide(condition, bare, !invariant.holds(empty));
      conditions.push_back(std::move(condition));
    }
    for (const Claim& claim : ClaimsOfState(system_, before_)) Follows(claim, knowing, conditions);
    if (!options_.vacuity) return;
    for (const Picture& picture : Pictures(system_)) {
      Condition condition{.kind = Condition::Kind::kVacuity,
                          .action = "picture",
                          .claim = picture.name,
                          .sentence = picture.name};
      Satisfy(condition, knowing, picture.holds(before_));
      conditions.push_back(std::move(condition));
    }
  }

  void OneAction(std::size_t index, std::vector<Condition>& conditions) {
    const Action& action = system_.actions()[index];
    if (!options_.only.empty() && !Contains(options_.only, action.name)) return;
    Terms parameters;
    std::vector<Bool> facts;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic_->Parameter(sort, fmt::format("p{}", parameters.size())));
      facts.push_back(logic_->WellFormed(parameters.back()));
    }
    facts.push_back(action.guard(before_, parameters));
    const After after = action.take(before_, parameters);
    facts.insert(facts.end(), after.assumed.begin(), after.assumed.end());
    z3::solver solver = SolverFor(facts, true);
    CanBeTaken(action, solver, conditions);
    Keeps(action, parameters, solver, after, conditions);
    if (!action.owes) return;
    for (const Obligation& owed : action.owes(before_, after.state, parameters)) {
      using Kind = Condition::Kind;
      Condition condition{.kind = owed.progress ? Kind::kProgress : Kind::kObligation,
                          .action = action.name,
                          .claim = owed.name,
                          .sentence = owed.name};
      Decide(condition, solver, !owed.formula);
      conditions.push_back(std::move(condition));
    }
  }

 private:
  std::unique_ptr<Logic> MakeLogic() {
    if (options_.sizes.empty()) return std::make_unique<UnboundedLogic>(context_);
    return std::make_unique<BoundedLogic>(context_, options_.sizes);
  }

  // The guard can be satisfied, together with what the action assumes of its new symbols.
  void CanBeTaken(const Action& action, z3::solver& solver, std::vector<Condition>& conditions) {
    if (!options_.vacuity || !options_.faults.Empty()) return;
    Condition condition{.kind = Condition::Kind::kVacuity,
                        .action = action.name,
                        .claim = "guard",
                        .sentence = action.never ? std::string(kNeverTaken) : "it can be taken"};
    if (action.never) {
      Decide(condition, solver, logic_->True());
    } else {
      Satisfy(condition, solver, logic_->True());
    }
    conditions.push_back(std::move(condition));
  }

  void Keeps(const Action& action, const Terms& parameters, z3::solver& solver, const After& after,
             std::vector<Condition>& conditions) {
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      Condition condition{.kind = Condition::Kind::kInvariant,
                          .action = action.name,
                          .claim = invariants_[i].name,
                          .sentence = invariants_[i].sentence};
      const Bool then = invariants_[i].holds(after.state);
      if (z3::eq(then, assumed_[i])) {
        condition.verdict = Verdict::kUntouched;
      } else {
        Decide(condition, solver, !then);
      }
      conditions.push_back(std::move(condition));
    }
    for (const Lemma& lemma : ProgressLemmas(system_)) {
      if (lemma.except == action.name) continue;
      Condition condition{.kind = Condition::Kind::kProgress,
                          .action = action.name,
                          .claim = lemma.name,
                          .sentence = lemma.sentence};
      Decide(condition, solver, !lemma.holds(before_, after.state));
      conditions.push_back(std::move(condition));
    }
    for (const Claim& claim : ClaimsOfStep(system_, {action, parameters, before_, after})) {
      if (claim.of_assumptions) {
        z3::solver knowing = SolverFor({}, true);
        Follows(claim, knowing, conditions);
      } else {
        Follows(claim, solver, conditions);
      }
    }
  }

  // The claim follows from what the solver assumes, and the case that it is about is possible.
  void Follows(const Claim& claim, z3::solver& solver, std::vector<Condition>& conditions) {
    Condition condition{.kind = KindOf(claim.kind),
                        .action = claim.about,
                        .claim = claim.name,
                        .sentence = claim.sentence};
    solver.push();
    for (const Bool& fact : claim.given) solver.add(fact);
    Decide(condition, solver, !claim.holds);
    conditions.push_back(condition);
    if (!claim.given.empty() && options_.vacuity && options_.faults.Empty()) {
      condition.kind = Condition::Kind::kVacuity;
      condition.sentence = "it is about something: " + claim.sentence;
      Satisfy(condition, solver, logic_->True());
      conditions.push_back(std::move(condition));
    }
    solver.pop();
  }

  static Condition::Kind KindOf(Claim::Kind kind) {
    switch (kind) {
      case Claim::Kind::kEnabled:
        return Condition::Kind::kEnabled;
      case Claim::Kind::kRank:
        return Condition::Kind::kRank;
      case Claim::Kind::kTheorem:
        break;
    }
    return Condition::Kind::kTheorem;
  }

  // A solver that assumes the facts and, if asked for, the invariants of the state before. To make
  // a solver takes longer than to decide a condition, so the conditions of an action share one.
  z3::solver SolverFor(const std::vector<Bool>& facts, bool with_invariants) {
    z3::solver solver(context_);
    z3::params params(context_);
    params.set("timeout", options_.timeout_ms);
    solver.set(params);
    for (const Bool& fact : facts) solver.add(fact);
    for (std::size_t i = 0; with_invariants && i < assumed_.size(); ++i) solver.add(assumed_[i]);
    return solver;
  }

  // The condition is proved if the negated claim contradicts what the solver assumes.
  void Decide(Condition& condition, z3::solver& solver, const Bool& negated) {
    const Clock::time_point start = Clock::now();
    solver.push();
    solver.add(negated);
    Report(condition, solver);
    const z3::check_result result = solver.check();
    solver.pop();
    condition.verdict = result == z3::unsat ? Verdict::kProved
                        : result == z3::sat ? Verdict::kBroken
                                            : Verdict::kInconclusive;
    condition.seconds = SecondsSince(start);
  }

  // The condition is proved if the fact is possible with what the solver assumes.
  void Satisfy(Condition& condition, z3::solver& solver, const Bool& fact) {
    Decide(condition, solver, fact);
    if (condition.verdict == Verdict::kInconclusive) return;
    const bool possible = condition.verdict == Verdict::kBroken;
    condition.verdict = possible ? Verdict::kProved : Verdict::kBroken;
  }

  void Report(const Condition& condition, z3::solver& solver) {
    if (!options_.on_query) return;
    const std::string text = solver.to_smt2();
    const std::lock_guard lock(mutex_);
    options_.on_query(condition, text);
  }

  const ProofOptions& options_;
  std::mutex& mutex_;
  z3::context context_;
  std::unique_ptr<Logic> logic_;
  System system_;
  Relations before_;
  std::vector<Invariant> invariants_;
  std::vector<Bool> assumed_;  // the invariants of the state before
};

}  // namespace

bool Proof::Holds() const {
  return std::all_of(conditions.begin(), conditions.end(),
                     [](const Condition& condition) { return condition.Holds(); });
}

std::size_t Proof::Count(Verdict verdict) const {
  return static_cast<std::size_t>(std::count_if(
      conditions.begin(), conditions.end(),
      [verdict](const Condition& condition) { return condition.verdict == verdict; }));
}

std::vector<const Condition*> Proof::Broken() const {
  std::vector<const Condition*> broken;
  for (const Condition& condition : conditions) {
    if (!condition.Holds()) broken.push_back(&condition);
  }
  return broken;
}

Proof Prove(const ProofOptions& options) {
  const Clock::time_point start = Clock::now();
  std::mutex mutex;
  const std::size_t count = 1 + Job(options, mutex).ActionCount();
  std::vector<std::vector<Condition>> parts(count);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    Job job(options, mutex);
    for (std::size_t part = next++; part < count; part = next++) {
      if (part == 0) {
        job.Initial(parts[part]);
      } else {
        job.OneAction(part - 1, parts[part]);
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.jobs; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  Proof proof;
  for (std::vector<Condition>& part : parts) {
    std::move(part.begin(), part.end(), std::back_inserter(proof.conditions));
  }
  proof.seconds = SecondsSince(start);
  return proof;
}

std::vector<InvariantName> InvariantNames(reference::Locals locals) {
  z3::context context;
  UnboundedLogic logic(context);
  const System system(logic, {}, locals);
  std::vector<InvariantName> names;
  for (const Invariant& invariant : Invariants(system)) {
    names.push_back({invariant.name, invariant.sentence});
  }
  return names;
}

}  // namespace model
