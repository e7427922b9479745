// model/explorer/reached_states.cc -- breadth first, each state once.

#include "model/explorer/reached_states.h"

#include <deque>
#include <set>
#include <string>
#include <unordered_set>

#include "model/explorer/counterexample_search.h"
#include "model/explorer/symmetry.h"

namespace model {

void ForEachReachedState(const Machine& machine, const Bounds& bounds, std::size_t max_states,
                         const std::function<void(const State&)>& visit) {
  struct HashOf {
    std::size_t operator()(const Packed& packed) const {
      return static_cast<std::size_t>(Hash(packed));
    }
  };
  std::unordered_set<Packed, HashOf> seen;
  std::deque<Packed> waiting;
  const auto add = [&](const State& state) {
    const Packed packed = PackCanonical(state);
    if (seen.size() < max_states && seen.insert(packed).second) waiting.push_back(packed);
  };
  for (add(State{}); !waiting.empty(); waiting.pop_front()) {
    const State state = Unpack(waiting.front());
    visit(state);
    ForEachStep(machine, state, bounds, [&](const Step& step) {
      State next = state;
      if (!Take(machine, step, next)) add(next);
    });
  }
}

StepClasses ExploredClasses(reference::Locals locals, std::size_t max_states) {
  const Machine machine({}, locals);
  StepClasses classes;
  std::set<std::string> seen;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    Bounds bounds = CounterexampleHeaps(entry.fault, locals).back();
    bounds.entries = 2;
    if (!seen.insert(Describe(bounds)).second) continue;
    ForEachReachedState(machine, bounds, max_states, [&](const State& state) {
      ForEachStep(machine, state, bounds,
                  [&](const Step& step) { classes.Add(ClassOf(state, step)); });
    });
  }
  return classes;
}

}  // namespace model
