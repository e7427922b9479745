// reference/oracle/oracle_purges_test.cc -- a purge is a step of gathering and purging alone.

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OraclePurges : public testing::Test {
 protected:
  static constexpr Event kFlip{.kind = EventKind::kFlip};
  static constexpr Event kInitial{.kind = EventKind::kInitialReferences};
  static constexpr Event kEnd{.kind = EventKind::kEndCheck, .flag = 1};
  static Event Doom(Name name) { return {.kind = EventKind::kGather, .flag = 1, .object = name}; }

  OraclePurges() {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({}, promises);
    Do(op::Create(a));
    Do(op::Create(b));
  }
  // Applies the operation. Returns the property that the oracle finds broken, or "".
  std::string Do(const Operation& operation, const std::vector<Event>& events = {}) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, {}, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  Oracle oracle_;
};

TEST_F(OraclePurges, DoNoMarking) {
  EXPECT_EQ(Do(op::Purge(4)), "") << "nothing is pending";
  EXPECT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Purge(4)), "") << "a marking that is pending is no work for it";
  EXPECT_EQ(Do(op::Purge(4), {kInitial}),
            "pause: a purge did a unit of marking: initial-references");
}

TEST_F(OraclePurges, DoAUnitWhileAGatherIsPending) {
  Do(op::Start(), {kFlip});
  Do(op::Tick(2), {kInitial, kEnd});
  EXPECT_EQ(Do(op::Purge(1), {Doom(a)}), "");
  EXPECT_EQ(Do(op::Purge(4)), "progress: a purge did nothing while work was left");
}

TEST_F(OraclePurges, DoNoMoreThanTheirBudget) {
  Do(op::Start(), {kFlip});
  Do(op::Tick(2), {kInitial, kEnd});
  EXPECT_EQ(Do(op::Purge(1), {Doom(a), Doom(b)}), "pause: a purge of 1 did 2 units");
}

TEST_F(OraclePurges, AreStepsAfterWhichRawReferencesAreDead) {
  EXPECT_TRUE(oracle_.CanName(a));
  Do(op::Purge(1));
  EXPECT_FALSE(oracle_.CanName(a));
}

TEST_F(OraclePurges, FinishingLeavesNothingPending) {
  Do(op::Start(), {kFlip});
  Do(op::Tick(2), {kInitial, kEnd});
  EXPECT_EQ(Do(op::FinishPurge(), {Doom(a), Doom(b)}),
            "progress: a finish-purge left something pending");
}

TEST_F(OraclePurges, FinishingDoesNoMarking) {
  Do(op::Start(), {kFlip});
  EXPECT_EQ(Do(op::FinishPurge()), "") << "a marking that is pending is no work for it";
  EXPECT_EQ(Do(op::FinishPurge(), {kInitial}),
            "pause: a purge did a unit of marking: initial-references");
}

TEST_F(OraclePurges, FinishingAsksEachObjectThatWaits) {
  const auto fact = [](EventKind kind) { return Event{.kind = kind, .object = a}; };
  const Event asked{.kind = EventKind::kPoll, .flag = 0, .object = a};
  Do(op::Ready(a, false));
  Do(op::Root(b));
  Do(op::Collect(), {kFlip,
                     kInitial,
                     {.kind = EventKind::kScan, .object = b},
                     kEnd,
                     Doom(a),
                     fact(EventKind::kBegan),
                     asked,
                     {.kind = EventKind::kCycleEnd}});
  ASSERT_TRUE(oracle_.IsWaiting(a));
  EXPECT_EQ(Do(op::FinishPurge(), {asked, {.kind = EventKind::kCycleEnd}}), "");
  EXPECT_NE(Do(op::FinishPurge()), "");
}

TEST_F(OraclePurges, ATrimIsAStepThatDoesNoUnit) {
  Do(op::Start(), {kFlip});
  Do(op::Create(c));
  EXPECT_TRUE(oracle_.CanName(c));
  EXPECT_EQ(Do(op::Trim()), "") << "it leaves work alone that is pending";
  EXPECT_FALSE(oracle_.CanName(c));
  EXPECT_EQ(Do(op::Trim(), {kInitial}), "pause: a trim did the collector's work");
}

}  // namespace
}  // namespace reference
