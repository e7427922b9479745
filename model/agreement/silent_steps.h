// model/agreement/silent_steps.h -- goes on with the formulas until they have done what the machine
// does in one step.
//
// In the machine, as in core, a unit that reaches a cluster activates it at once, with all clusters
// that it leads to; and a cluster is made by one walk. In the formulas, each activation and each
// object that joins is a step of its own. So a step of the machine is matched by an action and some
// silent actions after it:
//
//   machine     scan a ───────────────────────────────────────▶ state
//   formulas    scan a ──▶ activate b ──▶ activate-garbage c ──▶ the same flags
//
// Silent are: activations of the clusters that the action has put into the work list, the scan of a
// root whose cluster was dissolved because it keeps garbage, the end of marking when the end check
// has reached nothing but clusters that lead nowhere, and the joining of a walk.
//
// Read next: agreement.h.

#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "model/agreement/compiled_action.h"

namespace model {

class SilentSteps {
 public:
  using Word = Circuit::Word;
  explicit SilentSteps(CompiledFormulas& formulas);

  // What the machine has done in one step, in 64 states at once.
  struct Done {
    const Action& action;  // the first step of the formulas
    const std::vector<int>& elements;
    const std::vector<Word>& before;                   // the flags before it
    const std::array<State, Circuit::kLanes>& states;  // the machine's states after it
    Word lanes;                                        // the states in which it was done
  };
  // Changes the flags after the first step to those after the silent ones, which are taken in this
  // order of the objects. Returns the states in which an obligation is not met on the way.
  Word Follow(const Done& done, const Order& order, std::vector<Word>& flags);
  // Forgets what the formulas note of objects in no cluster and the machine does not.
  void Tidy(std::vector<Word>& flags) const;

 private:
  Word Walk(const Done& done, std::vector<Word>& flags);
  Word ActivateAll(const Done& done, const Order& order, std::vector<Word>& flags);
  Word EndMarking(const Done& done, std::vector<Word>& flags);
  Word Do(CompiledAction& action, const std::vector<int>& elements, Word lanes,
          std::vector<Word>& flags, Word* taken = nullptr) const;

  const FlagLayout& layout_;
  CompiledAction add_, activate_, activate_garbage_, scan_, end_;
};

}  // namespace model
