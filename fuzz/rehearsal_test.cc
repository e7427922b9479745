// fuzz/rehearsal_test.cc -- a run without a collector knows what the mutator could do.

#include "fuzz/rehearsal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fuzz {
namespace {

namespace op = reference::op;
using reference::Trace;
using testing::ElementsAre;
constexpr reference::Name a = 0, b = 1;

TEST(Rehearsal, RefusesWhatTheMutatorCannotDo) {
  Rehearsal rehearsal({});
  EXPECT_FALSE(rehearsal.Step(op::Root(a)));
  EXPECT_TRUE(rehearsal.Step(op::Create(a)));
  EXPECT_FALSE(rehearsal.Step(op::Create(a)));
  EXPECT_TRUE(rehearsal.Step(op::Root(a)));
  EXPECT_TRUE(rehearsal.oracle().IsRoot(a));
}

TEST(Rehearsal, LosesSightOfWhatNothingHoldsAtAStep) {
  Rehearsal rehearsal({});
  EXPECT_TRUE(rehearsal.Step(op::Create(a)));
  EXPECT_TRUE(rehearsal.Step(op::Tick()));
  EXPECT_FALSE(rehearsal.Step(op::Root(a)));
}

TEST(Rehearsal, HasWeakReadsAnswered) {
  Rehearsal rehearsal({});
  for (const reference::Operation& operation :
       {op::Create(a), op::WeakMake(0, a), op::Tick(), op::WeakRead(0)}) {
    EXPECT_TRUE(rehearsal.Step(operation));
  }
  EXPECT_TRUE(rehearsal.Step(op::Root(a)));
}

TEST(DropIdleLines, KeepsExactlyWhatCouldBeDone) {
  Trace trace{.operations = {op::Root(a), op::Create(a), op::Create(a), op::Store(a, 0, b),
                             op::Root(a), op::Start()}};
  DropIdleLines(trace);
  EXPECT_THAT(trace.operations, ElementsAre(op::Create(a), op::Root(a), op::Start()));
}

}  // namespace
}  // namespace fuzz
