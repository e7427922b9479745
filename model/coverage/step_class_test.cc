// model/coverage/step_class_test.cc -- classes of steps tell apart what matters.

#include "model/coverage/step_class.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace model {
namespace {

using reference::Colour;
using reference::Verb;

// Object 0 is black and object 1 is white, while marking.
State BlackAndWhite() {
  State state{.exists = 3, .reachable = 1, .maybe = 2, .used = 3, .phase = Phase::kMarking};
  return state;
}

TEST(StepClasses, AreMadeOfKindPhaseAndColours) {
  StepClasses classes;
  State state = BlackAndWhite();
  const Step store{.verb = Verb::kStore, .object = 0, .target = 1};
  classes.Add(ClassOf(state, store));
  classes.Add(ClassOf(state, store));
  EXPECT_THAT(classes.Describe(), testing::ElementsAre("store, marking: BLACK, white"));
  state.work = 1;
  classes.Add(ClassOf(state, store));
  state.phase = Phase::kIdle;
  classes.Add(ClassOf(state, store));
  classes.Add(ClassOf(state, {.verb = Verb::kRoot, .object = 0}));
  EXPECT_EQ(classes.Count(), 4u);
}

TEST(StepClasses, OfAReadAreAboutWhatItReads) {
  State state = BlackAndWhite();
  state.weak[0] = 2;
  EXPECT_EQ(ClassOf(state, {.verb = Verb::kWeakRead, .slot = 0}).target, Colour::kWhite);
}

TEST(StepClasses, OfOneSetAndNotOfAnotherAreFound) {
  const State state = BlackAndWhite();
  StepClasses explored;
  StepClasses reached;
  explored.Add(ClassOf(state, {.verb = Verb::kRoot, .object = 0}));
  explored.Add(ClassOf(state, {.verb = Verb::kRoot, .object = 1}));
  reached.Add(ClassOf(state, {.verb = Verb::kRoot, .object = 1}));
  EXPECT_THAT(explored.Without(reached).Describe(), testing::ElementsAre("root, marking: BLACK"));
  EXPECT_EQ(reached.Without(explored).Count(), 0u);
}

}  // namespace
}  // namespace model
