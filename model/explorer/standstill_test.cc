// model/explorer/standstill_test.cc -- the machine never stands still, and what it begins it ends.
//
// The formulas are proved to go on and to end for heaps of any size (model/claims). Here the
// machine itself, with which core is compared, is asked the same in many states of small heaps. The
// states are drawn at random over all verbs, so that clusters, garbage and constructors meet.

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "model/explorer/next_steps.h"

namespace model {
namespace {

using reference::EventKind;
using reference::Locals;

// A walk of random steps; `visit` is called with each state on the way.
template <typename Visit>
void Walk(const Machine& machine, std::mt19937& random, Visit&& visit) {
  const Bounds bounds{.entries = 3, .fields = 2};
  State state;
  for (int i = 0; i < 60; ++i) {
    std::vector<Step> steps;
    std::size_t ticks = 0;
    ForEachStep(machine, state, bounds, [&](const Step& step) {
      // There are many more operations than units, and a walk should get through whole cycles.
      const bool unit = step.verb == reference::Verb::kTick || step.verb == reference::Verb::kStart;
      ticks += unit;
      steps.insert(unit ? steps.begin() : steps.end(), step);
    });
    const bool tick = ticks > 0 && random() % 2 == 0;
    Take(machine, steps[random() % (tick ? ticks : steps.size())], state);
    visit(state);
  }
}

bool IsAboutAnObject(EventKind unit) {
  return unit == EventKind::kScan || unit == EventKind::kGather || unit == EventKind::kBegin ||
         unit == EventKind::kPoll || unit == EventKind::kFree;
}

// Whether the collector waits for a constructor, as it may: nothing else is left to mark.
bool WaitsForAConstructor(const State& state) {
  return state.phase == Phase::kMarking && !state.initial_pending && state.work == 0 &&
         state.barrier == 0 && state.constructing != 0;
}

bool IsAtRest(const State& state) { return state.phase == Phase::kIdle && !state.purge_pending; }

class Standstill : public testing::TestWithParam<Locals> {};

TEST_P(Standstill, IsNowhereWhileSomethingIsLeftToDo) {
  const Machine machine({}, GetParam());
  std::mt19937 random(13);
  std::set<EventKind> seen;
  bool waited = false;
  for (int walk = 0; walk < 3'000; ++walk) {
    Walk(machine, random, [&](const State& state) {
      const std::optional<Unit> unit = machine.NextUnit(state);
      const bool rests = IsAtRest(state) && state.waiting == 0;
      ASSERT_EQ(unit.has_value(), !rests && !WaitsForAConstructor(state));
      waited = waited || WaitsForAConstructor(state);
      if (unit) seen.insert(unit->kind);
      if (unit && IsAboutAnObject(unit->kind)) {
        ASSERT_NE(unit->candidates, 0) << static_cast<int>(unit->kind);
      }
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(seen.size(), 8u) << "every unit but the flip";
  EXPECT_TRUE(waited);
}

// At most a unit for each ticket (model/claims/ranks.cc), of which an object has five while
// marking, and three in each of two purges; and one visit for each index.
TEST_P(Standstill, IsReachedByUnitsAloneWithinABound) {
  const Machine machine({}, GetParam());
  std::mt19937 random(14);
  for (int walk = 0; walk < 1'000; ++walk) {
    Walk(machine, random, [&](State state) {
      const int bound = 3 * (5 + 1 + 3 + 3) + 2;
      int units = 0;
      for (; !IsAtRest(state) && units <= bound; ++units) {
        const std::optional<Unit> unit = machine.NextUnit(state);
        if (!unit) break;
        Step step{.verb = reference::Verb::kTick, .unit = unit->kind};
        while (unit->candidates != 0 && !Has(unit->candidates, step.object)) {
          step.object = static_cast<Entry>(random() % kMaxEntries);
        }
        ASSERT_FALSE(Take(machine, step, state));
      }
      ASSERT_LE(units, bound);
      ASSERT_TRUE(IsAtRest(state) || WaitsForAConstructor(state));
    });
    if (HasFatalFailure()) return;
  }
}

TEST_P(Standstill, OnAnEmptyHeapIsReachedWithTheEndCheck) {
  const Machine machine({}, GetParam());
  State state;
  Take(machine, {.verb = reference::Verb::kStart}, state);
  for (const EventKind unit : {EventKind::kInitialReferences, EventKind::kEndCheck}) {
    EXPECT_FALSE(IsAtRest(state));
    ASSERT_TRUE(machine.NextUnit(state));
    EXPECT_EQ(machine.NextUnit(state)->kind, unit);
    Take(machine, {.unit = unit}, state);
  }
  EXPECT_TRUE(IsAtRest(state));
  EXPECT_FALSE(machine.NextUnit(state));
}

INSTANTIATE_TEST_SUITE_P(Locals, Standstill,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

}  // namespace
}  // namespace model
