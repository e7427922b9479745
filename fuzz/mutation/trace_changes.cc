// fuzz/mutation/trace_changes.cc -- operations inserted, cut, moved and redrawn.

#include "fuzz/mutation/trace_changes.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "fuzz/mutation/renaming.h"
#include "fuzz/mutation/vocabulary.h"
#include "reference/variant/variant_byte.h"

namespace fuzz {
namespace {

using properties::Random;
using reference::Operation;
using reference::Trace;
using reference::Verb;

constexpr std::uint32_t kShapeBits = 32;
constexpr std::uint32_t kMostBeforeSplit = 16;  // units before the cut: gaps are early

auto At(Trace& trace, std::size_t position) {
  return trace.operations.begin() + static_cast<std::ptrdiff_t>(position);
}

// A position from 0 to `count`, both included.
std::size_t Position(std::size_t count, Random& random) {
  return random.Below(static_cast<std::uint32_t>(count) + 1);
}

struct Slice {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// A slice, mostly a short one; empty only if the trace is empty.
Slice PickSlice(const Trace& trace, Random& random) {
  const std::size_t count = trace.operations.size();
  if (count == 0) return {};
  const std::size_t begin = Position(count - 1, random);
  const std::size_t most =
      random.Chance(3, 4) ? std::min<std::size_t>(4, count - begin) : count - begin;
  return {begin, 1 + Position(most - 1, random)};
}

std::vector<Operation> CopyOf(const Trace& trace, const Slice& slice) {
  const auto begin = trace.operations.begin() + static_cast<std::ptrdiff_t>(slice.begin);
  return {begin, begin + static_cast<std::ptrdiff_t>(slice.size)};
}

std::size_t Gap(const Trace& trace, Random& random) {
  std::vector<std::size_t> gaps;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (reference::IsCollectorStep(trace.operations[i].verb)) gaps.push_back(i + 1);
  }
  if (gaps.empty() || random.Chance(1, 2)) return Position(trace.operations.size(), random);
  return random.Pick(std::span(gaps));
}

std::vector<std::size_t> TicksToSplit(const Trace& trace) {
  std::vector<std::size_t> ticks;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& operation = trace.operations[i];
    if (operation.verb == Verb::kTick && operation.number > 1) ticks.push_back(i);
  }
  return ticks;
}

}  // namespace

void Insert(Trace& trace, Random& random) {
  const std::size_t position = Gap(trace, random);
  const Vocabulary vocabulary(trace, position);
  trace.operations.insert(At(trace, position), vocabulary.MakeAny(random));
}

// An object that nothing holds is unreachable, and cannot be named after the next step. So it is
// made together with its holder; and rather early in the trace, since an object that is made before
// the flip is white after it.
void InsertAttached(Trace& trace, Random& random) {
  const std::size_t position = Position(Position(trace.operations.size(), random), random);
  const Vocabulary vocabulary(trace, position);
  const Operation create = vocabulary.Make(Verb::kCreate, random);
  Operation attach = reference::op::Root(create.object);
  if (random.Chance(2, 3)) {
    attach = vocabulary.Make(Verb::kStore, random);
    attach.target = create.object;
  }
  trace.operations.insert(At(trace, position), {create, attach});
}

void InsertCarry(Trace& trace, Random& random) {
  const std::size_t position = Gap(trace, random);
  const Vocabulary vocabulary(trace, position);
  const std::optional<Edge> edge = vocabulary.PickEdge(random);
  if (!edge) return InsertAttached(trace, random);
  if (random.Chance(1, 3)) {
    Operation carry = vocabulary.Make(random.Chance(1, 2) ? Verb::kMove : Verb::kSwap, random);
    carry.target = edge->from;
    carry.target_field = edge->field;
    trace.operations.insert(At(trace, position), carry);
    return;
  }
  const Operation hold = vocabulary.MakeHolder(edge->to, random);
  const Operation cut = reference::op::Store(edge->from, edge->field, reference::kNull);
  trace.operations.insert(At(trace, position), {hold, cut});
}

void InsertCollectorSteps(Trace& trace, Random& random) {
  const std::size_t position = Position(trace.operations.size(), random);
  const Vocabulary vocabulary(trace, position);
  std::vector<Operation> steps;
  if (random.Chance(2, 3)) steps.push_back(reference::op::Start());
  if (steps.empty() || random.Chance(3, 4)) steps.push_back(vocabulary.Make(Verb::kTick, random));
  if (random.Chance(1, 8)) steps.push_back(reference::op::Collect());
  trace.operations.insert(At(trace, position), steps.begin(), steps.end());
}

