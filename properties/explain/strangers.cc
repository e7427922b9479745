#include "properties/explain/strangers.h"

#include "properties/explain/losing_store.h"

namespace properties {

namespace {

// Whether a step of the mutator has visibly made a black object refer to a white one.
bool IsSeenBarrier(const reference::Trace& trace, const Blame& blame) {
  if (blame.steps.empty()) return false;
  const reference::Operation& operation = trace.operations[blame.steps.front().step];
  return IsMissedBarrier(*blame.rule, operation) && blame.invariant.starts_with("black to white");
}

}  // namespace

void BlameStranger(const reference::Trace& trace, reference::Subject& subject,
                   const JudgeOptions& options, const Watched& watched, const Finding& finding,
                   std::size_t max_runs, Blame& blame) {
  if (!blame.rule || subject.HasRule(gc::EntryOf(*blame.rule).name)) return;
  if (IsSeenBarrier(trace, blame)) return;
  blame.rule.reset();
  if (finding.property != reference::Property::kSafety) return;
  const auto store = FindLosingStore(trace, subject, options, watched, finding, max_runs);
  if (!store) return;
  blame = {.by = Blame::By::kStore, .steps = {{.step = store->step}}};
  blame.function = watched.steps[store->step].how;
  if (store->saves) blame.savers.push_back(store->step);
}

}  // namespace properties
