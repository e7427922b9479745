// model/replay/witness.cc -- asks the oracle whether a run of the model is a violation.

#include "model/replay/witness.h"

#include <vector>

#include "model/replay/model_subject.h"

namespace model {

using reference::Operation;
using reference::Verb;

namespace {

// Enough units to gather every index and free every object once more.
constexpr std::size_t kMoreTicks = 4 * kMaxEntries + 4;

struct Run {
  std::vector<Operation> operations;
  reference::Violation violation;
  std::size_t steps = 0;        // operations and units
  std::size_t shown_after = 0;  // the steps until the machine showed it
  UnitCounts units;             // up to there
};

// A violation if an object that has not finished refers to freed memory, because its callbacks may
// read it. The judge asks the same.
std::optional<reference::Violation> Dangling(const ModelSubject& subject,
                                             const reference::Oracle& oracle,
                                             std::vector<reference::Name>& fields) {
  for (reference::Name name = 0; name < oracle.NameCount(); ++name) {
    const reference::Life life = oracle.LifeOf(name);
    if (life == reference::Life::kUnborn || life >= reference::Life::kFinished) continue;
    subject.Peek(name, fields);
    for (const reference::Name field : fields) {
      if (field != reference::kDangling) continue;
      return reference::Violation{
          reference::Property::kFields, name,
          reference::NameText(name) + " refers to freed memory, and has not finished"};
    }
  }
  return std::nullopt;
}

// Runs the trace with one tick for each unit. Returns the run up to the violation; consecutive
// units become one tick where no cycle ended between them.
std::optional<Run> RunOn(const reference::Trace& trace, gc::FaultSet faults, ListOrder order) {
  ModelSubject subject(faults, order);
  subject.Reset(trace.header);
  reference::Oracle oracle;
  oracle.Reset(trace.header, subject.promises());
  Run run;
  bool may_merge = false;
  std::vector<reference::Event> events;
  std::vector<reference::Name> fields;
  for (std::size_t i = 0; i < trace.operations.size() + kMoreTicks; ++i) {
    const Operation operation =
        i < trace.operations.size() ? trace.operations[i] : reference::op::Tick();
    if (!oracle.Allows(operation)) return std::nullopt;
    events.clear();
    const reference::Answer answer = subject.Apply(operation, events);
    if (subject.Stopped()) return std::nullopt;
    run.steps += operation.verb == Verb::kTick ? operation.number : 1;
    if (run.shown_after == 0) {
      for (const reference::Event& event : events) {
        if (reference::IsUnit(event.kind)) run.units.Add(event.kind);
      }
      if (subject.Found()) run.shown_after = run.steps;
    }
    const bool tick = operation.verb == Verb::kTick;
    if (tick && may_merge) {
      ++run.operations.back().number;
    } else {
      run.operations.push_back(operation);
    }
    // If a slice may end inside an object, two ticks of one unit differ from one tick of two units.
    may_merge = tick && !faults.Has(gc::Fault::kEndBetweenFields) &&
                (events.empty() || events.back().kind != reference::EventKind::kCycleEnd);
    auto violation = oracle.Apply(operation, answer, events);
    if (!violation) violation = Dangling(subject, oracle, fields);
    if (violation) {
      run.violation = *violation;
      return run;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Witness> Confirm(const reference::Trace& trace, gc::FaultSet faults) {
  const auto first = RunOn(trace, faults, ListOrder::kLastInFirstOut);
  const auto last = RunOn(trace, faults, ListOrder::kFirstInFirstOut);
  const auto& run = first ? first : last;
  if (!run) return std::nullopt;
  Witness witness;
  witness.trace = {trace.header, run->operations};
  witness.violation = run->violation;
  witness.any_list_order = first && last;
  witness.length = run->steps;
  witness.shown_after = run->shown_after;
  witness.units = run->units;
  return witness;
}

}  // namespace model
