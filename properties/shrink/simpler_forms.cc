// properties/shrink/simpler_forms.cc -- for each verb, what is simpler than it.

#include "properties/shrink/simpler_forms.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Operand;
using reference::Operation;
using reference::Verb;
namespace op = reference::op;

namespace {

bool TakesField(Verb verb) {
  return reference::Takes(verb, Operand::kField) || reference::Takes(verb, Operand::kTargetField);
}

void AddNumbers(const Operation& operation, std::vector<Operation>& forms) {
  const std::uint32_t least = operation.verb == Verb::kTick ? 1 : 0;
  if (operation.number <= least) return;
  for (const std::uint32_t number :
       {least, operation.number / 4, operation.number / 2, operation.number - 1}) {
    if (number < least || number >= operation.number) continue;
    Operation form = operation;
    form.number = number;
    forms.push_back(form);
  }
}

void AddFields(const Operation& operation, std::vector<Operation>& forms) {
  for (std::uint16_t field = 0; field < operation.field; ++field) {
    Operation form = operation;
    form.field = field;
    forms.push_back(form);
  }
  for (std::uint16_t field = 0; field < operation.target_field; ++field) {
    Operation form = operation;
    form.target_field = field;
    forms.push_back(form);
  }
}

}  // namespace

std::vector<Operation> SimplerForms(const Operation& operation) {
  std::vector<Operation> forms;
  const auto add = [&forms](const Operation& form) { forms.insert(forms.end(), &form, &form + 1); };
  const Name a = operation.object;
  const Name b = operation.target;
  if (operation.lane != 0) {
    Operation form = operation;
    form.lane = 0;
    add(form);
  }
  switch (operation.verb) {
    case Verb::kReserve:
    case Verb::kCreateNamed:
    case Verb::kPermanent:
      add(op::Create(a, operation.number));
      [[fallthrough]];
    case Verb::kCreate:
    case Verb::kTick:
    case Verb::kFrame:
      AddNumbers(operation, forms);
      break;
    case Verb::kCopy:
      for (const std::uint32_t fields : {0u, 1u, 2u}) add(op::Create(a, fields));
      break;
    case Verb::kStore:
      if (b != kNull) add(op::Store(a, operation.field, kNull));
      break;
    case Verb::kOuter:
      add(op::Store(a, 0, b));
      break;
    case Verb::kSwap:
      add(op::Move(a, operation.field, b, operation.target_field));
      add(op::Move(b, operation.target_field, a, operation.field));
      [[fallthrough]];
    case Verb::kMove:
      add(op::Store(a, operation.field, kNull));
      add(op::Store(b, operation.target_field, kNull));
      break;
    case Verb::kKeep:
    case Verb::kStrongTake:
    case Verb::kHold:
      add(op::Root(a));
      break;
    case Verb::kUnkeep:
    case Verb::kStrongDrop:
    case Verb::kDrop:
      add(op::Unroot(a));
      break;
    case Verb::kReferencerHold:
      add(op::Root(a));
      add(op::StrongTake(a));
      if (operation.flag != 0) add(op::ReferencerHold(operation.number, a));
      break;
    case Verb::kWeakCopy:
      add(op::WeakRead(operation.other));
      break;
    case Verb::kResolve:
      add(op::Store(a, operation.field, kNull));
      add(op::WeakRead(operation.number));
      break;
    case Verb::kTryCollect:
      add(op::Collect());
      [[fallthrough]];
    case Verb::kCollect:
      for (const std::uint32_t units : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
        add(op::Tick(units));
      }
      add(op::Start());
      break;
    // Nothing is simpler than these.
    case Verb::kRoot:
    case Verb::kUnroot:
    case Verb::kWeakMake:
    case Verb::kWeakRead:
    case Verb::kReferencerRelease:
    case Verb::kReady:
    case Verb::kStart:
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
    case Verb::kComplete:
    case Verb::kAppend:
    case Verb::kErase:
    case Verb::kTake:
    case Verb::kFind:
    case Verb::kEnter:
    case Verb::kLeave:
    case Verb::kResurrect:
    case Verb::kGarbage:
    case Verb::kReferencerProtect:
    case Verb::kCluster:
    case Verb::kClusterAdd:
    case Verb::kDissolve:
      break;
  }
  if (TakesField(operation.verb)) AddFields(operation, forms);
  return forms;
}

}  // namespace properties
