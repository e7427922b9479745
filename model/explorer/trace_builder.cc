// model/explorer/trace_builder.cc -- finds steps again, and writes them as operations.

#include "model/explorer/trace_builder.h"

#include <optional>

namespace model {

using reference::Operand;
using reference::Operation;
using reference::Verb;

TraceBuilder::TraceBuilder(const Machine& machine, const Bounds& bounds,
                           const std::vector<Packed>& path)
    : machine_(machine), bounds_(bounds), names_(kMaxEntries, reference::kNull) {
  trace_.header.locals = machine.locals();
  for (const Packed& target : path) {
    bool found = false;
    const State state = state_;
    ForEachStep(machine_, state, bounds_, [&](const Step& step) {
      if (found) return;
      State next = state;
      if (model::Take(machine_, step, next) || !(PackCanonical(next) == target)) return;
      found = true;
      Take(step, next);
    });
  }
}

void TraceBuilder::Take(const Step& step, const State& next) {
  if (reference::IsBirth(step.verb)) names_[step.object] = next_name_++;
  trace_.operations.push_back(OperationOf(step));
  state_ = next;
}

std::vector<reference::Trace> TraceBuilder::TracesTo(reference::Property property) const {
  std::vector<reference::Trace> traces;
  ForEachStep(machine_, state_, bounds_, [&](const Step& step) {
    State next = state_;
    const std::optional<Finding> finding = model::Take(machine_, step, next);
    if (!finding || finding->property != property) return;
    traces.push_back(trace_);
    traces.back().operations.push_back(OperationOf(step));
  });
  return traces;
}

reference::Name TraceBuilder::NameOf(Entry entry) const {
  return entry == kNone ? reference::kNull : names_[entry];
}

// ForEachStep visits no verb of schedulers or sections, and none that only an author of a trace
// uses.
Operation TraceBuilder::OperationOf(const Step& step) const {
  Operation operation{.verb = step.verb};
  for (const Operand operand : reference::OperandsOf(step.verb)) Write(operand, step, operation);
  return operation;
}

void TraceBuilder::Write(Operand operand, const Step& step, Operation& operation) const {
  switch (operand) {
    case Operand::kField:
      operation.field = step.field;
      [[fallthrough]];
    case Operand::kObject:
      operation.object = NameOf(step.object);
      return;
    case Operand::kTargetField:
      operation.target_field = step.target_field;
      [[fallthrough]];
    case Operand::kValue:
    case Operand::kOther:
      operation.target = NameOf(step.target);
      return;
    case Operand::kFieldCount: {
      const bool container = step.verb == Verb::kCreate && bounds_.Containers();
      operation.number = container ? 0 : static_cast<std::uint32_t>(bounds_.fields);
      return;
    }
    case Operand::kUnits:
      operation.number = 1;
      return;
    case Operand::kWeak:
      operation.number = step.slot;
      return;
    case Operand::kOtherWeak:
      operation.other = step.other_slot;
      return;
    case Operand::kReferencer:  // r0 is the wrapper, r1 the raw one, r2 the one that protects
      operation.number = static_cast<std::uint32_t>(step.hold);
      return;
    case Operand::kYesNo:
      operation.flag = step.flag;
      return;
    case Operand::kRaw:
      operation.flag = step.hold == Hold::kRaw;
      return;
    case Operand::kSeconds:
    case Operand::kNone:
      return;
  }
}

}  // namespace model
