// model/explorer/trace_builder.cc -- finds steps again, and writes them as operations.

#include "model/explorer/trace_builder.h"

#include <optional>

namespace model {

using reference::Operand;
using reference::Operation;
using reference::Verb;

template <typename Visit>
void TraceBuilder::ForEachNext(Visit&& visit) const {
  const State state = state_;
  ForEachStep(machine_, state, bounds_, [&](const Step& step) {
    if (in_order_ && !IsInOrder(step, state)) return;
    State next = state;
    const std::optional<Finding> finding = model::Take(machine_, step, next);
    visit(step, finding, next);
  });
}

TraceBuilder::TraceBuilder(const Machine& machine, const Bounds& bounds,
                           const std::vector<Packed>& path, bool in_order)
    : machine_(machine),
      bounds_(bounds),
      in_order_(in_order),
      names_(kMaxEntries, reference::kNull) {
  trace_.header.locals = machine.locals();
  for (const Packed& target : path) {
    bool found = false;
    ForEachNext([&](const Step& step, const auto& finding, const State& next) {
      const auto packed = [&] { return in_order_ ? PackAsItIs(next) : PackCanonical(next); };
      if (found || finding || !(packed() == target)) return;
      found = true;
      Take(step, next);
    });
  }
}

void TraceBuilder::Take(const Step& step, const State& next) {
  if (reference::IsBirth(step.verb)) names_[step.object] = next_name_++;
  trace_.operations.push_back(OperationOf(step));
  units_.Add(step);
  state_ = next;
}

std::vector<reference::Trace> TraceBuilder::TracesTo(reference::Property property) const {
  std::vector<reference::Trace> traces;
  ForEachNext([&](const Step& step, const auto& finding, const State&) {
    if (!finding || finding->property != property) return;
    traces.push_back(trace_);
    traces.back().operations.push_back(OperationOf(step));
  });
  return traces;
}

UnitCounts TraceBuilder::UnitsTo(reference::Property property) const {
  std::optional<UnitCounts> counts;
  ForEachNext([&](const Step& step, const auto& finding, const State&) {
    if (counts || !finding || finding->property != property) return;
    counts = units_;
    counts->Add(step);
  });
  return counts.value_or(units_);
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
