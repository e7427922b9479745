// fuzz/mutation/vocabulary.cc -- draws operands, by the grammar's table, from the objects that are
// there.

#include "fuzz/mutation/vocabulary.h"

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

// The verbs that a new line should have more often than others: faults show in the collector's
// steps, and most of them need a store.
constexpr auto kOftenUseful = std::to_array<Verb>({Verb::kCreate,         Verb::kStore,
                                                   Verb::kStore,          Verb::kStore,
                                                   Verb::kStore,          Verb::kStore,
                                                   Verb::kStore,          Verb::kMove,
                                                   Verb::kMove,           Verb::kSwap,
                                                   Verb::kRoot,           Verb::kRoot,
                                                   Verb::kUnroot,         Verb::kTick,
                                                   Verb::kTick,           Verb::kStart,
                                                   Verb::kCollect,        Verb::kWeakMake,
                                                   Verb::kWeakMake,       Verb::kWeakRead,
                                                   Verb::kWeakRead,       Verb::kWeakCopy,
                                                   Verb::kReady,          Verb::kHold,
                                                   Verb::kDrop,           Verb::kReferencerHold,
                                                   Verb::kReferencerHold, Verb::kReferencerRelease,
                                                   Verb::kStrongTake,     Verb::kStrongDrop,
                                                   Verb::kKeep,           Verb::kUnkeep,
                                                   Verb::kCopy,           Verb::kReserve,
                                                   Verb::kComplete,       Verb::kComplete,
                                                   Verb::kAppend,         Verb::kAppend,
                                                   Verb::kErase,          Verb::kTake,
                                                   Verb::kResolve,        Verb::kResolve,
                                                   Verb::kCreateNamed,    Verb::kFind,
                                                   Verb::kFind,           Verb::kEnter,
                                                   Verb::kLeave,          Verb::kTryCollect,
                                                   Verb::kFrame,          Verb::kPermanent,
                                                   Verb::kResurrect,      Verb::kGarbage,
                                                   Verb::kOuter,          Verb::kReferencerProtect,
                                                   Verb::kCluster,        Verb::kCluster});

// The verbs above, and every other verb once. Expectations are left out: they are claims that the
// author of a trace makes, and a fuzzer has none.
const std::vector<Verb>& DrawnVerbs() {
  static const std::vector<Verb> kVerbs = [] {
    std::vector<Verb> verbs(kOftenUseful.begin(), kOftenUseful.end());
    for (const reference::VerbEntry& entry : reference::kVerbs) {
      const bool drawn = std::ranges::find(verbs, entry.verb) != verbs.end();
      if (!drawn && !reference::IsExpectation(entry.verb)) verbs.push_back(entry.verb);
    }
    return verbs;
  }();
  return kVerbs;
}

// Mostly one unit, the smallest gap in which a fault can strike; sometimes several, rarely all.
std::uint32_t PickUnits(Random& random) {
  if (random.Chance(1, 2)) return 1;
  if (random.Chance(3, 4)) return random.Between(2, 6);
  if (random.Chance(3, 4)) return random.Between(7, 32);
  return 1000;
}

constexpr std::size_t kMostSlots = 8;  // so many weak references or referencers at most

// The number of a slot in use, or the next free number.
std::uint32_t PickSlot(std::size_t in_use, Random& random) {
  return random.Below(static_cast<std::uint32_t>(std::min<std::size_t>(in_use + 1, kMostSlots)));
}

}  // namespace

Vocabulary::Vocabulary(const reference::Trace& trace, std::size_t position)
    : dry_run_(trace.header) {
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& operation = trace.operations[i];
    if (operation.object != kNull) fresh_ = std::max(fresh_, operation.object + 1);
    if (operation.target != kNull) fresh_ = std::max(fresh_, operation.target + 1);
    if (i < position) dry_run_.Step(operation);
  }
  const reference::Oracle& oracle = dry_run_.oracle();
  for (Name name = 0; name < oracle.NameCount(); ++name) {
    if (oracle.CanName(name)) nameable_.push_back(name);
  }
}

Name Vocabulary::PickObject(Random& random) const {
  if (!nameable_.empty() && !random.Chance(1, 24)) return random.Pick(std::span(nameable_));
  return random.Below(std::clamp<Name>(fresh_, 1, kMostNames));
}

