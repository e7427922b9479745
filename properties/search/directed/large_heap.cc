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
constexpr std::uint32_t kWeaks = 256;
constexpr std::uint32_t kReferencers = 8;
constexpr std::uint32_t kAtOnce = 16;
}  // namespace

LargeHeap::LargeHeap(std::uint32_t objects, std::uint64_t seed)
    : limit_(objects),
      hubs_(std::max(1u, objects / kObjectsToAHub)),
      at_once_(std::clamp(objects / 16, 1u, kAtOnce)),
      random_(seed) {}

Operation LargeHeap::Next(const Oracle& oracle, std::span<const reference::Event> last) {
  for (const reference::Event& event : last) {
    if (event.kind == reference::EventKind::kFreed) --objects_;
    if (event.kind != reference::EventKind::kCycleEnd) continue;
    ++cycles_;
    CountReachable(oracle);
  }
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

void LargeHeap::CountReachable(const Oracle& oracle) {
  const std::vector<Name>& present = oracle.heap().Present();
  const auto reachable = std::count_if(present.begin(), present.end(),
                                       [&](Name name) { return oracle.IsReachable(name); });
  most_reachable_ = std::max(most_reachable_, static_cast<std::uint32_t>(reachable));
}

Operation LargeHeap::Step(const Oracle& oracle) {
  const bool idle = !oracle.Marking() && !oracle.Gathering() && !oracle.PurgePending();
  return idle ? op::Start() : op::Tick(kOperationsToAStep * kUnitsToAnOperation);
}

bool LargeHeap::Finish(const Oracle& oracle, Operation& operation) {
  operation = Step(oracle);
  if (operation.verb == reference::Verb::kTick) {
    operation.number = kUnitsAtTheEnd;
    return true;
  }
  return !std::exchange(last_cycle_, true);
}

void LargeHeap::Mutate(const Oracle& oracle) {
  if (next_name_ < hubs_) {
    const Name hub = NewName();
    Push(op::Create(hub, kSlots));
    Push(op::Root(hub));
    return;
  }
  const Name hub = random_.Below(hubs_);
  const auto slot = static_cast<std::uint16_t>(random_.Below(kSlots));
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
  Push(op::Create(made, 1 + random_.Below(3)));
  if (below != kNull) Push(op::Store(made, 0, below));
  Push(op::Store(hub, slot, made));
}

void LargeHeap::Change(const Oracle& oracle, Name hub, std::uint16_t slot, Name object) {
  const Name other = random_.Below(hubs_);
  const auto other_slot = static_cast<std::uint16_t>(random_.Below(kSlots));
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
