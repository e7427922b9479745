// model/agreement/compiled_action.h -- guard, effect and obligations of an action, as circuits.
//
// Read next: circuit.h.

#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "model/agreement/circuit.h"
#include "model/agreement/state_flags.h"
#include "model/proof/system.h"

namespace model {

// One action. Its parameters are inputs too, so it is compiled once for all of them.
class CompiledAction {
 public:
  using Word = Circuit::Word;
  // Something that is compared beside the flags, because the flags are not the same.
  struct Derived {
    std::string name;
    Circuit::Wire wire = 0;
    std::function<bool(const State&)> in_machine;
  };

  CompiledAction(const Action& action, BoundedLogic& logic, const Relations& before,
                 const FlagLayout& layout, bool compares_serials);

  const Action& action() const { return *action_; }
  const std::vector<Derived>& derived() const { return derived_; }

  // Calls `visit(elements, allowed)` for all parameters, with the states whose guard holds.
  // `before` has a word for each flag.
  void ForEachParameters(const std::vector<Word>& before,
                         const std::function<void(const std::vector<int>&, Word)>& visit);
  // The states whose guard holds for these parameters.
  Word Guard(const std::vector<Word>& before, const std::vector<int>& elements);
  // Works out the rest for the parameters that were asked for last.
  void WorkOut() { circuit_.Run(values_, guard_end_, static_cast<Circuit::Wire>(end_)); }
  Word Violated() const { return values_[violated_]; }
  Word After(std::size_t flag) const { return values_[after_[flag]]; }
  Word Value(const Derived& derived) const { return values_[derived.wire]; }

 private:
  void CompileSerials(BoundedLogic& logic, const Relations& after);
  Word GuardOf(const std::vector<int>& elements);

  const Action* action_;
  Circuit circuit_;
  std::vector<Circuit::Wire> inputs_;                   // by flag
  std::vector<std::vector<Circuit::Wire>> parameters_;  // by parameter and element
  Circuit::Wire guard_ = 0, guard_end_ = 0, violated_ = 0, gates_ = 0;
  std::size_t end_ = 0;
  std::vector<Circuit::Wire> after_;  // by flag
  std::vector<Derived> derived_;
  std::vector<Word> values_;
};

// The formulas of one discipline and fault, for heaps of one size.
class CompiledFormulas {
 public:
  // Those of its actions that `asks` accepts.
  CompiledFormulas(const Bounds& bounds, const Switches& switches,
                   const std::function<bool(const Action&)>& asks);

  const FlagLayout& layout() const { return layout_; }
  std::deque<CompiledAction>& actions() { return actions_; }
  // Whether the heaps have clusters.
  bool HasClusters() const { return clusters_; }
  // Compiles the action of this name once more, for a caller that asks it about states in between.
  CompiledAction Compile(std::string_view name);
  bool IsCompared(std::size_t flag) const { return compared_[flag]; }
  bool IsMay(std::size_t flag) const { return may_[flag]; }
  const std::string& NameOf(std::size_t flag) const { return names_[flag]; }

 private:
  z3::context context_;
  FlagLayout layout_;
  BoundedLogic logic_;
  bool clusters_;
  Switches switches_;
  System system_;
  std::deque<CompiledAction> actions_;
  std::vector<bool> compared_, may_;
  std::vector<std::string> names_;
};

}  // namespace model
