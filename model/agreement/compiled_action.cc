// model/agreement/compiled_action.cc -- compiles each action once.

#include "model/agreement/compiled_action.h"

#include <algorithm>
#include <stdexcept>

#include "model/agreement/action_steps.h"

namespace model {

CompiledAction::CompiledAction(const Action& action, BoundedLogic& logic, const Relations& before,
                               const FlagLayout& layout, bool compares_serials)
    : action_(&action) {
  for (const RelationEntry& entry : Vocabulary()) {
    const Relation symbol = logic.Symbol(std::string(entry.name), entry.sorts);
    logic.ForEachTuple(
        entry.sorts, [&](const Terms& terms) { inputs_.push_back(circuit_.Input(symbol(terms))); });
  }
  Terms parameters;
  for (const Sort sort : action.parameters) {
    parameters.push_back(logic.Parameter(sort, "p" + std::to_string(parameters.size())));
    std::vector<Circuit::Wire>& wires = parameters_.emplace_back();
    for (const Bool& chosen : parameters.back().choice) wires.push_back(circuit_.Input(chosen));
  }
  gates_ = static_cast<Circuit::Wire>(circuit_.WireCount());
  guard_ = circuit_.Compile(action.guard(before, parameters));
  guard_end_ = static_cast<Circuit::Wire>(circuit_.WireCount());
  const Relations after = action.take(before, parameters).state;
  for (const RelationEntry& entry : Vocabulary()) {
    logic.ForEachTuple(entry.sorts, [&](const Terms& terms) {
      after_.push_back(circuit_.Compile(after[entry.relation](terms)));
    });
  }
  Bool violated = logic.False();
  if (action.owes) {
    for (const Obligation& owed : action.owes(before, after, parameters)) {
      violated = violated || !owed.formula;
    }
  }
  violated_ = circuit_.Compile(violated);
  if (!compares_serials) CompileSerials(logic, after);
  if (layout.Count() != after_.size()) throw std::logic_error("a flag has no place");
  end_ = circuit_.WireCount();
  values_ = circuit_.Values();
}

void CompiledAction::CompileSerials(BoundedLogic& logic, const Relations& after) {
  const auto add = [&](std::string name, const Bool& formula,
                       std::function<bool(const State&)> in_machine) {
    derived_.push_back({std::move(name), circuit_.Compile(formula), std::move(in_machine)});
  };
  logic.ForEachTuple({Sort::kObject}, [&](const Terms& terms) {
    const Term& x = terms[0];
    const auto entry = static_cast<Entry>(x.element);
    add("whether entry " + std::to_string(entry) + " has a serial",
        logic.Exists(Sort::kSerial, [&](const Term& n) { return after[R::kSerial](x, n); }),
        [entry](const State& state) { return SerialOf(state, entry) != 0; });
    for (int w = 0; w < logic.SizeOf(Sort::kWeak); ++w) {
      const Term weak = logic.Element(Sort::kWeak, w);
      const auto slot = static_cast<std::size_t>(w);
      add("whether weak reference " + std::to_string(w) + " has the serial of entry " +
              std::to_string(entry),
          after[R::kWeakTo](weak, x) && logic.Exists(Sort::kSerial,
                                                     [&](const Term& n) {
                                                       return after[R::kWeakSerial](weak, n) &&
                                                              after[R::kSerial](x, n);
                                                     }),
          [entry, slot](const State& state) {
            const std::uint8_t serial = SerialOf(state, entry);
            return Has(state.weak[slot], entry) && serial != 0 && serial == state.weak_serial[slot];
          });
    }
  });
}

void CompiledAction::ForEachParameters(
    const std::vector<Word>& before,
    const std::function<void(const std::vector<int>&, Word)>& visit) {
  for (std::size_t flag = 0; flag < before.size(); ++flag) values_[inputs_[flag]] = before[flag];
  std::vector<int> elements(parameters_.size(), 0);
  for (;;) {
    visit(elements, GuardOf(elements));
    std::size_t p = 0;
    while (p < elements.size() && ++elements[p] == static_cast<int>(parameters_[p].size())) {
      elements[p++] = 0;
    }
    if (p == elements.size()) return;
  }
}

CompiledAction::Word CompiledAction::Guard(const std::vector<Word>& before,
                                           const std::vector<int>& elements) {
  for (std::size_t flag = 0; flag < before.size(); ++flag) values_[inputs_[flag]] = before[flag];
  return GuardOf(elements);
}

CompiledAction::Word CompiledAction::GuardOf(const std::vector<int>& elements) {
  for (std::size_t p = 0; p < elements.size(); ++p) {
    for (std::size_t i = 0; i < parameters_[p].size(); ++i) {
      values_[parameters_[p][i]] = static_cast<int>(i) == elements[p] ? ~Word{0} : Word{0};
    }
  }
  circuit_.Run(values_, gates_, guard_end_);
  return values_[guard_];
}

CompiledAction CompiledFormulas::Compile(std::string_view name) {
  const auto found = std::ranges::find(system_.actions(), name, &Action::name);
  if (found == system_.actions().end()) throw std::logic_error("no action " + std::string(name));
  return {*found, logic_, system_.Restrict(SymbolicState(logic_, "")), layout_,
          model::IsCompared(R::kSerial, switches_)};
}

CompiledFormulas::CompiledFormulas(const Bounds& bounds, const Switches& switches,
                                   const std::function<bool(const Action&)>& asks)
    : layout_(SortSizes(bounds, switches)),
      logic_(context_, layout_.sizes()),
      clusters_(bounds.verbs.Has(reference::Verb::kCluster)),
      switches_(switches),
      system_(logic_, switches.faults, switches.locals,
              {.clusters = clusters_, .helped = !bounds.deeds.Empty()}) {
  if (layout_.Count() > kMaxFlags) throw std::logic_error("too many flags");
  const Relations before = system_.Restrict(SymbolicState(logic_, ""));
  const bool compares_serials = model::IsCompared(R::kSerial, switches);
  for (const Action& action : system_.actions()) {
    if (!IsAsked(action, bounds)) continue;
    if (!HasStep(action.name)) {
      throw std::logic_error("no step of the machine stands for the action " + action.name +
                             ": give it a row in model/agreement/action_steps.cc");
    }
    if (asks(action)) actions_.emplace_back(action, logic_, before, layout_, compares_serials);
  }
  for (const RelationEntry& entry : Vocabulary()) {
    logic_.ForEachTuple(entry.sorts, [&](const Terms& terms) {
      std::string name(entry.name);
      for (const Term& term : terms) name += "." + std::to_string(term.element);
      names_.push_back(std::move(name));
      const bool wrappers = entry.relation != R::kSlot || terms[0].element == kWrapperElement;
      const bool of_clusters = clusters_ && entry.relation == R::kScanned;
      compared_.push_back(wrappers && (of_clusters || model::IsCompared(entry.relation, switches)));
      may_.push_back(entry.relation == R::kMay);
    });
  }
}

}  // namespace model
