// model/explorer/next_steps.cc -- takes a step.

#include "model/explorer/next_steps.h"

namespace model {

std::optional<Finding> Take(const Machine& machine, const Step& step, State& state) {
  const std::optional<Finding> finding = machine.Apply(state, step).finding;
  machine.Normalise(state);
  return finding;
}

}  // namespace model
