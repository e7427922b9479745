// fuzz/mutation/dry_run_test.cc -- a run without a collector tells what the mutator could do.

#include "fuzz/mutation/dry_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fuzz {
namespace {

namespace op = reference::op;
using reference::Trace;
using testing::ElementsAre;
constexpr reference::Name a = 0, b = 1;

TEST(DryRun, RefusesWhatTheMutatorCannotDo) {
  DryRun dry_run({});
  EXPECT_FALSE(dry_run.Step(op::Root(a)));
  EXPECT_TRUE(dry_run.Step(op::Create(a)));
  EXPECT_FALSE(dry_run.Step(op::Create(a)));
  EXPECT_TRUE(dry_run.Step(op::Root(a)));
  EXPECT_TRUE(dry_run.oracle().heap().At(a).root);
}

TEST(DryRun, LosesSightOfWhatNothingHoldsAtAStep) {
  DryRun dry_run({});
  EXPECT_TRUE(dry_run.Step(op::Create(a)));
  EXPECT_TRUE(dry_run.Step(op::Tick()));
  EXPECT_FALSE(dry_run.Step(op::Root(a)));
}

TEST(DryRun, HasWeakReadsAnswered) {
  DryRun dry_run({});
  for (const reference::Operation& operation :
       {op::Create(a), op::WeakMake(0, a), op::Tick(), op::WeakRead(0)}) {
    EXPECT_TRUE(dry_run.Step(operation));
  }
  EXPECT_TRUE(dry_run.Step(op::Root(a)));
}

TEST(DropIdleLines, KeepsExactlyWhatCouldBeDone) {
  Trace trace{.operations = {op::Root(a), op::Create(a), op::Create(a), op::Store(a, 0, b),
                             op::Root(a), op::Start()}};
  DropIdleLines(trace);
  EXPECT_THAT(trace.operations, ElementsAre(op::Create(a), op::Root(a), op::Start()));
}

}  // namespace
}  // namespace fuzz
