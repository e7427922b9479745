// fuzz/mutation/trace_changes_test.cc -- each change does what its name says, and only that.

#include "fuzz/mutation/trace_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

#include "reference/trace/trace_bytes.h"
#include "reference/trace/trace_grammar.h"

namespace fuzz {
namespace {

namespace op = reference::op;
using properties::Random;
using reference::Operation;
using reference::Trace;
using reference::Verb;
using Operations = std::vector<Operation>;

constexpr reference::Name a = 0, b = 1;
constexpr std::uint64_t kSeeds = 300;

Trace ShortRun() {
  return {.operations = {op::Create(a), op::Root(a), op::Create(b), op::Store(a, 0, b), op::Start(),
                         op::Tick(4)}};
}

// Applies the change to the same trace with many seeds, and looks at each result.
template <typename Change>
void ForManySeeds(Change change, const std::function<void(const Trace&)>& look,
                  const Trace& before = ShortRun()) {
  for (std::uint64_t seed = 0; seed < kSeeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Trace trace = before;
    Random random(seed);
    change(trace, random);
    EXPECT_TRUE(std::ranges::all_of(trace.operations, reference::IsWellFormed));
    EXPECT_TRUE(reference::EncodeTrace(trace));
    look(trace);
  }
}

// Whether `part` is `whole` without some of its operations.
bool IsPartOf(const Operations& part, const Operations& whole) {
  auto next = part.begin();
  for (const Operation& operation : whole) {
    if (next != part.end() && *next == operation) ++next;
  }
  return next == part.end();
}

bool AreTheSame(Operations one, Operations other) {
  const auto before = [](const Operation& x, const Operation& y) {
    return std::tie(x.verb, x.object, x.number) < std::tie(y.verb, y.object, y.number);
  };
  std::ranges::sort(one, before);
  std::ranges::sort(other, before);
  return one == other;
}

std::size_t Differences(const Operations& one, const Operations& other) {
  std::size_t differences = 0;
  for (std::size_t i = 0; i < one.size(); ++i) differences += one[i] != other[i];
  return differences;
}

std::uint64_t UnitsOf(const Trace& trace) {
  std::uint64_t units = 0;
  for (const Operation& operation : trace.operations) {
    if (operation.verb == Verb::kTick) units += operation.number;
  }
  return units;
}

TEST(TraceChanges, InsertAddsOneOperationAndKeepsTheRest) {
  std::set<Verb> seen;
  ForManySeeds(Insert, [&](const Trace& trace) {
    EXPECT_EQ(trace.operations.size(), 7u);
    EXPECT_TRUE(IsPartOf(ShortRun().operations, trace.operations));
    for (const Operation& operation : trace.operations) seen.insert(operation.verb);
  });
  EXPECT_GT(seen.size(), 12u);
}

TEST(TraceChanges, InsertAttachedAddsANewObjectAndWhatHoldsIt) {
  bool rooted = false, stored = false;
  ForManySeeds(InsertAttached, [&](const Trace& trace) {
    ASSERT_EQ(trace.operations.size(), 8u);
    EXPECT_TRUE(IsPartOf(ShortRun().operations, trace.operations));
    const auto made = std::ranges::find(trace.operations, 2u, &Operation::object);
    ASSERT_NE(made, trace.operations.end());
    EXPECT_EQ(made->verb, Verb::kCreate);
    const Operation& holds = *(made + 1);
    rooted |= holds == op::Root(2);
    stored |= holds.verb == Verb::kStore && holds.target == 2;
    EXPECT_TRUE(holds == op::Root(2) || (holds.verb == Verb::kStore && holds.target == 2));
  });
  EXPECT_TRUE(rooted && stored);
}

TEST(TraceChanges, InsertCarryGivesAnotherHolderAndCutsTheField) {
  std::set<Verb> holders;
  ForManySeeds(InsertCarry, [&](const Trace& trace) {
    const Operations before = ShortRun().operations;
    EXPECT_TRUE(IsPartOf(before, trace.operations));
    const auto cut = std::ranges::find(trace.operations, op::Store(a, 0, reference::kNull));
    if (cut != trace.operations.end()) {
      ASSERT_EQ(trace.operations.size(), before.size() + 2);
      const Operation& holder = *(cut - 1);
      EXPECT_EQ(holder.verb == Verb::kStore ? holder.target : holder.object, b);
      holders.insert(holder.verb);
    } else if (trace.operations.size() == before.size() + 1) {
      EXPECT_TRUE(std::ranges::any_of(trace.operations, [&](const Operation& operation) {
        holders.insert(operation.verb);
        return (operation.verb == Verb::kMove || operation.verb == Verb::kSwap) &&
               operation.target == a && operation.target_field == 0;
      }));
    } else {  // there was no edge yet
      EXPECT_EQ(trace.operations.size(), before.size() + 2);
    }
  });
  EXPECT_THAT(holders, testing::IsSupersetOf({Verb::kStore, Verb::kRoot, Verb::kStrongTake,
                                              Verb::kReferencerHold, Verb::kMove, Verb::kSwap}));
}

TEST(TraceChanges, InsertCollectorStepsAddsNothingElse) {
  ForManySeeds(InsertCollectorSteps, [](const Trace& trace) {
    EXPECT_GT(trace.operations.size(), 6u);
    const auto mutators = [](const Operation& operation) {
      return !reference::IsCollectorStep(operation.verb);
    };
    EXPECT_EQ(std::ranges::count_if(trace.operations, mutators), 4);
  });
}

TEST(TraceChanges, EraseTakesASliceAway) {
  ForManySeeds(Erase, [](const Trace& trace) {
    EXPECT_LT(trace.operations.size(), 6u);
    EXPECT_TRUE(IsPartOf(trace.operations, ShortRun().operations));
  });
}

TEST(TraceChanges, DuplicateAddsOnlyWhatWasThere) {
  ForManySeeds(Duplicate, [](const Trace& trace) {
    const Operations before = ShortRun().operations;
    EXPECT_GT(trace.operations.size(), before.size());
    EXPECT_TRUE(IsPartOf(before, trace.operations));
    for (const Operation& operation : trace.operations) {
      EXPECT_NE(std::ranges::find(before, operation), before.end());
    }
  });
}

TEST(TraceChanges, SwapTwoExchangesTwo) {
  ForManySeeds(SwapTwo, [](const Trace& trace) {
    EXPECT_TRUE(AreTheSame(trace.operations, ShortRun().operations));
    EXPECT_LE(Differences(trace.operations, ShortRun().operations), 2u);
  });
}

TEST(TraceChanges, MoveSliceLosesNothingAndReachesBothDirections) {
  bool to_the_end = false, to_the_beginning = false;
  ForManySeeds(MoveSlice, [&](const Trace& trace) {
    EXPECT_TRUE(AreTheSame(trace.operations, ShortRun().operations));
    to_the_end |= trace.operations.back() == op::Create(a);
    to_the_beginning |= trace.operations.front() == op::Tick(4);
  });
  EXPECT_TRUE(to_the_end && to_the_beginning);
}

TEST(TraceChanges, ChangeOperandKeepsAllVerbs) {
  std::size_t changed = 0;
  ForManySeeds(ChangeOperand, [&](const Trace& trace) {
    const Operations before = ShortRun().operations;
    EXPECT_TRUE(
        std::ranges::equal(trace.operations, before, {}, &Operation::verb, &Operation::verb));
    EXPECT_LE(Differences(trace.operations, before), 1u);
    changed += Differences(trace.operations, before);
  });
  EXPECT_GT(changed, kSeeds / 4);
}

TEST(TraceChanges, ChangeVerbKeepsAllOtherLinesAndTheObject) {
  std::size_t changed = 0;
  ForManySeeds(ChangeVerb, [&](const Trace& trace) {
    const Operations before = ShortRun().operations;
    ASSERT_LE(Differences(trace.operations, before), 1u);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Operation& now = trace.operations[i];
      if (now.object == reference::kNull || before[i].object == reference::kNull) continue;
      EXPECT_EQ(now.object, before[i].object);
    }
    changed += Differences(trace.operations, before);
  });
  EXPECT_GT(changed, kSeeds / 2);
}

TEST(TraceChanges, SplitTickKeepsTheUnitsAndPutsALineBetween) {
  ForManySeeds(SplitTick, [](const Trace& trace) {
    ASSERT_EQ(trace.operations.size(), 8u);
    const Operation &before = trace.operations[5], &between = trace.operations[6];
    EXPECT_EQ(before.verb, Verb::kTick);
    const std::uint64_t added = between.verb == Verb::kTick ? between.number : 0;
    EXPECT_EQ(UnitsOf(trace), 4 + added);
  });
}

TEST(TraceChanges, SplitTickWithoutATickMakesSteps) {
  ForManySeeds(SplitTick,
               [](const Trace& trace) {
                 EXPECT_FALSE(trace.operations.empty());
                 EXPECT_TRUE(std::ranges::all_of(trace.operations, reference::IsCollectorStep,
                                                 &Operation::verb));
               },
               {});
}

TEST(TraceChanges, ChangeLocalsReachesEveryDiscipline) {
  std::set<reference::Locals> seen;
  ForManySeeds(ChangeLocals, [&](const Trace& trace) {
    EXPECT_EQ(trace.operations, ShortRun().operations);
    seen.insert(trace.header.locals);
  });
  EXPECT_EQ(seen.size(), reference::kLocalsWords.size());
}

TEST(TraceChanges, ChangeShapeFlipsOneBitAndReachesAllOfThem) {
  std::uint32_t seen = 0;
  ForManySeeds(ChangeShape, [&](const Trace& trace) {
    EXPECT_EQ(trace.operations, ShortRun().operations);
    EXPECT_EQ(std::popcount(trace.header.shape), 1);
    seen |= trace.header.shape;
  });
  EXPECT_EQ(seen, 0xFFFFFFFFu);
}

TEST(TraceChanges, ChangeHeapReachesEverySettingAloneAndTheUsualHeap) {
  std::set<reference::Variant> seen;
  ForManySeeds(ChangeHeap, [&](const Trace& trace) {
    EXPECT_EQ(trace.operations, ShortRun().operations);
    EXPECT_TRUE(reference::EncodeTrace(trace));
    seen.insert(trace.header.heap);
  });
  EXPECT_TRUE(seen.contains(reference::Variant()));
  EXPECT_TRUE(seen.contains(reference::With(reference::Setting::kReuse, 1)));
  EXPECT_TRUE(seen.contains(reference::With(reference::Setting::kEliminate, 3)));
}

TEST(TraceChanges, SpliceBringsLinesOfTheOtherAndSometimesReplaces) {
  const Trace other{.operations = {op::WeakMake(0, a), op::WeakRead(0), op::Collect()}};
  bool grew = false, replaced = false;
  const auto splice = [&](Trace& trace, Random& random) { Splice(trace, other, random); };
  ForManySeeds(splice, [&](const Trace& trace) {
    const auto brought = [&](const Operation& operation) {
      return operation.verb == Verb::kWeakMake || operation.verb == Verb::kWeakRead ||
             operation.verb == Verb::kCollect;
    };
    const auto lines = static_cast<std::size_t>(std::ranges::count_if(trace.operations, brought));
    EXPECT_GT(lines, 0u);
    EXPECT_LE(trace.operations.size() - lines, 6u);
    grew |= trace.operations.size() == 6 + lines;
    replaced |= trace.operations.size() < 6 + lines;
  });
  EXPECT_TRUE(grew && replaced);
}

TEST(TraceChanges, AnEmptyTraceIsLeftEmptyByWhatOnlyRearranges) {
  const auto splice = [](Trace& trace, Random& random) { Splice(trace, {}, random); };
  const auto empty = [](const Trace& trace) { EXPECT_TRUE(trace.operations.empty()); };
  for (const auto change :
       {Erase, Duplicate, SwapTwo, MoveSlice, ChangeOperand, ChangeVerb, ChangeShape}) {
    ForManySeeds(change, empty, {});
  }
  ForManySeeds(splice, empty, {});
}

}  // namespace
}  // namespace fuzz
