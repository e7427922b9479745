// reference/trace/trace_grammar.cc -- the table of operands, walked to check an operation.

#include "reference/trace/trace_grammar.h"

namespace reference {
namespace {

void CopyOperand(Operand operand, const Operation& from, Operation& to) {
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kField:
      to.field = from.field;
      [[fallthrough]];
    case Operand::kObject:
      to.object = from.object;
      return;
    case Operand::kTargetField:
      to.target_field = from.target_field;
      [[fallthrough]];
    case Operand::kValue:
    case Operand::kOther:
      to.target = from.target;
      return;
    case Operand::kFieldCount:
    case Operand::kUnits:
    case Operand::kWeak:
    case Operand::kReferencer:
    case Operand::kSeconds:
      to.number = from.number;
      return;
    case Operand::kOtherWeak:
      to.other = from.other;
      return;
    case Operand::kYesNo:
    case Operand::kRaw:
      to.flag = from.flag;
      return;
  }
}

bool WithinLimits(Operand operand, const Operation& operation) {
  switch (operand) {
    case Operand::kNone:
      return true;
    case Operand::kObject:
      return operation.object < kNameLimit;
    case Operand::kField:
      return operation.object < kNameLimit && operation.field < kFieldLimit;
    case Operand::kValue:
      return operation.target < kNameLimit || operation.target == kNull;
    case Operand::kOther:
      return operation.target < kNameLimit;
    case Operand::kTargetField:
      return operation.target < kNameLimit && operation.target_field < kFieldLimit;
    case Operand::kFieldCount:
      return operation.number <= kFieldLimit;
    case Operand::kUnits:
      return operation.number >= 1 && operation.number <= kTickLimit;
    case Operand::kWeak:
    case Operand::kReferencer:
      return operation.number < kSlotLimit;
    case Operand::kOtherWeak:
      return operation.other < kSlotLimit;
    case Operand::kYesNo:
    case Operand::kRaw:
      return operation.flag <= 1;
    case Operand::kSeconds:
      return operation.number < kSecondsLimit;
  }
  return false;
}

}  // namespace

Operation WithUsedMembersOnly(const Operation& operation) {
  Operation used{.verb = operation.verb, .lane = operation.lane};
  for (const Operand operand : OperandsOf(operation.verb)) CopyOperand(operand, operation, used);
  return used;
}

bool IsWellFormed(const Operation& operation) {
  if (static_cast<std::size_t>(operation.verb) >= kVerbCount) return false;
  if (operation.lane >= kLaneLimit) return false;
  for (const Operand operand : OperandsOf(operation.verb)) {
    if (!WithinLimits(operand, operation)) return false;
  }
  return operation == WithUsedMembersOnly(operation);
}

}  // namespace reference
