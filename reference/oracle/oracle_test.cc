// reference/oracle/oracle_test.cc -- what the oracle allows, permits and finds wrong, sentence by
// sentence.
//
// There is no collector here. Each test writes down the events of a step by hand: once as they
// should be, and once with the mistake that the oracle must find.

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace reference {
namespace {

using Events = std::vector<Event>;

Event Unit(EventKind kind, Name object = kNull, std::uint8_t flag = 0) {
  return {.kind = kind, .flag = flag, .object = object};
}
const Event kFlip = Unit(EventKind::kFlip);
const Event kInitial = Unit(EventKind::kInitialReferences);
const Event kEnd = Unit(EventKind::kEndCheck, kNull, 1);
const Event kOver = Unit(EventKind::kCycleEnd);
Event Scan(Name name) { return Unit(EventKind::kScan, name); }
Event Keep(Name name) { return Unit(EventKind::kGather, name); }
Event Doom(Name name) { return Unit(EventKind::kGather, name, 1); }
Event Poll(Name name, bool ready) { return Unit(EventKind::kPoll, name, ready); }

// Units of destruction, each with the facts that belong to it.
Events Begin(Name name) { return {Unit(EventKind::kBegin, name), Unit(EventKind::kBegan, name)}; }
Events Finish(Name name) { return {Poll(name, true), Unit(EventKind::kFinished, name)}; }
Events Free(Name name) { return {Unit(EventKind::kFree, name), Unit(EventKind::kFreed, name)}; }
Events operator+(Events left, const Events& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

class OracleTest : public testing::Test {
 protected:
  void SetUp() override { Restart(Locals::kDead); }
  void Restart(Locals locals) {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({1, locals}, promises);
  }
  // Applies the operation. Returns the property that the oracle finds broken, or "".
  std::string Do(const Operation& operation, const Events& events = {}, Name answer = kNull) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, {Answer::Kind::kDone, answer}, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) ASSERT_EQ(Do(operation), "");
  }
  Oracle oracle_;
};

TEST_F(OracleTest, NamesOutliveAStepOnlyIfReachableThen) {
  Given({op::Create(a), op::Create(b), op::Root(a)});
  EXPECT_TRUE(oracle_.CanName(b)) << "just created";
  ASSERT_EQ(Do(op::Tick(1)), "");
  EXPECT_TRUE(oracle_.CanName(a));
  EXPECT_FALSE(oracle_.CanName(b));
  EXPECT_FALSE(oracle_.Allows(op::Root(b)));
  EXPECT_FALSE(oracle_.Allows(op::Create(b))) << "a name is used once";
}

TEST_F(OracleTest, CuttingAnEdgeDoesNotUnnameBeforeTheNextStep) {
  Given({op::Create(a), op::Create(b), op::Root(a), op::Store(a, 0, b)});
  ASSERT_EQ(Do(op::Tick(1)), "");
  Given({op::Store(a, 0, kNull)});
  EXPECT_TRUE(oracle_.CanName(b));
  ASSERT_EQ(Do(op::Tick(1)), "");
  EXPECT_FALSE(oracle_.CanName(b));
}

TEST_F(OracleTest, AKeepFlagIsARootUntilItIsTakenAway) {
  Given({op::Create(a), op::Create(b), op::Store(a, 0, b), op::Keep(a), op::Keep(a)});
  EXPECT_FALSE(oracle_.Allows(op::Unkeep(b)));
  EXPECT_TRUE(oracle_.IsReachable(b));
  EXPECT_EQ(oracle_.PathTo(b), "keep flag -> a.0 -> b");
  Given({op::Unkeep(a)});
  EXPECT_FALSE(oracle_.IsReachable(a));
  EXPECT_FALSE(oracle_.Allows(op::Unkeep(a)));
}

TEST_F(OracleTest, HoldsExistOnlyWhereLocalsSurvive) {
  Given({op::Create(a)});
  EXPECT_FALSE(oracle_.Allows(op::Hold(a)));
  Restart(Locals::kRescanned);
  Given({op::Create(a), op::Hold(a)});
  ASSERT_EQ(Do(op::Tick(1)), "");
  EXPECT_TRUE(oracle_.CanName(a));
  EXPECT_TRUE(oracle_.IsReachable(a));
}

TEST_F(OracleTest, MoveEmptiesItsSourceAndSwapExchanges) {
  Given({op::Create(a), op::Create(b), op::Store(a, 0, b), op::Move(a, 1, a, 0)});
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{kNull, b}));
  Given({op::Swap(a, 0, a, 1)});
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{b, kNull}));
  Given({op::Move(a, 0, a, 0)});
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{b, kNull}))
      << "a move onto itself changes nothing";
}

