// fuzz/trace_mutator.cc -- one change a function, drawn by weight.

#include "fuzz/trace_mutator.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "fuzz/rehearsal.h"
#include "fuzz/rename.h"
#include "fuzz/vocabulary.h"

namespace fuzz {
namespace {

using reference::Operation;
using reference::Trace;
using reference::Verb;

auto At(Trace& trace, std::size_t position) {
  return trace.operations.begin() + static_cast<std::ptrdiff_t>(position);
}

}  // namespace

void TraceMutator::Mutate(Trace& trace) {
  // Each as often as it stands here. Insertions outweigh erasures: a trace that grew one line too
  // far is shrunk by whoever minimises; one that never grew is found by nobody.
  static constexpr auto kChanges =
      std::to_array<Change>({&TraceMutator::Insert,         &TraceMutator::Insert,
                             &TraceMutator::Insert,         &TraceMutator::Insert,
                             &TraceMutator::InsertAttached, &TraceMutator::InsertAttached,
                             &TraceMutator::InsertAttached, &TraceMutator::InsertCollectorSteps,
                             &TraceMutator::Erase,          &TraceMutator::Erase,
                             &TraceMutator::Duplicate,      &TraceMutator::SwapTwo,
                             &TraceMutator::MoveSlice,      &TraceMutator::MoveSlice,
                             &TraceMutator::ChangeOperand,  &TraceMutator::ChangeOperand,
                             &TraceMutator::ChangeOperand,  &TraceMutator::ChangeVerb,
                             &TraceMutator::SplitTick,      &TraceMutator::SplitTick,
                             &TraceMutator::ChangeLocals});
  const Trace before = trace;
  std::uint32_t changes = 1;
  while (changes < 12 && random_.Chance(1, 2)) ++changes;
  for (; changes > 0; --changes) (this->*random_.Pick(std::span<const Change>(kChanges)))(trace);
  if (trace == before) Insert(trace);
  Trim(trace);
}

std::size_t TraceMutator::Position(std::size_t count) {
  return random_.Below(static_cast<std::uint32_t>(count) + 1);
}

// Not empty unless the trace is; mostly short.
TraceMutator::Slice TraceMutator::PickSlice(const Trace& trace) {
  const std::size_t count = trace.operations.size();
  if (count == 0) return {};
  const std::size_t begin = Position(count - 1);
  const std::size_t most =
      random_.Chance(3, 4) ? std::min<std::size_t>(4, count - begin) : count - begin;
  return {begin, 1 + Position(most - 1)};
}

// A line that can do nothing is in the way of those that can; but what is idle here may wake up
// when a line is put before it. So idle lines are dropped now and then.
void TraceMutator::Trim(Trace& trace) {
  if (random_.Chance(1, 2)) DropIdleLines(trace);
  if (trace.operations.size() > most_operations_) trace.operations.resize(most_operations_);
}

// Half of all new lines go right behind a step of the collector: there the wavefront stands.
std::size_t TraceMutator::Gap(const Trace& trace) {
  std::vector<std::size_t> gaps;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (reference::IsCollectorStep(trace.operations[i].verb)) gaps.push_back(i + 1);
  }
  if (gaps.empty() || random_.Chance(1, 2)) return Position(trace.operations.size());
  return random_.Pick(std::span(gaps));
}

void TraceMutator::Insert(Trace& trace) {
  const std::size_t position = Gap(trace);
  const Vocabulary vocabulary(trace, position);
  trace.operations.insert(At(trace, position), vocabulary.MakeAny(random_));
}

// An object on its own is garbage that nobody can name after the next step. So a new one is mostly
// made together with what holds it, and rather early: what is made before the flip is white then.
void TraceMutator::InsertAttached(Trace& trace) {
  const std::size_t position = Position(Position(trace.operations.size()));
  const Vocabulary vocabulary(trace, position);
  const Operation create = vocabulary.Make(Verb::kCreate, random_);
  Operation attach = reference::op::Root(create.object);
  if (random_.Chance(2, 3)) {
    attach = vocabulary.Make(Verb::kStore, random_);
    attach.target = create.object;
  }
  trace.operations.insert(At(trace, position), {create, attach});
}

// A cycle that is left half-way, one that is run to its end, or a single step.
void TraceMutator::InsertCollectorSteps(Trace& trace) {
  const std::size_t position = Position(trace.operations.size());
  const Vocabulary vocabulary(trace, position);
  std::vector<Operation> steps;
  if (random_.Chance(2, 3)) steps.push_back(reference::op::Start());
  if (steps.empty() || random_.Chance(3, 4)) {
    steps.push_back(vocabulary.Make(Verb::kTick, random_));
  }
  if (random_.Chance(1, 8)) steps.push_back(reference::op::Collect());
  trace.operations.insert(At(trace, position), steps.begin(), steps.end());
}

