// model/bounded/unrolling.h -- runs of the formulas on a finite heap, a step at a time.
//
// A bounded search asks Z3 whether a run of so many steps exists that ends in something. The run is
// unrolled: a copy of the state for each step, and for each step one flag for each action, of which
// exactly one is set. That is plain satisfiability of flags.
//
// A run may begin with steps in which nothing happens. So one question at depth d is about all runs
// of at most d steps, and it is enough to ask about the last step:
//
//     idle  idle  create a  root a  start    a run of three steps, among those of five
//
// Objects that were never born are all alike, so they are born in the order of their numbers; this
// leaves out no run but renamings of others.
//
// Read next: bounded_search.h, small_heap.h.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/proof/system.h"

namespace model {

class Unrolling {
 public:
  // The empty heap; `fixed` says what is known of the flags that differ from it: what kind each
  // referencer and field is. `chosen` says which actions are taken.
  using Fixed = std::function<std::optional<bool>(R, const Terms&)>;
  Unrolling(BoundedLogic& logic, const System& system, const Fixed& fixed,
            const std::function<bool(const Action&)>& chosen);

  // Steps of the formulas that are one step of the machine together with the step before. `silent`
  // says whether an action may be so after another one; a run may have as many as `most`. Call this
  // before the first step.
  using Silent = std::function<bool(const Action& action, const Action& previous)>;
  void AllowSilent(const Silent& silent, std::size_t most);
  // All units come from ticks, as in a trace, and a tick marks first: so no unit of a purge comes
  // while marking. Call this before the first step.
  void TicksOnly() { ticks_only_ = true; }
  // What must be true of the state between two steps: for each pair of actions with their
  // parameters. Call this before the first step.
  struct Chosen {
    const Action* action = nullptr;
    const Terms& parameters;
  };
  using Between =
      std::function<std::optional<Bool>(const Chosen& previous, const Relations&, const Chosen&)>;
  void Demand(const Between& between) { between_ = between; }
  // A run of so many steps of the machine, or of fewer. Without silent steps this is always true.
  Bool HasLength(std::size_t length) const;

  void AddStep();
  std::size_t depth() const { return taken_.size(); }
  const Relations& state() const { return states_.back(); }
  const Relations& StateAt(std::size_t depth) const { return states_[depth]; }
  // The last step breaks an obligation of its action.
  const Bool& Breaks() const { return breaks_; }

  // Whether there is a run with this property. The model of the run is kept if `keep` is given.
  z3::check_result Ask(const Bool& property, unsigned timeout_ms,
                       std::optional<z3::model>* keep = nullptr) const;
  // The question in SMT-LIB 2.
  std::string Smt2(const Bool& property) const;

  // A step of a run: the action with its parameters, and the obligations that it breaks. Its action
  // is null if nothing happens in it.
  struct Taken {
    const Action* action = nullptr;
    Terms parameters;
    std::vector<std::string> broken;
  };
  Taken TakenIn(const z3::model& run, std::size_t step) const;

 private:
  struct Choice {
    const Action* action = nullptr;
    Bool selected;
    Relations after;
    Terms parameters;
    std::vector<Obligation> owed;
  };

  void ForEachFlag(const std::function<void(const RelationEntry&, const Terms&)>& visit) const;
  Terms ParametersOf(const Action& action, const std::string& prefix, const Bool& selected);
  void Choose(const std::vector<Choice>& step, const Bool& idle);
  void Become(const Relations& next, const Relations& before, const std::vector<Choice>& step);
  void MeetDemands(const Relations& before, const std::vector<Choice>& step);
  Bool IsSilent(const std::vector<Choice>& step) const;
  void Count(const Bool& uncounted);
  void BirthsAreInOrder(const Relations& state);

  BoundedLogic& logic_;
  const System& system_;
  std::vector<const Action*> actions_;
  std::vector<Relations> states_;
  std::vector<std::vector<Choice>> taken_;
  std::vector<Bool> idle_;
  Silent silent_;
  Between between_;
  bool ticks_only_ = false;
  std::size_t most_silent_ = 0;
  // For each number up to most_silent_: the steps so far in which nothing happened, or that are
  // silent, are as many as this.
  std::vector<Bool> uncounted_;
  std::vector<Bool> facts_;
  Bool breaks_;
};

}  // namespace model
