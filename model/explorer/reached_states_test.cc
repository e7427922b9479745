// model/explorer/reached_states_test.cc -- few states have nearly all classes of steps.

#include "model/explorer/reached_states.h"

#include <gtest/gtest.h>

#include "model/explorer/explorer.h"

namespace model {
namespace {

using reference::Locals;

TEST(ReachedStates, AreThoseOfASearch) {
  const Bounds bounds = WholeLife(2, 1, Locals::kDead);
  std::size_t states = 0;
  ForEachReachedState(Machine(), bounds, 1'000'000, [&](const State&) { ++states; });
  EXPECT_EQ(states, Explore({.bounds = bounds}).states);
}

// `tricolour verify` counts the classes of 5,000 states of each heap.
TEST(ReachedStates, ShowNearlyAllClassesSoon) {
  const StepClasses few = ExploredClasses(Locals::kDead, 5'000);
  const StepClasses many = ExploredClasses(Locals::kDead, 50'000);
  EXPECT_EQ(few.Without(many).Count(), 0u);
  EXPECT_GT(few.Count() * 100, many.Count() * 90);
  EXPECT_GT(few.Count(), 150u);
}

}  // namespace
}  // namespace model