void TraceMutator::Erase(Trace& trace) {
  const Slice slice = PickSlice(trace);
  trace.operations.erase(At(trace, slice.begin), At(trace, slice.begin + slice.size));
}

void TraceMutator::Duplicate(Trace& trace) {
  const Slice slice = PickSlice(trace);
  const std::vector<Operation> copy(At(trace, slice.begin), At(trace, slice.begin + slice.size));
  const std::size_t position = Position(trace.operations.size());
  trace.operations.insert(At(trace, position), copy.begin(), copy.end());
}

void TraceMutator::SwapTwo(Trace& trace) {
  if (trace.operations.size() < 2) return;
  const std::size_t first = Position(trace.operations.size() - 2);
  const std::size_t second =
      random_.Chance(1, 2) ? first + 1 : Position(trace.operations.size() - 1);
  std::swap(trace.operations[first], trace.operations[second]);
}

void TraceMutator::MoveSlice(Trace& trace) {
  const Slice slice = PickSlice(trace);
  if (slice.size == 0) return;
  const auto begin = At(trace, slice.begin);
  const auto end = At(trace, slice.begin + slice.size);
  const std::size_t to = Position(trace.operations.size() - slice.size);
  if (to < slice.begin) {
    std::rotate(At(trace, to), begin, end);
  } else {
    std::rotate(begin, end, At(trace, to + slice.size));
  }
}

void TraceMutator::ChangeOperand(Trace& trace) {
  if (trace.operations.empty()) return;
  const std::size_t position = Position(trace.operations.size() - 1);
  Operation& operation = trace.operations[position];
  const auto operands = reference::OperandsOf(operation.verb);
  if (operands.empty()) return;
  const Vocabulary vocabulary(trace, position);
  vocabulary.Fill(random_.Pick(operands), random_, operation);
}

// The same objects, another verb: a store that becomes a move, a root that becomes a strong count.
void TraceMutator::ChangeVerb(Trace& trace) {
  if (trace.operations.empty()) return;
  const std::size_t position = Position(trace.operations.size() - 1);
  Operation& operation = trace.operations[position];
  const Vocabulary vocabulary(trace, position);
  Operation changed = vocabulary.MakeAny(random_);
  if (changed.object != reference::kNull && operation.object != reference::kNull) {
    changed.object = operation.object;
  }
  changed.lane = operation.lane;
  operation = changed;
}

// Opens a gap inside a tick, and mostly puts something into it.
void TraceMutator::SplitTick(Trace& trace) {
  std::vector<std::size_t> ticks;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& operation = trace.operations[i];
    if (operation.verb == Verb::kTick && operation.number > 1) ticks.push_back(i);
  }
  if (ticks.empty()) return InsertCollectorSteps(trace);
  const std::size_t position = random_.Pick(std::span(ticks));
  const Vocabulary vocabulary(trace, position);
  const Operation between = vocabulary.MakeAny(random_);
  Operation& before = trace.operations[position];
  Operation after = before;
  before.number = 1 + random_.Below(std::min<std::uint32_t>(before.number - 1, 16));
  after.number -= before.number;
  trace.operations.insert(At(trace, position + 1), {between, after});
}

void TraceMutator::ChangeLocals(Trace& trace) {
  trace.header.locals =
      static_cast<reference::Locals>(random_.Below(reference::kLocalsWords.size()));
}

void TraceMutator::Splice(Trace& trace, const Trace& other) {
  const Slice slice = PickSlice(other);
  std::vector<Operation> brought(
      other.operations.begin() + static_cast<std::ptrdiff_t>(slice.begin),
      other.operations.begin() + static_cast<std::ptrdiff_t>(slice.begin + slice.size));
  const std::size_t position = Position(trace.operations.size());
  if (random_.Chance(1, 2)) Rename(brought, Vocabulary(trace, position), random_);
  if (random_.Chance(1, 2)) {
    const std::size_t most = trace.operations.size() - position;
    const std::size_t replaced = Position(std::min(most, brought.size()));
    trace.operations.erase(At(trace, position), At(trace, position + replaced));
  }
  trace.operations.insert(At(trace, position), brought.begin(), brought.end());
  Trim(trace);
}

}  // namespace fuzz
