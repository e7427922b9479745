// model/bounded/small_heap.cc -- single steps by the prover, runs by unrolling, pictures by either.

#include "model/bounded/small_heap.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "model/bounded/cvc5.h"
#include "model/bounded/drawing.h"
#include "model/bounded/unrolling.h"
#include "model/proof/invariants.h"
#include "model/proof/prover.h"

namespace model {

namespace {

using Clock = std::chrono::steady_clock;

double SecondsFrom(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Weak references, referencers and serials beside the objects and fields that were asked for.
constexpr int kWeaksHere = 2;
constexpr int kReferencersHere = 2;
constexpr int kSerialsHere = 3;
std::vector<int> SizesOf(const SmallHeapOptions& options) {
  return {options.objects, options.fields, kWeaksHere, kReferencersHere, kSerialsHere};
}

void TellAbout(const SmallHeapOptions& options, const std::string& what) {
  if (options.progress) options.progress(what);
}

// The kinds of referencers and fields never change. They may be any.
std::optional<bool> FixedWhenEmpty(R relation, const Terms&) {
  if (relation == R::kRaw || relation == R::kProtects) return std::nullopt;
  if (relation == R::kImmutable || relation == R::kOpen) return std::nullopt;
  return false;
}

// What both questions need, in a context of its own.
struct Ground {
  explicit Ground(const SmallHeapOptions& options)
      : logic(context, SizesOf(options)),
        system(logic, options.faults, options.locals, {.helped = false}),
        invariants(Invariants(system)) {}
  z3::context context;
  BoundedLogic logic;
  System system;
  std::vector<Invariant> invariants;
};

// A single step from a heap that keeps the invariants.
class OneStep {
 public:
  OneStep(Ground& ground, const Action& action)
      : ground_(ground),
        action_(action),
        before_(ground.system.Restrict(SymbolicState(ground.logic, ""))) {
    for (const Invariant& invariant : ground.invariants) facts_.push_back(invariant.holds(before_));
    for (const Sort sort : action.parameters) {
      parameters_.push_back(ground.logic.Parameter(sort, "p" + std::to_string(parameters_.size())));
      facts_.push_back(ground.logic.WellFormed(parameters_.back()));
    }
    facts_.push_back(action.guard(before_, parameters_));
    after_ = action.take(before_, parameters_).state;
    if (action.owes) owed_ = action.owes(before_, after_, parameters_);
  }

  // That an invariant holds afterwards, or that an obligation is met. Empty: there is none of this
  // name.
  std::optional<Bool> Claim(const std::string& name) const {
    for (const Invariant& invariant : ground_.invariants) {
      if (invariant.name == name) return invariant.holds(after_);
    }
    for (const Obligation& owed : owed_) {
      if (owed.name == name) return owed.formula;
    }
    return std::nullopt;
  }
  // Every invariant holds afterwards, and every obligation is met.
  Bool AllClaims() const {
    z3::expr_vector all(ground_.context);
    for (const Invariant& invariant : ground_.invariants) all.push_back(invariant.holds(after_));
    for (const Obligation& owed : owed_) all.push_back(owed.formula);
    return z3::mk_and(all);
  }
  std::size_t ClaimCount() const { return ground_.invariants.size() + owed_.size(); }

  z3::solver SolverWith(const Bool& more, unsigned timeout_ms) const {
    z3::solver solver(ground_.context);
    solver.set("timeout", timeout_ms);
    for (const Bool& fact : facts_) solver.add(fact);
    solver.add(more);
    return solver;
  }

  // Draws the heap, the step and the heap after it, with as few flags set as can be.
  DrawnRun Draw(z3::solver& solver) const {
    z3::model answer = Smallest(solver);
    const Drawing drawing(ground_.logic, ground_.system, answer);
    DrawnRun run;
    run.steps = {drawing.StepOf(action_, drawing.ChosenOf(parameters_))};
    run.heaps = {drawing.HeapOf(before_), drawing.HeapOf(after_)};
    for (const Invariant& invariant : ground_.invariants) {
      if (drawing.Holds(invariant.holds(after_))) continue;
      run.broken.push_back(invariant.name + ": " + invariant.sentence);
    }
    for (const Obligation& owed : owed_) {
      if (!drawing.Holds(owed.formula)) run.broken.push_back(owed.name);
    }
    return run;
  }

 private:
  // Leaves out one flag after the other, as long as the solver still finds a heap. Only that an
  // object is ready is the usual case, and is not left out.
  z3::model Smallest(z3::solver& solver) const {
    solver.check();
    z3::model answer = solver.get_model();
    for (const RelationEntry& entry : Vocabulary()) {
      ground_.logic.ForEachTuple(entry.sorts, [&](const Terms& terms) {
        const Bool flag = before_[entry.relation](terms);
        const Bool usual = entry.relation == R::kReady ? flag : !flag;
        bool possible = answer.eval(usual, true).is_true();
        if (!possible) {
          solver.push();
          solver.add(usual);
          possible = solver.check() == z3::sat;
          if (possible) answer = solver.get_model();
          solver.pop();
        }
        if (possible) solver.add(usual);
      });
    }
    return answer;
  }

  Ground& ground_;
  const Action& action_;
  Relations before_, after_;
  Terms parameters_;
  std::vector<Bool> facts_;
  std::vector<Obligation> owed_;
};

// --- One step.

void AskZ3AboutSteps(const SmallHeapOptions& options, SmallHeap& result) {
  ProofOptions proof;
  proof.faults = options.faults;
  proof.locals = options.locals;
  proof.sizes = SizesOf(options);
  proof.jobs = options.jobs;
  proof.timeout_ms = options.timeout_ms;
  const Proof proved = Prove(proof);
  SmallHeapRow row{.question = "one step", .seconds = proved.seconds};
  const Condition* first = nullptr;
  for (const Condition& condition : proved.conditions) {
    if (condition.kind == Condition::Kind::kVacuity) {
      const bool guard = condition.claim == "guard";
      result.impossible += guard && condition.verdict == Verdict::kBroken ? 1 : 0;
      continue;
    }
    ++row.conditions;
    row.broken += condition.verdict == Verdict::kBroken ? 1 : 0;
    row.inconclusive += condition.verdict == Verdict::kInconclusive ? 1 : 0;
    const bool drawn = condition.kind == Condition::Kind::kInvariant ||
                       condition.kind == Condition::Kind::kObligation;
    if (first == nullptr && drawn && condition.verdict == Verdict::kBroken) first = &condition;
  }
  result.rows.push_back(row);
  if (first == nullptr) return;
  TellAbout(options, "a picture of " + first->action + " / " + first->claim);
  result.pictures.push_back(DrawBroken(options, first->action, first->claim));
}

// One question for each action: all of its claims together.
void AskCvc5AboutSteps(const SmallHeapOptions& options, SmallHeap& result) {
  const Clock::time_point start = Clock::now();
  SmallHeapRow row{.question = "one step"};
  Ground ground(options);
  for (const Action& action : ground.system.actions()) {
    TellAbout(options, "cvc5, " + action.name);
    const OneStep step(ground, action);
    z3::solver question = step.SolverWith(!step.AllClaims(), options.timeout_ms);
    const Cvc5Answer answer = AskCvc5(question.to_smt2(), options.timeout_ms);
    row.conditions += step.ClaimCount();
    row.broken += answer == Cvc5Answer::kSat ? 1 : 0;
    row.inconclusive += answer == Cvc5Answer::kUnsat || answer == Cvc5Answer::kSat ? 0 : 1;
  }
  row.seconds = SecondsFrom(start);
  result.rows.push_back(row);
}

// --- RunsFromEmpty.

class RunsFromEmpty {
 public:
  explicit RunsFromEmpty(const SmallHeapOptions& options)
      : options_(options),
        ground_(options),
        run_(ground_.logic, ground_.system, FixedWhenEmpty, [](const Action&) { return true; }) {}

  // Asks for one more step at a time, up to the first that breaks something.
  void Ask(SmallHeap& result) {
    const Clock::time_point start = Clock::now();
    SmallHeapRow row{.question = "runs"};
    for (std::size_t depth = 1; depth <= options_.depth; ++depth) {
      TellAbout(options_, "runs of " + std::to_string(depth) + " steps");
      run_.AddStep();
      row.conditions += ground_.invariants.size() + 1;  // obligations are one question together
      std::optional<z3::model> model;
      const z3::check_result answer = Decide(model);
      if (answer == z3::unknown) ++row.inconclusive;
      if (answer == z3::sat) {
        ++row.broken;
        if (model) result.pictures.push_back(Draw(*model));
      }
      if (answer != z3::unsat) break;
      row.depth = depth;
    }
    row.seconds = SecondsFrom(start);
    result.rows.push_back(row);
  }

 private:
  z3::check_result Decide(std::optional<z3::model>& model) {
    Bool broken = run_.Breaks();
    for (const Invariant& invariant : ground_.invariants) {
      broken = broken || !invariant.holds(ground_.system.Restrict(run_.state()));
    }
    if (options_.solver == Solver::kZ3) return run_.Ask(broken, options_.timeout_ms, &model);
    const Cvc5Answer answer = AskCvc5(run_.Smt2(broken), options_.timeout_ms);
    return answer == Cvc5Answer::kUnsat ? z3::unsat
           : answer == Cvc5Answer::kSat ? z3::sat
                                        : z3::unknown;
  }

  DrawnRun Draw(const z3::model& model) const {
    const Drawing drawing(ground_.logic, ground_.system, model);
    DrawnRun run{.title = "", .from_empty_heap = true, .steps = {}, .heaps = {}, .broken = {}};
    for (std::size_t step = 0; step < run_.depth(); ++step) {
      const Unrolling::Taken taken = run_.TakenIn(model, step);
      if (taken.action == nullptr) continue;
      if (run.heaps.empty()) run.heaps.push_back(drawing.HeapOf(run_.StateAt(step)));
      run.steps.push_back(drawing.StepOf(*taken.action, taken.parameters));
      run.heaps.push_back(drawing.HeapOf(run_.StateAt(step + 1)));
      run.broken = taken.broken;
    }
    for (const Invariant& invariant : ground_.invariants) {
      if (drawing.Holds(invariant.holds(ground_.system.Restrict(run_.state())))) continue;
      run.broken.push_back(invariant.name + ": " + invariant.sentence);
    }
    run.title = "a run of " + std::to_string(run.steps.size()) + " steps breaks " +
                (run.broken.empty() ? "" : run.broken.front());
    return run;
  }

  const SmallHeapOptions& options_;
  Ground ground_;
  Unrolling run_;
};

}  // namespace

bool SmallHeap::Holds() const {
  return std::all_of(rows.begin(), rows.end(),
                     [](const SmallHeapRow& row) { return row.broken + row.inconclusive == 0; });
}

bool SmallHeap::Inconclusive() const {
  return !Holds() && std::all_of(rows.begin(), rows.end(),
                                 [](const SmallHeapRow& row) { return row.broken == 0; });
}

DrawnRun DrawBroken(const SmallHeapOptions& options, const std::string& action,
                    const std::string& claim) {
  Ground ground(options);
  for (const Action& each : ground.system.actions()) {
    if (each.name != action) continue;
    const OneStep step(ground, each);
    const std::optional<Bool> claimed = step.Claim(claim);
    if (!claimed) break;
    z3::solver solver = step.SolverWith(!*claimed, options.timeout_ms);
    if (solver.check() != z3::sat) break;
    DrawnRun run = step.Draw(solver);
    run.title = action + " breaks " + claim;
    return run;
  }
  return {};
}

SmallHeap ProveSmallHeap(const SmallHeapOptions& options) {
  SmallHeap result;
  {
    const Ground ground(options);
    result.actions = ground.system.actions().size();
  }
  if (options.solver == Solver::kZ3) {
    AskZ3AboutSteps(options, result);
  } else {
    AskCvc5AboutSteps(options, result);
  }
  if (options.depth > 0) RunsFromEmpty(options).Ask(result);
  return result;
}

}  // namespace model
