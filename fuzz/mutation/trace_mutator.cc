// fuzz/mutation/trace_mutator.cc -- changes drawn by weight, and a trim.

#include "fuzz/mutation/trace_mutator.h"

#include <array>
#include <span>

#include "fuzz/mutation/dry_run.h"
#include "fuzz/mutation/trace_changes.h"

namespace fuzz {
namespace {

using Change = void (*)(reference::Trace&, properties::Random&);

// A change is drawn in proportion to its weight. Insertions outweigh erasures: a trace that is one
// line too long is shrunk when it is minimised, but a run that needs one more line is never found.
constexpr auto kChanges =
    std::to_array<Change>({Insert,         Insert,         Insert,        Insert,
                           InsertAttached, InsertAttached, Erase,         InsertAttached,
                           Erase,          Duplicate,      SwapTwo,       InsertCollectorSteps,
                           MoveSlice,      MoveSlice,      ChangeOperand, ChangeOperand,
                           ChangeOperand,  ChangeVerb,     SplitTick,     SplitTick,
                           InsertCarry,    InsertCarry,    InsertCarry,   ChangeLocals,
                           ChangeShape,    ChangeHeap});
constexpr std::uint32_t kMostChanges = 12;

}  // namespace

void TraceMutator::Mutate(reference::Trace& trace) {
  const reference::Trace before = trace;
  std::uint32_t changes = 1;
  while (changes < kMostChanges && random_.Chance(1, 2)) ++changes;
  for (; changes > 0; --changes) random_.Pick(std::span<const Change>(kChanges))(trace, random_);
  // Most subjects have no shapes and no settings, so a change of these alone changes nothing for
  // them.
  if (trace.operations == before.operations && trace.header.locals == before.header.locals) {
    Insert(trace, random_);
  }
  Trim(trace);
}

void TraceMutator::Splice(reference::Trace& trace, const reference::Trace& other) {
  fuzz::Splice(trace, other, random_);
  Trim(trace);
}

// A line that does nothing is in the way of useful ones; but a line that is idle here may do
// something once another is inserted before it. So idle lines are dropped only now and then.
void TraceMutator::Trim(reference::Trace& trace) {
  if (random_.Chance(1, 2)) DropIdleLines(trace);
  if (trace.operations.size() > most_operations_) trace.operations.resize(most_operations_);
}

}  // namespace fuzz
