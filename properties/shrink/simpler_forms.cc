// properties/shrink/simpler_forms.cc -- a table: for each verb, the function that makes its simpler
// forms.

#include "properties/shrink/simpler_forms.h"

#include <array>

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
  const std::uint32_t least = reference::Takes(operation.verb, Operand::kUnits) ? 1 : 0;
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

void AsCreate(const Operation& operation, std::vector<Operation>& forms) {
  forms.push_back(op::Create(operation.object, operation.number));
  AddNumbers(operation, forms);
}
void AsRoot(const Operation& operation, std::vector<Operation>& forms) {
  forms.push_back(op::Root(operation.object));
}
void AsUnroot(const Operation& operation, std::vector<Operation>& forms) {
  forms.push_back(op::Unroot(operation.object));
}
void AsCut(const Operation& operation, std::vector<Operation>& forms) {
  forms.push_back(op::Store(operation.object, operation.field, kNull));
}
void AsCuts(const Operation& operation, std::vector<Operation>& forms) {
  AsCut(operation, forms);
  forms.push_back(op::Store(operation.target, operation.target_field, kNull));
}
void AsMoves(const Operation& operation, std::vector<Operation>& forms) {
  const Name a = operation.object;
  const Name b = operation.target;
  forms.push_back(op::Move(a, operation.field, b, operation.target_field));
  forms.push_back(op::Move(b, operation.target_field, a, operation.field));
  AsCuts(operation, forms);
}
void AsSmallCreates(const Operation& operation, std::vector<Operation>& forms) {
  for (const std::uint32_t fields : {0u, 1u, 2u}) {
    forms.push_back(op::Create(operation.object, fields));
  }
}
void AsStoreOfNull(const Operation& operation, std::vector<Operation>& forms) {
  if (operation.target != kNull) AsCut(operation, forms);
}
void AsStoreIntoFirst(const Operation& operation, std::vector<Operation>& forms) {
  forms.push_back(op::Store(operation.object, 0, operation.target));
}
void AsHolder(const Operation& operation, std::vector<Operation>& forms) {
  AsRoot(operation, forms);
  forms.push_back(op::StrongTake(operation.object));
  if (operation.flag != 0) {
    forms.push_back(op::ReferencerHold(operation.number, operation.object));
  }
}
void AsReadOfOther(const Operation& operation, std::vector<Operation>& forms) {
  forms.push_back(op::WeakRead(operation.other));
}
void AsCutOrRead(const Operation& operation, std::vector<Operation>& forms) {
  AsCut(operation, forms);
  forms.push_back(op::WeakRead(operation.number));
}
void AsTicks(const Operation&, std::vector<Operation>& forms) {
  for (const std::uint32_t units : {1u, 2u, 4u, 8u, 16u, 32u, 64u})
    forms.push_back(op::Tick(units));
  forms.push_back(op::Start());
}
void AsPurge(const Operation& operation, std::vector<Operation>& forms) {
  AsTicks(operation, forms);
  AddNumbers(operation, forms);
}
void AsStart(const Operation&, std::vector<Operation>& forms) { forms.push_back(op::Start()); }
void AsCollect(const Operation& operation, std::vector<Operation>& forms) {
  forms.push_back(op::Collect());
  AsTicks(operation, forms);
}

// The function that adds a verb's simpler forms. A verb that is not listed has none.
struct Simplification {
  Verb verb;
  void (*add)(const Operation& operation, std::vector<Operation>& forms);
};
constexpr auto kSimplifications = std::to_array<Simplification>({
    {Verb::kReserve, AsCreate},
    {Verb::kCreateNamed, AsCreate},
    {Verb::kPermanent, AsCreate},
    {Verb::kCreate, AddNumbers},
    {Verb::kTick, AddNumbers},
    {Verb::kPurge, AsPurge},
    {Verb::kFinishPurge, AsTicks},
    {Verb::kFrame, AddNumbers},
    {Verb::kCopy, AsSmallCreates},
    {Verb::kStore, AsStoreOfNull},
    {Verb::kOuter, AsStoreIntoFirst},
    {Verb::kSwap, AsMoves},
    {Verb::kMove, AsCuts},
    {Verb::kKeep, AsRoot},
    {Verb::kStrongTake, AsRoot},
    {Verb::kHold, AsRoot},
    {Verb::kUnkeep, AsUnroot},
    {Verb::kStrongDrop, AsUnroot},
    {Verb::kDrop, AsUnroot},
    {Verb::kReferencerHold, AsHolder},
    {Verb::kWeakCopy, AsReadOfOther},
    {Verb::kResolve, AsCutOrRead},
    {Verb::kTryCollect, AsCollect},
    {Verb::kCollect, AsTicks},
    {Verb::kCollectKeeping, AsCollect},
    {Verb::kStartKeeping, AsStart},
    {Verb::kRecreate, AsCreate},
});

}  // namespace

std::vector<Operation> SimplerForms(const Operation& operation) {
  std::vector<Operation> forms;
  if (operation.lane != 0) {
    forms.push_back(operation);
    forms.back().lane = 0;
  }
  for (const Simplification& simplification : kSimplifications) {
    if (simplification.verb == operation.verb) simplification.add(operation, forms);
  }
  if (TakesField(operation.verb)) AddFields(operation, forms);
  return forms;
}

}  // namespace properties
