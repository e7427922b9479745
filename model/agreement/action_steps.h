// model/agreement/action_steps.h -- which step of the machine an action of the formulas is.
//
// A read or a poll is one step of the machine, and one action for each outcome. Where several
// actions mean the same, because they differ only in which new serial or unused entry they choose,
// the machine has a step for one of them.
//
// Read next: agreement.h.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/explorer/next_steps.h"
#include "model/machine/step.h"
#include "model/proof/system.h"

namespace model {

struct ActionStep {
  Step step;
  std::optional<Entry> answer;  // what a read answers
};

// Whether the table has a row for the action. It has none for an action that no verb does.
bool HasStep(const std::string& action);

// The step for an action whose guard holds in this state; empty if the machine has it for other
// parameters. `elements` are the parameters.
std::optional<ActionStep> StepOf(const Action& action, const std::vector<int>& elements,
                                 const State& state, const Bounds& bounds);

// The step that the machine has twice, by another name: an erased element is a move of the elements
// behind it, or a null that is stored. Other steps are returned as they are.
Step Renamed(const Step& step, const State& state);

}  // namespace model
