// model/explorer/trace_builder.cc -- steps found again, and written as operations.

#include "model/explorer/trace_builder.h"

#include <optional>

namespace model {

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

Operation TraceBuilder::OperationOf(const Step& step) const {
  Operation operation{.verb = step.verb};
  switch (step.verb) {
    case Verb::kTick:
      operation.number = 1;
      return operation;
    case Verb::kReferencerHold:
    case Verb::kReferencerProtect:
    case Verb::kReferencerRelease:
      // r0 is the wrapper, r1 the raw one, r2 the one that protects
      operation.number = static_cast<std::uint32_t>(step.hold);
      if (step.verb == Verb::kReferencerRelease) return operation;
      operation.flag = step.hold == Hold::kRaw;
      break;
    case Verb::kWeakMake:
    case Verb::kWeakRead:
    case Verb::kWeakCopy:
      operation.number = step.slot;
      operation.other = step.other_slot;
      break;
    case Verb::kResolve:
      operation.number = step.slot;
      operation.field = step.field;
      break;
    case Verb::kStart:
    case Verb::kRoot:
    case Verb::kUnroot:
    case Verb::kKeep:
    case Verb::kUnkeep:
    case Verb::kStrongTake:
    case Verb::kStrongDrop:
    case Verb::kHold:
    case Verb::kDrop:
    case Verb::kComplete:
    case Verb::kFind:
    case Verb::kGarbage:
    case Verb::kCluster:
    case Verb::kDissolve:
      break;
    case Verb::kCreate:
      operation.number = bounds_.Containers() ? 0 : static_cast<std::uint32_t>(bounds_.fields);
      break;
    case Verb::kReserve:
    case Verb::kCreateNamed:
    case Verb::kPermanent:
      operation.number = static_cast<std::uint32_t>(bounds_.fields);
      break;
    case Verb::kReady:
      operation.flag = step.flag;
      break;
    case Verb::kAppend:  // its field is the one that follows the last
    case Verb::kOuter:
      operation.target = NameOf(step.target);
      break;
    case Verb::kCopy:
    case Verb::kStore:
    case Verb::kMove:
    case Verb::kSwap:
    case Verb::kErase:
    case Verb::kTake:
    case Verb::kClusterAdd:
    case Verb::kResurrect:
      operation.target = NameOf(step.target);
      operation.field = step.field;
      operation.target_field = step.target_field;
      break;
    case Verb::kCollect:  // ForEachStep makes none of these
    case Verb::kTryCollect:
    case Verb::kFrame:
    case Verb::kEnter:
    case Verb::kLeave:
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
      break;
  }
  operation.object = NameOf(step.object);
  return operation;
}

}  // namespace model