TEST_F(OracleTest, ALossIsFoundAtTheGatherWithThePathThatStillLeadsThere) {
  Given({op::Create(a), op::Create(b), op::Root(a), op::Store(a, 1, b)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  ASSERT_EQ(Do(op::Tick(9), {kInitial, Scan(a), kEnd}), "");
  EXPECT_EQ(Do(op::Tick(9), {Keep(a), Doom(b)}),
            "safety: a reachable object was gathered: root -> a.1 -> b");
}

TEST_F(OracleTest, WhatWasUnreachableAtTheFlipGoesInThatCycle) {
  Given({op::Create(a)});
  EXPECT_EQ(Do(op::Collect(), {kFlip, kInitial, kEnd, Keep(a), kOver}),
            "completeness: a was unreachable at the flip and was not gathered");
}

TEST_F(OracleTest, WhatBecomesUnreachableDuringTheCycleMayFloatUntilTheNext) {
  Given({op::Create(a), op::Root(a)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  Given({op::Unroot(a)});
  ASSERT_EQ(Do(op::Tick(9), {kInitial, Scan(a), kEnd, Keep(a), kOver}), "");
  EXPECT_EQ(Do(op::Collect(), {kFlip, kInitial, kEnd, Keep(a), kOver}),
            "completeness: a was unreachable at the flip and was not gathered");
}

TEST_F(OracleTest, ReadyGarbageIsFreedByTheEndOfItsPurge) {
  Given({op::Create(a)});
  EXPECT_EQ(Do(op::Collect(),
               Events{kFlip, kInitial, kEnd, Doom(a)} + Begin(a) + Finish(a) + Events{kOver}),
            "completeness: a was gathered and ready, and is not freed by the end of its purge");
}

// Marking is pending. `a` is unreachable, and only the weak reference w0 leads to it.
class WeakTest : public OracleTest {
 protected:
  void SetUp() override {
    OracleTest::SetUp();
    Given({op::Create(a), op::Create(b), op::Store(a, 0, b), op::WeakMake(0, a)});
    ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  }
};

TEST_F(WeakTest, AReadBetweenFlipAndEndMayAnswerAndItsClosureIsExcused) {
  ASSERT_EQ(Do(op::WeakRead(0), {}, a), "");
  EXPECT_TRUE(oracle_.CanName(b)) << "the read names also what its answer led to";
  ASSERT_EQ(Do(op::Tick(9), {kInitial, Scan(a), Scan(b), kEnd, Keep(a), Keep(b), kOver}), "");
  EXPECT_EQ(Do(op::Collect(), {kFlip, kInitial, kEnd, Keep(a), Keep(b), kOver}),
            "completeness: a was unreachable at the flip and was not gathered");
}

TEST_F(WeakTest, NullIsForEver) {
  ASSERT_EQ(Do(op::WeakRead(0), {}, kNull), "");
  EXPECT_EQ(Do(op::WeakRead(0), {}, a).substr(0, 12), "weak-answer:");
}

TEST_F(WeakTest, AfterTheEndCheckOnlyNullForWhatMustGo) {
  ASSERT_EQ(Do(op::Tick(9), {kInitial, kEnd}), "");
  EXPECT_EQ(Do(op::WeakRead(0), {}, a),
            "weak-answer: a weak read answered a, and a was unreachable at the flip, and the trace "
            "has ended");
}

TEST_F(WeakTest, TheDoomedAreAnsweredWithNull) {
  ASSERT_EQ(Do(op::Tick(9), {kInitial, kEnd, Doom(a)}), "");
  EXPECT_EQ(Do(op::WeakRead(0), {}, a),
            "weak-answer: a weak read answered a, which is doomed or dead");
}

TEST_F(WeakTest, AnAnswerThatLeadsToTheDoomedIsALoss) {
  Given({op::WeakCopy(1, 0)});
  ASSERT_EQ(Do(op::Tick(9), {kInitial, kEnd, Doom(b)}), "");
  EXPECT_EQ(Do(op::WeakRead(1), {}, a).substr(0, 7), "safety:");
}

TEST_F(OracleTest, AReachableObjectIsNeverAnsweredWithNullNorWithAnother) {
  Given({op::Create(a), op::Create(b), op::Root(a), op::WeakMake(0, a)});
  EXPECT_EQ(Do(op::WeakRead(0), {}, kNull),
            "weak-answer: a weak read answered null for a, which is reachable: root -> a");
  EXPECT_EQ(Do(op::WeakRead(0), {}, b), "weak-answer: a weak reference to a answered b");
}

TEST_F(OracleTest, WhatAReadAnsweredWhileGatheringIsNotGatheredInThatCycle) {
  Given({op::Create(a), op::Root(a), op::WeakMake(0, a)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  ASSERT_EQ(Do(op::Tick(9), {kInitial, Scan(a), kEnd}), "");
  Given({op::Unroot(a)});
  ASSERT_EQ(Do(op::Tick(1), {Keep(kNull)}), "");
  ASSERT_EQ(Do(op::WeakRead(0), {}, a), "");
  EXPECT_EQ(Do(op::Tick(1), {Doom(a)}),
            "weak-answer: a was gathered after a weak read in this gather led to it");
}

// Two objects are gathered in the same cycle.
class OrderTest : public OracleTest {
 protected:
  void SetUp() override {
    OracleTest::SetUp();
    Given({op::Create(a), op::Create(b)});
    ASSERT_EQ(Do(op::Start(), {kFlip}), "");
    ASSERT_EQ(Do(op::Tick(9), {kInitial, kEnd, Doom(a), Doom(b)}), "");
  }
  std::string After(const Events& events) { return Do(op::Tick(99), events); }
};

TEST_F(OrderTest, AllBeginBeforeAnyFinishesBeforeAnyIsFreed) {
  EXPECT_EQ(After(Begin(a) + Begin(b) + Finish(b) + Finish(a) + Free(a) + Free(b) + Events{kOver}),
            "");
  EXPECT_FALSE(oracle_.PurgePending());
}
TEST_F(OrderTest, BeginTwice) {
  EXPECT_EQ(After(Begin(a) + Begin(a)), "order: a began destruction twice");
}
TEST_F(OrderTest, FinishBeforeAllHaveBegun) {
  EXPECT_EQ(After(Begin(a) + Finish(a)), "order: a finished before all of its batch had begun");
}
TEST_F(OrderTest, FinishTwice) {
  EXPECT_EQ(After(Begin(a) + Begin(b) + Finish(a) + Finish(a)), "order: a finished twice");
}
TEST_F(OrderTest, FreeBeforeAllHaveFinished) {
  EXPECT_EQ(After(Begin(a) + Begin(b) + Finish(a) + Free(a)),
            "order: a was freed before all of its batch had finished");
}
TEST_F(OrderTest, FreeWithoutFinish) {
  EXPECT_EQ(After(Begin(a) + Begin(b) + Free(a)), "order: a was freed before it had finished");
}
TEST_F(OrderTest, FinishUnready) {
  Given({op::Ready(a, false)});
  EXPECT_EQ(After(Begin(a) + Begin(b) + Finish(a)), "order: a finished and was not ready");
}
TEST_F(OrderTest, TheUnreadyLeaveTheBatchAndComeBack) {
  Given({op::Ready(a, false)});
  EXPECT_EQ(
      After(Begin(a) + Begin(b) + Events{Poll(a, false)} + Finish(b) + Free(b) + Events{kOver}),
      "");
  EXPECT_TRUE(oracle_.IsWaiting(a));
  Given({op::Ready(a, true)});
  EXPECT_EQ(Do(op::Tick(1), {}),
            "progress: a waits to finish and was not asked again by an idle tick");
}
TEST_F(OrderTest, AWaitingObjectFinishesInABatchOfItsOwn) {
  Given({op::Ready(a, false)});
  ASSERT_EQ(
      After(Begin(a) + Begin(b) + Events{Poll(a, false)} + Finish(b) + Free(b) + Events{kOver}),
      "");
  Given({op::Ready(a, true)});
  EXPECT_EQ(Do(op::Tick(2), Finish(a) + Free(a) + Events{kOver}), "");
  EXPECT_EQ(Do(op::ExpectGone(a)), "");
}
TEST_F(OrderTest, TheReadyAreNotLeftWaiting) {
  EXPECT_EQ(After(Begin(a) + Begin(b) + Events{Poll(a, false)}),
            "progress: a was ready and did not finish");
}

TEST_F(OracleTest, AnOlderPurgeMayEndBetweenEndCheckAndGather) {
  Given({op::Create(a), op::Create(b), op::Root(b)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  ASSERT_EQ(Do(op::Tick(9), {kInitial, Scan(b), kEnd, Doom(a), Keep(b)}), "");
  ASSERT_EQ(Do(op::Tick(1), Begin(a)), "");
  Given({op::Unroot(b)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  ASSERT_EQ(Do(op::Tick(9), Events{kInitial, kEnd} + Finish(a) + Free(a) + Events{kOver}), "");
  EXPECT_TRUE(oracle_.Gathering());
  EXPECT_EQ(Do(op::Tick(9),
               Events{Keep(kNull), Doom(b)} + Begin(b) + Finish(b) + Free(b) + Events{kOver}),
            "");
}

TEST_F(OracleTest, ATickDoesNoMoreThanItsBudgetAndStopsAtTheEndOfACycle) {
  Given({op::Create(a), op::Root(a)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(1), {kInitial, Scan(a)}), "pause: a tick of 1 did 2 units");
  Restart(Locals::kDead);
  Given({op::Create(a), op::Root(a)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(9), {kInitial, Scan(a), kEnd, Keep(a), kOver, kFlip}),
            "pause: a tick went on after the end of a cycle");
}

TEST_F(OracleTest, ATickDoesAUnitWhileWorkIsLeft) {
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(1), {}), "progress: a tick did nothing while work was left");
}

TEST_F(OracleTest, NoObjectIsScannedTwiceInACycle) {
  Given({op::Create(a), op::Root(a)});
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(9), {kInitial, Scan(a), Scan(a)}),
            "progress: a was scanned twice in a cycle");
}

TEST_F(OracleTest, ACycleEndsWithinABound) {
  ASSERT_EQ(Do(op::Start(), {kFlip}), "");
  Events spinning(50, Unit(EventKind::kBarrierList));
  EXPECT_EQ(Do(op::Tick(50), spinning), "progress: a cycle went on beyond its bound");
}

TEST_F(OracleTest, AMutatorOperationDoesNoneOfTheCollectorsWork) {
  EXPECT_EQ(Do(op::Create(a), {kFlip}),
            "pause: a mutator operation did the collector's work: flip");
}

TEST_F(OracleTest, AStartMustStartAndACollectMustRunACycle) {
  EXPECT_EQ(Do(op::Start(), {}), "progress: a start did nothing");
  Restart(Locals::kDead);
  EXPECT_EQ(Do(op::Collect(), {}), "progress: a collect did not run a whole cycle: it has no flip");
  Restart(Locals::kDead);
  EXPECT_EQ(Do(op::Collect(), {kFlip}),
            "progress: a collect did not run a whole cycle: behind the flip there is no end-check "
            "with flag 1");
}

TEST_F(OracleTest, ExpectationsAreJudged) {
  Given({op::Create(a)});
  EXPECT_EQ(Do(op::ExpectAlive(a)), "");
  EXPECT_EQ(Do(op::ExpectGone(a)), "expectation: a was expected to be gone and is not");
}

TEST_F(OracleTest, ASubjectWithoutUnitsOwesGarbageWithinItsNumberOfCollects) {
  Promises promises;
  promises.verbs = VerbSet::All();
  promises.collects_until_gone = 2;
  oracle_.Reset({}, promises);
  Given({op::Create(a)});
  EXPECT_EQ(Do(op::Collect(), {}), "");
  EXPECT_EQ(Do(op::Collect(), {}), "completeness: a is unreachable and outlived 2 collects");
}

TEST_F(OracleTest, ASubjectWithoutUnitsMustNotFreeWhatIsReachable) {
  Promises promises;
  promises.verbs = VerbSet::All();
  oracle_.Reset({}, promises);
  Given({op::Create(a), op::Root(a)});
  EXPECT_EQ(Do(op::Tick(1), {Unit(EventKind::kFreed, a)}),
            "safety: a reachable object was freed: root -> a");
}

TEST_F(OracleTest, EqualFingerprintsNeedEqualDuties) {
  Given({op::Create(a), op::Root(a)});
  const std::uint64_t before = oracle_.Fingerprint();
  Given({op::Root(a)});
  EXPECT_EQ(oracle_.Fingerprint(), before) << "rooting twice is rooting once";
  Given({op::Store(a, 0, a)});
  EXPECT_NE(oracle_.Fingerprint(), before);
}

}  // namespace
}  // namespace reference