void Erase(Trace& trace, Random& random) {
  const Slice slice = PickSlice(trace, random);
  trace.operations.erase(At(trace, slice.begin), At(trace, slice.begin + slice.size));
}

void Duplicate(Trace& trace, Random& random) {
  const std::vector<Operation> copy = CopyOf(trace, PickSlice(trace, random));
  const std::size_t position = Position(trace.operations.size(), random);
  trace.operations.insert(At(trace, position), copy.begin(), copy.end());
}

void SwapTwo(Trace& trace, Random& random) {
  if (trace.operations.size() < 2) return;
  const std::size_t first = Position(trace.operations.size() - 2, random);
  const std::size_t second =
      random.Chance(1, 2) ? first + 1 : Position(trace.operations.size() - 1, random);
  std::swap(trace.operations[first], trace.operations[second]);
}

void MoveSlice(Trace& trace, Random& random) {
  const Slice slice = PickSlice(trace, random);
  if (slice.size == 0) return;
  const auto begin = At(trace, slice.begin);
  const auto end = At(trace, slice.begin + slice.size);
  const std::size_t to = Position(trace.operations.size() - slice.size, random);
  if (to < slice.begin) {
    std::rotate(At(trace, to), begin, end);
  } else {
    std::rotate(begin, end, At(trace, to + slice.size));
  }
}

void ChangeOperand(Trace& trace, Random& random) {
  if (trace.operations.empty()) return;
  const std::size_t position = Position(trace.operations.size() - 1, random);
  Operation& operation = trace.operations[position];
  const auto operands = reference::OperandsOf(operation.verb);
  if (operands.empty()) return;
  const Vocabulary vocabulary(trace, position);
  vocabulary.Fill(random.Pick(operands), random, operation);
}

void ChangeVerb(Trace& trace, Random& random) {
  if (trace.operations.empty()) return;
  const std::size_t position = Position(trace.operations.size() - 1, random);
  Operation& operation = trace.operations[position];
  const Vocabulary vocabulary(trace, position);
  Operation changed = vocabulary.MakeAny(random);
  if (changed.object != reference::kNull && operation.object != reference::kNull) {
    changed.object = operation.object;
  }
  changed.lane = operation.lane;
  operation = changed;
}

void SplitTick(Trace& trace, Random& random) {
  const std::vector<std::size_t> ticks = TicksToSplit(trace);
  if (ticks.empty()) return InsertCollectorSteps(trace, random);
  const std::size_t position = random.Pick(std::span(ticks));
  const Vocabulary vocabulary(trace, position);
  const Operation between = vocabulary.MakeAny(random);
  Operation& before = trace.operations[position];
  Operation after = before;
  before.number = 1 + random.Below(std::min(before.number - 1, kMostBeforeSplit));
  after.number -= before.number;
  trace.operations.insert(At(trace, position + 1), {between, after});
}

void ChangeLocals(Trace& trace, Random& random) {
  if (reference::MeansDeadLocals(trace.header.heap)) return;
  trace.header.locals =
      static_cast<reference::Locals>(random.Below(reference::kLocalsWords.size()));
}

void ChangeShape(Trace& trace, Random& random) {
  trace.header.shape ^= std::uint32_t{1} << random.Below(kShapeBits);
}

void ChangeHeap(Trace& trace, Random& random) {
  const reference::SettingEntry& entry =
      reference::kSettings[random.Below(reference::kSettingCount)];
  const auto values = static_cast<std::uint32_t>(entry.Values().size());
  const auto choice = static_cast<std::uint8_t>(random.Below(values));
  // A worker has to be woken, which takes longer than most runs.
  const bool seldom =
      entry.setting == reference::Setting::kHands || entry.setting == reference::Setting::kIndices;
  trace.header.heap = {};
  if (seldom && !random.Chance(1, 50)) return;
  trace.header.heap.Choose(entry.setting, choice);
  if (reference::MeansDeadLocals(trace.header.heap)) trace.header.locals = reference::Locals::kDead;
}

void Splice(Trace& trace, const Trace& other, Random& random) {
  std::vector<Operation> brought = CopyOf(other, PickSlice(other, random));
  const std::size_t position = Position(trace.operations.size(), random);
  if (random.Chance(1, 2)) Rename(brought, Vocabulary(trace, position), random);
  if (random.Chance(1, 2)) {
    const std::size_t most = trace.operations.size() - position;
    const std::size_t replaced = Position(std::min(most, brought.size()), random);
    trace.operations.erase(At(trace, position), At(trace, position + replaced));
  }
  trace.operations.insert(At(trace, position), brought.begin(), brought.end());
}

}  // namespace fuzz
