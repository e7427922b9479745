// model/threads/ownership/ownership.cc -- puts each condition about workers and objects to Z3.

#include "model/threads/ownership/ownership.h"

#include <fmt/format.h>

#include <chrono>

#include "model/threads/ownership/system.h"

namespace model::threads::marker {

namespace {

using Kind = OwnershipCondition::Kind;
using Verdict = OwnershipCondition::Verdict;
using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Prover {
 public:
  explicit Prover(const OwnershipOptions& options)
      : logic_(context_),
        system_(logic_, options.mark, options.fault),
        before_(system_.AnyState()) {
    for (WorkerFact& fact : system_.Invariants()) {
      if (fact.name != options.without) invariants_.push_back(std::move(fact));
    }
  }

  OwnershipProof Run() {
    const Clock::time_point start = Clock::now();
    z3::solver first = SolverFor({system_.IsFirst(before_)});
    for (const WorkerFact& fact : invariants_) {
      Ask(first, {Kind::kInitial, "the first state", fact.name}, !fact.holds(before_), z3::unsat);
    }
    for (const WorkerAction& action : system_.Actions()) OneAction(action);
    z3::solver knowing = SolverFor(Known());
    for (const WorkerFact& claim : system_.Claims()) {
      Ask(knowing, {Kind::kClaim, "", claim.name}, !claim.holds(before_), z3::unsat);
    }
    for (const WorkerFact& picture : system_.Pictures()) {
      Ask(knowing, {Kind::kPossible, "", picture.name}, picture.holds(before_), z3::sat);
    }
    proof_.seconds = SecondsSince(start);
    return std::move(proof_);
  }

 private:
  std::vector<Bool> Known() const {
    std::vector<Bool> known;
    for (const WorkerFact& fact : invariants_) known.push_back(fact.holds(before_));
    return known;
  }

  z3::solver SolverFor(const std::vector<Bool>& formulas) {
    z3::solver solver(context_);
    z3::params params(context_);
    params.set("timeout", 10'000u);
    solver.set(params);
    for (const Bool& formula : formulas) solver.add(formula);
    return solver;
  }

  void OneAction(const WorkerAction& action) {
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic_.Parameter(sort, fmt::format("p{}", parameters.size())));
    }
    z3::solver solver = SolverFor(Known());
    solver.add(action.guard(before_, parameters));
    Ask(solver, {Kind::kPossible, action.name, "it can be taken"}, logic_.True(), z3::sat);
    const Workers after = action.take(before_, parameters);
    for (const WorkerFact& fact : invariants_) {
      OwnershipCondition condition{Kind::kInvariant, action.name, fact.name};
      const Bool holds = fact.holds(after);
      if (z3::eq(holds, fact.holds(before_))) {
        condition.verdict = Verdict::kUntouched;
        proof_.conditions.push_back(std::move(condition));
      } else {
        Ask(solver, std::move(condition), !holds, z3::unsat);
      }
    }
  }

  void Ask(z3::solver& solver, OwnershipCondition condition, const Bool& formula,
           z3::check_result wanted) {
    solver.push();
    solver.add(formula);
    const z3::check_result answer = solver.check();
    solver.pop();
    condition.verdict = answer == wanted        ? Verdict::kProved
                        : answer == z3::unknown ? Verdict::kInconclusive
                                                : Verdict::kBroken;
    proof_.conditions.push_back(std::move(condition));
  }

  z3::context context_;
  UnboundedLogic logic_;
  OwnershipSystem system_;
  Workers before_;
  std::vector<WorkerFact> invariants_;
  OwnershipProof proof_;
};

}  // namespace

bool OwnershipProof::Holds() const { return !conditions.empty() && Broken().empty(); }

std::vector<const OwnershipCondition*> OwnershipProof::Broken() const {
  std::vector<const OwnershipCondition*> broken;
  for (const OwnershipCondition& condition : conditions) {
    if (!condition.Holds()) broken.push_back(&condition);
  }
  return broken;
}

OwnershipProof ProveOwnership(const OwnershipOptions& options) { return Prover(options).Run(); }

std::vector<OwnershipName> OwnershipInvariants(Mark mark) {
  z3::context context;
  UnboundedLogic logic(context);
  std::vector<OwnershipName> names;
  for (const WorkerFact& fact : OwnershipSystem(logic, mark, {}).Invariants()) {
    names.push_back({fact.name, fact.sentence});
  }
  return names;
}

std::string OwnershipText(const OwnershipProof& proof) {
  std::string text;
  std::size_t untouched = 0;
  for (const OwnershipCondition& condition : proof.conditions) {
    untouched += condition.verdict == Verdict::kUntouched;
    if (condition.kind != Kind::kClaim) continue;
    text += fmt::format("  {:<12} {}\n", condition.claim,
                        condition.Holds() ? "proved" : "DOES NOT FOLLOW");
  }
  for (const OwnershipCondition* condition : proof.Broken()) {
    text += fmt::format("  {} {}: {}\n", condition->action, condition->claim,
                        condition->verdict == Verdict::kBroken ? "BROKEN" : "INCONCLUSIVE");
  }
  return text + fmt::format("  {} conditions, of which {} are untouched by their action\n",
                            proof.conditions.size(), untouched);
}

}  // namespace model::threads::marker
