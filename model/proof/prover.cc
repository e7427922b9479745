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
#include "model/logic/digest.h"
#include "model/logic/premises.h"
#include "model/proof/invariants.h"
#include "model/proof/known_questions.h"

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
        digests_(context_),
        logic_(MakeLogic()),
        system_(*logic_, options.faults, options.locals,
                {.helped = options.helped, .slips = options.slips, .unassumed = options.unassumed}),
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
    Premises bare = PremisesOf({}, false);
    Premises knowing = PremisesOf({}, true);
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
    Premises premises = PremisesOf(std::move(facts), true);
    CanBeTaken(action, premises, conditions);
    Keeps(action, parameters, premises, after, conditions);
    if (!action.owes) return;
    for (const Obligation& owed : action.owes(before_, after.state, parameters)) {
      using Kind = Condition::Kind;
      Condition condition{.kind = owed.progress ? Kind::kProgress : Kind::kObligation,
                          .action = action.name,
                          .claim = owed.name,
                          .sentence = owed.name};
      Decide(condition, premises, !owed.formula);
      conditions.push_back(std::move(condition));
    }
  }

 private:
  std::unique_ptr<Logic> MakeLogic() {
    if (options_.sizes.empty()) return std::make_unique<UnboundedLogic>(context_);
    return std::make_unique<BoundedLogic>(context_, options_.sizes);
  }

  // The guard can be satisfied, together with what the action assumes of its new symbols.
  void CanBeTaken(const Action& action, Premises& premises, std::vector<Condition>& conditions) {
    if (!options_.vacuity || !options_.faults.Empty()) return;
    Condition condition{.kind = Condition::Kind::kVacuity,
                        .action = action.name,
                        .claim = "guard",
                        .sentence = action.never ? std::string(kNeverTaken) : "it can be taken"};
    if (action.never) {
      Decide(condition, premises, logic_->True());
    } else {
      Satisfy(condition, premises, logic_->True());
    }
    conditions.push_back(std::move(condition));
  }

  void Keeps(const Action& action, const Terms& parameters, Premises& premises, const After& after,
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
        Decide(condition, premises, !then);
      }
      conditions.push_back(std::move(condition));
    }
    for (const Lemma& lemma : ProgressLemmas(system_)) {
      if (lemma.Excepts(action.name)) continue;
      Condition condition{.kind = Condition::Kind::kProgress,
                          .action = action.name,
                          .claim = lemma.name,
                          .sentence = lemma.sentence};
      Decide(condition, premises, !lemma.holds(before_, after.state));
      conditions.push_back(std::move(condition));
    }
    for (const Claim& claim : ClaimsOfStep(system_, {action, parameters, before_, after})) {
      if (claim.of_assumptions) {
        Premises knowing = PremisesOf({}, true);
        Follows(claim, knowing, conditions);
      } else {
        Follows(claim, premises, conditions);
      }
    }
  }

  // The claim follows from what the solver assumes, and the case that it is about is possible.
  void Follows(const Claim& claim, Premises& premises, std::vector<Condition>& conditions) {
    Condition condition{.kind = KindOf(claim.kind),
                        .action = claim.about,
                        .claim = claim.name,
                        .sentence = claim.sentence};
    Decide(condition, premises, !claim.holds, claim.given);
    conditions.push_back(condition);
    if (!claim.given.empty() && options_.vacuity && options_.faults.Empty()) {
      condition.kind = Condition::Kind::kVacuity;
      condition.sentence = "it is about something: " + claim.sentence;
      Satisfy(condition, premises, logic_->True(), claim.given);
      conditions.push_back(std::move(condition));
    }
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

  // The facts and, if asked for, the invariants of the state before.
  Premises PremisesOf(std::vector<Bool> facts, bool with_invariants) {
    if (with_invariants) facts.insert(facts.end(), assumed_.begin(), assumed_.end());
    return Premises(context_, options_.timeout_ms, std::move(facts));
  }

  // The condition is proved if the negated claim contradicts the premises and what is given.
  void Decide(Condition& condition, Premises& premises, const Bool& negated,
              const std::vector<Bool>& given = {}) {
    const Clock::time_point start = Clock::now();
    const std::optional<Digest> question = QuestionOf(premises, negated, given);
    if (question && options_.known->Has(*question)) {
      condition.verdict = Verdict::kProved;
    } else {
      condition.verdict = Ask(condition, premises.Solver(), negated, given);
      if (question && condition.verdict == Verdict::kProved) options_.known->Add(*question);
    }
    condition.seconds = SecondsSince(start);
  }

  Verdict Ask(const Condition& condition, z3::solver& solver, const Bool& negated,
              const std::vector<Bool>& given) {
    solver.push();
    for (const Bool& fact : given) solver.add(fact);
    solver.add(negated);
    Report(condition, solver);
    const z3::check_result result = solver.check();
    solver.pop();
    return result == z3::unsat ? Verdict::kProved
           : result == z3::sat ? Verdict::kBroken
                               : Verdict::kInconclusive;
  }

  // Empty if questions are not remembered, or if this one cannot be.
  std::optional<Digest> QuestionOf(Premises& premises, const Bool& negated,
                                   const std::vector<Bool>& given) {
    if (options_.known == nullptr) return std::nullopt;
    const std::optional<Digest> parts[] = {premises.DigestBy(digests_), digests_.Of(negated),
                                           DigestOfAll(given, digests_)};
    if (!parts[0] || !parts[1] || !parts[2]) return std::nullopt;
    return DigestOf({*parts[0], *parts[1], *parts[2]});
  }

  // The condition is proved if the fact is possible with the premises and what is given.
  void Satisfy(Condition& condition, Premises& premises, const Bool& fact,
               const std::vector<Bool>& given = {}) {
    Decide(condition, premises, fact, given);
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
  Digests digests_;
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
