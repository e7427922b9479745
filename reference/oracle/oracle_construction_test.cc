// reference/oracle/oracle_construction_test.cc -- the oracle holds an object whose constructor
// runs, and no read may find it.

#include <string>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleConstruction : public testing::Test {
 protected:
  OracleConstruction() {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({}, promises);
  }
  // Applies the operation. Returns the property that the oracle finds broken, or "".
  std::string Do(const Operation& operation, std::span<const Event> events = {},
                 Name answer = kNull) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, {Answer::Kind::kDone, answer}, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  std::string DoUnit(const Operation& operation, EventKind kind) {
    const Event event{.kind = kind};
    return Do(operation, {&event, 1});
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) ASSERT_EQ(Do(operation), "");
  }
  Oracle oracle_;
};

TEST_F(OracleConstruction, AnObjectWhoseConstructorRunsIsHeldUntilItHasRun) {
  Given({op::Reserve(a), op::Create(b), op::Store(a, 0, b)});
  EXPECT_FALSE(oracle_.Allows(op::Reserve(a))) << "names are never used again";
  EXPECT_FALSE(oracle_.Allows(op::Complete(b)));
  EXPECT_EQ(oracle_.PathTo(b), "constructor -> a.0 -> b");
  Given({op::Complete(a)});
  EXPECT_FALSE(oracle_.IsReachable(b));
  EXPECT_FALSE(oracle_.Allows(op::Complete(a)));
}

TEST_F(OracleConstruction, AWholeCycleCannotBeAskedForWhileAConstructorRuns) {
  Given({op::Reserve(a)});
  EXPECT_FALSE(oracle_.Allows(op::Collect()));
  EXPECT_TRUE(oracle_.Allows(op::Start()));
  EXPECT_TRUE(oracle_.Allows(op::Tick()));
  Given({op::Complete(a)});
  EXPECT_TRUE(oracle_.Allows(op::Collect()));
}

TEST_F(OracleConstruction, AnObjectThatIsGivenUpIsGoneAndItsWeakReferenceAnswersNullForEver) {
  Given({op::Abandon(a, 0)});
  EXPECT_EQ(oracle_.LifeOf(a), Life::kFreed);
  EXPECT_FALSE(oracle_.CanName(a));
  EXPECT_FALSE(oracle_.Allows(op::Create(a))) << "names are never used again";
  EXPECT_FALSE(oracle_.Allows(op::Complete(a)));
  Given({op::Create(b)});
  EXPECT_EQ(Do(op::WeakRead(0), {}, kNull), "");
  EXPECT_EQ(Do(op::WeakRead(0), {}, b), "weak-answer: a weak reference to a answered b");
}

TEST_F(OracleConstruction, AWeakReadDoesNotFindWhatIsUnderConstructionAndDeniesNothing) {
  Given({op::Reserve(a), op::WeakMake(0, a)});
  EXPECT_EQ(Do(op::WeakRead(0), {}, kNull), "");
  EXPECT_EQ(Do(op::WeakRead(0), {}, a),
            "weak-answer: a weak read answered a, whose constructor runs");
  Given({op::Complete(a)});
  EXPECT_EQ(Do(op::WeakRead(0), {}, a), "") << "nothing was denied";
}

TEST_F(OracleConstruction, ATickMayDoNothingWhileATraceWaitsForAConstructor) {
  Given({op::Reserve(a)});
  ASSERT_EQ(DoUnit(op::Start(), EventKind::kFlip), "");
  ASSERT_EQ(DoUnit(op::Tick(5), EventKind::kInitialReferences), "");
  EXPECT_EQ(Do(op::Tick(1), {}), "");
  Given({op::Complete(a)});
  EXPECT_EQ(Do(op::Tick(1), {}), "progress: a tick did nothing while work was left");
}

}  // namespace
}  // namespace reference
