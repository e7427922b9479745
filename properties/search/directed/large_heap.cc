// properties/search/directed/large_heap.cc -- what the mutator of a large heap does next.

#include "properties/search/directed/large_heap.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace properties {

namespace op = reference::op;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Oracle;

namespace {
constexpr std::uint32_t kSlots = 8;
constexpr std::uint32_t kObjectsToAHub = 64;
constexpr std::uint32_t kOperationsToAStep = 64;
constexpr std::uint32_t kUnitsToAnOperation = 4;
constexpr std::uint32_t kUnitsAtTheEnd = 50'000;
constexpr std::uint32_t kTicksAtTheEnd = 1000;
constexpr std::uint32_t kWeaks = 256;
constexpr std::uint32_t kReferencers = 8;
constexpr std::uint32_t kAtOnce = 16;
// What a collector does with an object in a cycle, in units, at most.
constexpr std::uint32_t kUnitsToAnObject = 4;

// `limit`: of the subject; 0: none.
std::uint32_t AtMost(std::uint32_t wanted, std::uint32_t limit) {
  return limit == 0 ? wanted : std::min(wanted, limit);
}
}  // namespace

LargeHeap::LargeHeap(std::uint32_t objects, std::uint64_t seed, const reference::Promises& promises)
    : limit_(AtMost(objects, promises.most_objects)),
      slots_(AtMost(kSlots, promises.most_fields)),
      hubs_(std::max(1u, limit_ / kObjectsToAHub)),
      at_once_(std::clamp(limit_ / 16, 1u, kAtOnce)),
      random_(seed),
      told_{.by_units = promises.units,
            .collects_at_end = promises.units ? 1 : 1 + promises.collects_until_gone} {}

void LargeHeap::Take(const Oracle& oracle, std::span<const reference::Event> last) {
  for (const reference::Event& event : last) {
    if (event.kind == reference::EventKind::kFreed) --objects_;
    if (told_.by_units && event.kind == reference::EventKind::kCycleEnd) CountCycle(oracle);
  }
}

Operation LargeHeap::Next(const Oracle& oracle, std::span<const reference::Event> last) {
  Take(oracle, last);
  // The collector steps only when the queue is empty: an object that was made and is in no slot yet
  // would not survive the step.
  if (++since_step_ >= kOperationsToAStep && queue_.empty()) {
    since_step_ = 0;
    return Step(oracle);
  }
  while (queue_.empty()) Mutate(oracle);
  const Operation operation = queue_.front();
  queue_.pop_front();
  if (operation.verb == reference::Verb::kCreate) most_ = std::max(most_, ++objects_);
  return operation;
}

void LargeHeap::CountCycle(const Oracle& oracle) {
  ++cycles_;
  const std::vector<Name>& present = oracle.heap().Present();
  const auto reachable = std::count_if(present.begin(), present.end(),
                                       [&](Name name) { return oracle.IsReachable(name); });
  most_reachable_ = std::max(most_reachable_, static_cast<std::uint32_t>(reachable));
}

Operation LargeHeap::Step(const Oracle& oracle) {
  if (!told_.by_units) {
    const Operation operation = StepUnseen();
    if (operation.verb == reference::Verb::kCollect) CountCycle(oracle);
    return operation;
  }
  const bool idle = !oracle.Marking() && !oracle.Gathering() && !oracle.PurgePending();
  return idle ? op::Start() : op::Tick(kOperationsToAStep * kUnitsToAnOperation);
}

// The middle of a cycle is met at every length: the `collect` comes sooner or later.
Operation LargeHeap::StepUnseen() {
  const std::uint32_t units = kOperationsToAStep * kUnitsToAnOperation;
  if (told_.steps++ == 0) return op::Start();
  const std::uint32_t ticks = 2 + objects_ * kUnitsToAnObject / units;
  if (told_.steps <= ticks && !random_.Chance(1, ticks)) return op::Tick(units);
  told_.steps = 0;
  return op::Collect();
}

bool LargeHeap::Finish(const Oracle& oracle, std::span<const reference::Event> last,
                       Operation& operation) {
  Take(oracle, last);
  if (!told_.by_units) {
    operation = op::Collect();
    if (told_.last_collects++ == told_.collects_at_end) return false;
    CountCycle(oracle);
    return true;
  }
  operation = Step(oracle);
  if (operation.verb != reference::Verb::kTick)
    return told_.last_collects++ < told_.collects_at_end;
  operation.number = kUnitsAtTheEnd;
  return told_.last_ticks++ < kTicksAtTheEnd + next_name_ / kObjectsToAHub;
}

void LargeHeap::Mutate(const Oracle& oracle) {
  if (next_name_ < hubs_) {
    const Name hub = NewName();
    Push(op::Create(hub, slots_));
    Push(op::Root(hub));
    return;
  }
  const Name hub = random_.Below(hubs_);
  const auto slot = static_cast<std::uint16_t>(random_.Below(slots_));
  const Name object = oracle.Fields(hub)[slot];
  const bool room = objects_ < limit_ && next_name_ < reference::kNameLimit;
  if (room && (object == kNull || random_.Chance(3, 4))) {
    Create(hub, slot, object);
  } else if (object != kNull) {
    Change(oracle, hub, slot, object);
  } else {
    Push(op::Swap(hub, slot, random_.Below(hubs_), slot));
  }
}

void LargeHeap::Create(Name hub, std::uint16_t slot, Name below) {
  const Name made = NewName();
  Push(op::Create(made, 1 + random_.Below(std::min(slots_, 3u))));
  if (below != kNull) Push(op::Store(made, 0, below));
  Push(op::Store(hub, slot, made));
}

void LargeHeap::Change(const Oracle& oracle, Name hub, std::uint16_t slot, Name object) {
  const Name other = random_.Below(hubs_);
  const auto other_slot = static_cast<std::uint16_t>(random_.Below(slots_));
  const Name there = oracle.Fields(other)[other_slot];
  const auto last = static_cast<std::uint16_t>(oracle.Fields(object).size() - 1);
  switch (random_.Below(16)) {
    case 0:
      return Push(op::Store(hub, slot, kNull));
    case 1:
    case 2:  // the object below takes its place
      return Push(op::Move(hub, slot, object, 0));
    case 3:
    case 4:
    case 5:
      return Push(op::Swap(hub, slot, other, other_slot));
    case 6:
    case 7:
      if (there == kNull) return Push(op::Move(other, other_slot, hub, slot));
      return Push(op::Swap(object, 0, there, 0));
    case 8:
    case 9:
      return Push(op::Store(object, last, there));
    case 10:
      return Push(op::WeakMake(random_.Below(kWeaks), object));
    case 11:
      return Push(op::WeakRead(random_.Below(kWeaks)));
    case 12:
      return Push(op::ReferencerHold(random_.Below(kReferencers), object));
    case 13:
      return Push(op::ReferencerRelease(random_.Below(kReferencers)));
    default:
      return HoldOtherwise(object);
  }
}

// Takes and drops strong pointers, and makes objects unready and ready again, a few at a time.
void LargeHeap::HoldOtherwise(Name object) {
  if (random_.Chance(1, 2)) {
    Push(op::StrongTake(object));
    strong_.push_back(object);
    if (strong_.size() <= at_once_) return;
    Push(op::StrongDrop(strong_.front()));
    strong_.pop_front();
  } else {
    Push(op::Ready(object, false));
    unready_.push_back(object);
    if (unready_.size() <= at_once_) return;
    Push(op::Ready(unready_.front(), true));
    unready_.pop_front();
  }
}

}  // namespace properties
