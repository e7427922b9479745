// fuzz/vocabulary.cc -- operands by the table of the grammar, drawn from what is there.

#include "fuzz/vocabulary.h"

#include <algorithm>
#include <array>
#include <span>

namespace fuzz {
namespace {

using properties::Random;
using reference::kNull;
using reference::Name;
using reference::Operand;
using reference::Operation;
using reference::Verb;

// Verbs by how often a new line should have them: the collector's steps are where faults strike,
// and a store is what most of them strike with. Expectations are the claims of whoever wrote a
// trace, and nothing for a fuzzer to make up.
constexpr auto kOftenUseful = std::to_array<Verb>(
    {Verb::kCreate,         Verb::kCreate,   Verb::kCreate,   Verb::kStore,
     Verb::kStore,          Verb::kStore,    Verb::kStore,    Verb::kStore,
     Verb::kMove,           Verb::kSwap,     Verb::kRoot,     Verb::kRoot,
     Verb::kUnroot,         Verb::kUnroot,   Verb::kTick,     Verb::kTick,
     Verb::kTick,           Verb::kTick,     Verb::kTick,     Verb::kStart,
     Verb::kStart,          Verb::kCollect,  Verb::kWeakMake, Verb::kWeakRead,
     Verb::kWeakCopy,       Verb::kReady,    Verb::kHold,     Verb::kDrop,
     Verb::kReferencerHold, Verb::kWeakMake, Verb::kWeakRead, Verb::kReferencerRelease,
     Verb::kStrongTake,     Verb::kReady,    Verb::kTick,     Verb::kStrongDrop});

// Mostly one unit, since a fault needs a gap and a unit is the smallest; sometimes some, rarely
// all.
std::uint32_t PickUnits(Random& random) {
  if (random.Chance(1, 2)) return 1;
  if (random.Chance(3, 4)) return random.Between(2, 6);
  if (random.Chance(3, 4)) return random.Between(7, 32);
  return 1000;
}

// A slot in use, or the next one.
std::uint32_t PickSlot(std::uint32_t in_use, Random& random) {
  return random.Below(std::min(in_use + 1, reference::kSlotLimit));
}

}  // namespace

Vocabulary::Vocabulary(const reference::Trace& trace) : locals_(trace.header.locals) {
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& operation = trace.operations[i];
    for (const Operand operand : reference::OperandsOf(operation.verb)) {
      if (operand == Operand::kWeak) weaks_ = std::max(weaks_, operation.number + 1);
      if (operand == Operand::kReferencer) {
        referencers_ = std::max(referencers_, operation.number + 1);
      }
    }
    if (operation.object != kNull) fresh_ = std::max(fresh_, operation.object + 1);
    if (operation.target != kNull) fresh_ = std::max(fresh_, operation.target + 1);
    if (operation.verb == Verb::kCreate) made_.push_back({operation.object, operation.number, i});
  }
}

Name Vocabulary::PickObject(std::size_t position, Random& random) const {
  const auto behind = std::ranges::lower_bound(made_, position, {}, &Made::position);
  const auto before = static_cast<std::uint32_t>(behind - made_.begin());
  if (before > 0 && !random.Chance(1, 24)) return made_[random.Below(before)].name;
  return random.Below(std::clamp<Name>(fresh_, 1, kMostNames));
}

std::uint16_t Vocabulary::PickField(Name object, Random& random) const {
  const auto made = std::ranges::find(made_, object, &Made::name);
  const std::uint32_t fields = made == made_.end() ? reference::kDefaultFields : made->fields;
  return static_cast<std::uint16_t>(fields == 0 ? 0 : random.Below(fields));
}

void Vocabulary::Fill(Operand operand, std::size_t position, Random& random,
                      Operation& operation) const {
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kObject:
      operation.object = operation.verb == Verb::kCreate && fresh_ < kMostNames
                             ? fresh_
                             : PickObject(position, random);
      return;
    case Operand::kField:
      operation.object = PickObject(position, random);
      operation.field = PickField(operation.object, random);
      return;
    case Operand::kValue:
      operation.target = random.Chance(1, 4) ? kNull : PickObject(position, random);
      return;
    case Operand::kTargetField:
      operation.target = PickObject(position, random);
      operation.target_field = PickField(operation.target, random);
      return;
    case Operand::kFieldCount:
      operation.number = random.Chance(3, 4) ? reference::kDefaultFields : random.Below(5);
      return;
    case Operand::kUnits:
      operation.number = PickUnits(random);
      return;
    case Operand::kWeak:
      operation.number = PickSlot(weaks_, random);
      return;
    case Operand::kOtherWeak:
      operation.other = PickSlot(weaks_, random);
      return;
    case Operand::kReferencer:
      operation.number = PickSlot(referencers_, random);
      return;
    case Operand::kYesNo:
    case Operand::kRaw:
      operation.flag = static_cast<std::uint8_t>(random.Below(2));
      return;
  }
}

Operation Vocabulary::Make(Verb verb, std::size_t position, Random& random) const {
  Operation operation{.verb = verb};
  for (const Operand operand : reference::OperandsOf(verb)) {
    Fill(operand, position, random, operation);
  }
  return operation;
}

Operation Vocabulary::MakeAny(std::size_t position, Random& random) const {
  Verb verb = random.Pick(std::span<const Verb>(kOftenUseful));
  if (locals_ == reference::Locals::kDead && (verb == Verb::kHold || verb == Verb::kDrop)) {
    verb = Verb::kStore;
  }
  return Make(verb, position, random);
}

}  // namespace fuzz