// Sections belong to lane 1 or 2. While a lane has a section open, half of the operations drawn for
// it are done in that lane, the others in lane 0.
std::uint8_t Vocabulary::PickLane(Verb verb, Random& random) const {
  const auto lane = static_cast<std::uint8_t>(random.Between(1, 2));
  if (reference::KindOf(verb) == reference::VerbKind::kSection) return lane;
  if (reference::IsCollectorStep(verb) || dry_run_.oracle().SectionsOf(lane) == 0) return 0;
  return random.Chance(1, 2) ? lane : std::uint8_t{0};
}

std::uint16_t Vocabulary::PickField(Name object, Random& random) const {
  const reference::Oracle& oracle = dry_run_.oracle();
  const std::size_t fields =
      oracle.Exists(object) ? oracle.Fields(object).size() : reference::kDefaultFields;
  return static_cast<std::uint16_t>(fields == 0 ? 0
                                                : random.Below(static_cast<std::uint32_t>(fields)));
}

void Vocabulary::Fill(Operand operand, Random& random, Operation& operation) const {
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kObject:
      operation.object =
          reference::IsBirth(operation.verb) && fresh_ < kMostNames ? fresh_ : PickObject(random);
      return;
    case Operand::kField:
      operation.object = PickObject(random);
      operation.field = PickField(operation.object, random);
      return;
    case Operand::kValue:
      operation.target = random.Chance(1, 4) ? kNull : PickObject(random);
      return;
    case Operand::kOther:
      operation.target = PickObject(random);
      return;
    case Operand::kTargetField:
      operation.target = PickObject(random);
      operation.target_field = PickField(operation.target, random);
      return;
    case Operand::kFieldCount:
      operation.number = random.Chance(3, 4) ? reference::kDefaultFields : random.Below(5);
      return;
    case Operand::kUnits:
      operation.number = PickUnits(random);
      return;
    case Operand::kWeak:
      operation.number = PickSlot(dry_run_.oracle().WeakCount(), random);
      return;
    case Operand::kOtherWeak:
      operation.other = PickSlot(dry_run_.oracle().WeakCount(), random);
      return;
    case Operand::kReferencer:
      operation.number = PickSlot(dry_run_.oracle().ReferencerCount(), random);
      return;
    case Operand::kYesNo:
    case Operand::kRaw:
      operation.flag = static_cast<std::uint8_t>(random.Below(2));
      return;
    case Operand::kSeconds:
      operation.number = random.Chance(1, 2) ? random.Below(2) : 61;
      return;
  }
}

Operation Vocabulary::Draw(Verb verb, Random& random) const {
  Operation operation{.verb = verb, .lane = PickLane(verb, random)};
  for (const Operand operand : reference::OperandsOf(verb)) Fill(operand, random, operation);
  return operation;
}

Operation Vocabulary::Make(Verb verb, Random& random) const {
  Operation operation = Draw(verb, random);
  for (int i = 1; i < kAttempts && !dry_run_.oracle().Allows(operation); ++i) {
    operation = Draw(verb, random);
  }
  return operation;
}

Operation Vocabulary::MakeAny(Random& random) const {
  Operation operation;
  for (int i = 0; i < kAttempts; ++i) {
    operation = Draw(random.Pick(std::span(DrawnVerbs())), random);
    if (dry_run_.oracle().Allows(operation)) break;
  }
  return operation;
}

std::optional<Edge> Vocabulary::PickEdge(Random& random) const {
  std::vector<Edge> edges;
  for (const Name from : nameable_) {
    const auto& fields = dry_run_.oracle().Fields(from);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] != kNull) edges.push_back({from, static_cast<std::uint16_t>(i), fields[i]});
    }
  }
  if (edges.empty()) return std::nullopt;
  return random.Pick(std::span(edges));
}

Operation Vocabulary::MakeHolder(Name object, Random& random) const {
  // Mostly a field, since most barriers are barriers of fields.
  static constexpr auto kHolders =
      std::to_array<Verb>({Verb::kStore, Verb::kStore, Verb::kStore, Verb::kRoot, Verb::kKeep,
                           Verb::kStrongTake, Verb::kReferencerHold});
  Operation holder = Make(random.Pick(std::span<const Verb>(kHolders)), random);
  (holder.verb == Verb::kStore ? holder.target : holder.object) = object;
  return holder;
}

}  // namespace fuzz
