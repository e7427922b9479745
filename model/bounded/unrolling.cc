// model/bounded/unrolling.cc -- a copy of the state and a choice of an action for each step.

#include "model/bounded/unrolling.h"

namespace model {

Unrolling::Unrolling(BoundedLogic& logic, const System& system, const Fixed& fixed,
                     const std::function<bool(const Action&)>& chosen)
    : logic_(logic), system_(system), breaks_(logic.False()) {
  for (const Action& action : system.actions()) {
    if (chosen(action)) actions_.push_back(&action);
  }
  states_.push_back(SymbolicState(logic, "t0!"));
  ForEachFlag([&](const RelationEntry& entry, const Terms& terms) {
    const std::optional<bool> value = fixed(entry.relation, terms);
    if (value)
      facts_.push_back(state()[entry.relation](terms) == logic_.context().bool_val(*value));
  });
}

void Unrolling::ForEachFlag(
    const std::function<void(const RelationEntry&, const Terms&)>& visit) const {
  for (const RelationEntry& entry : Vocabulary()) {
    logic_.ForEachTuple(entry.sorts, [&](const Terms& terms) { visit(entry, terms); });
  }
}

// The parameters of all actions of a step share their flags, as only one action is taken.
Terms Unrolling::ParametersOf(const Action& action, const std::string& prefix,
                              const Bool& selected) {
  Terms parameters;
  for (const Sort sort : action.parameters) {
    const std::string name = prefix + "p" + std::to_string(parameters.size()) + "." +
                             std::to_string(static_cast<int>(sort));
    parameters.push_back(logic_.Parameter(sort, name));
    facts_.push_back(z3::implies(selected, logic_.WellFormed(parameters.back())));
  }
  return parameters;
}

void Unrolling::AddStep() {
  z3::context& context = logic_.context();
  const std::string prefix = "t" + std::to_string(depth() + 1) + "!";
  const Relations before = system_.Restrict(state());
  std::vector<Choice> step;
  breaks_ = logic_.False();
  for (const Action* const action : actions_) {
    const Bool selected = context.bool_const((prefix + action->name).c_str());
    const Terms parameters = ParametersOf(*action, prefix, selected);
    facts_.push_back(z3::implies(selected, action->guard(before, parameters)));
    if (ticks_only_ && action->of_purge) {
      facts_.push_back(z3::implies(selected, !before[R::kMarking]()));
    }
    const After after = action->take(before, parameters);
    Choice choice{action, selected, after.state, parameters, {}};
    if (action->owes) choice.owed = action->owes(before, after.state, parameters);
    for (const Obligation& owed : choice.owed) {
      breaks_ = breaks_ || (selected && !owed.formula);
    }
    step.push_back(std::move(choice));
  }
  MeetDemands(before, step);
  Choose(step, context.bool_const((prefix + "idle").c_str()));
  const Relations next = SymbolicState(logic_, prefix);
  Become(next, before, step);
  BirthsAreInOrder(next);
  Count(idle_.back() || IsSilent(step));
  states_.push_back(next);
  taken_.push_back(std::move(step));
}

// Exactly one action is taken, or nothing happens. Nothing happens only at the beginning.
void Unrolling::Choose(const std::vector<Choice>& step, const Bool& idle) {
  z3::expr_vector some(logic_.context());
  some.push_back(idle);
  for (const Choice& choice : step) {
    for (const Bool& other : some) facts_.push_back(!(choice.selected && other));
    some.push_back(choice.selected);
  }
  facts_.push_back(z3::mk_or(some));
  if (!idle_.empty()) facts_.push_back(z3::implies(idle, idle_.back()));
  idle_.push_back(idle);
}

void Unrolling::AllowSilent(const Silent& silent, std::size_t most) {
  silent_ = silent;
  most_silent_ = most;
  uncounted_.assign(most + 1, logic_.False());
  uncounted_[0] = logic_.True();
}

// Whether the step is one with the step before.
Bool Unrolling::IsSilent(const std::vector<Choice>& step) const {
  Bool silent = logic_.False();
  if (!silent_ || taken_.empty()) return silent;
  for (const Choice& choice : step) {
    for (const Choice& previous : taken_.back()) {
      if (!silent_(*choice.action, *previous.action)) continue;
      silent = silent || (choice.selected && previous.selected);
    }
  }
  return silent;
}

void Unrolling::MeetDemands(const Relations& before, const std::vector<Choice>& step) {
  if (!between_ || taken_.empty()) return;
  for (const Choice& choice : step) {
    for (const Choice& previous : taken_.back()) {
      const auto demand = between_({previous.action, previous.parameters}, before,
                                   {choice.action, choice.parameters});
      if (demand) {
        facts_.push_back(z3::implies(choice.selected && previous.selected, *demand));
      }
    }
  }
}

void Unrolling::Count(const Bool& uncounted) {
  for (std::size_t i = uncounted_.size(); i-- > 1;) {
    const std::string name = "t" + std::to_string(depth() + 1) + "!uncounted" + std::to_string(i);
    const Bool now = logic_.context().bool_const(name.c_str());
    facts_.push_back(now == (uncounted_[i] || (uncounted && uncounted_[i - 1])));
    uncounted_[i] = now;
  }
}

// Of `depth` steps, `depth - length` must not count.
Bool Unrolling::HasLength(std::size_t length) const {
  if (depth() <= length || uncounted_.empty()) return logic_.True();
  return uncounted_[depth() - length];
}

void Unrolling::Become(const Relations& next, const Relations& before,
                       const std::vector<Choice>& step) {
  ForEachFlag([&](const RelationEntry& entry, const Terms& terms) {
    const Bool old = before[entry.relation](terms);
    Bool value = old;
    for (const Choice& choice : step) {
      const Bool result = choice.after[entry.relation](terms);
      if (!z3::eq(result, old)) value = z3::ite(choice.selected, result, value);
    }
    facts_.push_back(next[entry.relation](terms) == value);
  });
}

void Unrolling::BirthsAreInOrder(const Relations& state) {
  for (int i = 1; i < logic_.SizeOf(Sort::kObject); ++i) {
    facts_.push_back(z3::implies(state[R::kUsed](logic_.Element(Sort::kObject, i)),
                                 state[R::kUsed](logic_.Element(Sort::kObject, i - 1))));
  }
}

// This chain of tactics answers such questions several times faster than the default solver. Where
// no run is to be shown, flags that only one formula reads are eliminated, which saves another
// third.
z3::check_result Unrolling::Ask(const Bool& property, unsigned timeout_ms,
                                std::optional<z3::model>* keep) const {
  z3::context& context = logic_.context();
  const z3::tactic simpler =
      z3::tactic(context, "simplify") & z3::tactic(context, "propagate-values");
  const z3::tactic smaller =
      keep == nullptr ? simpler & z3::tactic(context, "elim-uncnstr") : simpler;
  const z3::tactic plan = smaller & z3::tactic(context, "tseitin-cnf") & z3::tactic(context, "sat");
  z3::solver solver = z3::try_for(plan, timeout_ms).mk_solver();
  for (const Bool& fact : facts_) solver.add(fact);
  solver.add(property);
  const z3::check_result result = solver.check();
  if (result == z3::sat && keep != nullptr) *keep = solver.get_model();
  return result;
}

std::string Unrolling::Smt2(const Bool& property) const {
  z3::solver solver(logic_.context());
  for (const Bool& fact : facts_) solver.add(fact);
  solver.add(property);
  return solver.to_smt2();
}

Unrolling::Taken Unrolling::TakenIn(const z3::model& run, std::size_t step) const {
  const auto holds = [&run](const Bool& formula) { return run.eval(formula, true).is_true(); };
  Taken taken;
  for (const Choice& choice : taken_[step]) {
    if (!holds(choice.selected)) continue;
    taken.action = choice.action;
    for (const Term& parameter : choice.parameters) {
      for (std::size_t i = 0; i < parameter.choice.size(); ++i) {
        if (!holds(parameter.choice[i])) continue;
        taken.parameters.push_back(logic_.Element(parameter.sort, static_cast<int>(i)));
      }
    }
    for (const Obligation& owed : choice.owed) {
      if (!holds(owed.formula)) taken.broken.push_back(owed.name);
    }
  }
  return taken;
}

}  // namespace model
