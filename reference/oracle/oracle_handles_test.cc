// reference/oracle/oracle_handles_test.cc -- resolving a handle is a weak read and a store in one.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleHandles : public testing::Test {
 protected:
  OracleHandles() {
    Promises promises;
    promises.verbs = VerbSet::All();
    oracle_.Reset({}, promises);
  }
  // The property that the oracle finds broken by an answer, or "".
  std::string Do(const Operation& operation, Name answer = kNull) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, {Answer::Kind::kRead, answer}, {});
    return violation ? violation->message : "";
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) ASSERT_EQ(Do(operation), "");
  }
  Oracle oracle_;
};

TEST_F(OracleHandles, AResolvedFieldHoldsWhatWasAnswered) {
  Given({op::Create(a), op::Create(b), op::Root(a), op::WeakMake(0, b), op::Tick()});
  EXPECT_FALSE(oracle_.CanName(b));
  EXPECT_EQ(Do(op::Resolve(a, 1, 0), b), "");
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{kNull, b}));
  EXPECT_EQ(oracle_.PathTo(b), "root -> a.1 -> b");
  EXPECT_TRUE(oracle_.CanName(b));
}

TEST_F(OracleHandles, NullEmptiesTheFieldAndIsForEver) {
  Given({op::Create(a), op::Create(b), op::Create(c), op::Root(a), op::Store(a, 0, c),
         op::WeakMake(0, b), op::Tick()});
  EXPECT_EQ(Do(op::Resolve(a, 0, 0), kNull), "");
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{kNull, kNull}));
  EXPECT_EQ(Do(op::WeakRead(0), b), "a weak read answered b, and b was answered with null before");
}

TEST_F(OracleHandles, WhatIsReachableMustBeHad) {
  Given({op::Create(a), op::Root(a), op::WeakMake(0, a)});
  EXPECT_EQ(Do(op::Resolve(a, 0, 0), kNull),
            "a weak read answered null for a, which is reachable: root -> a");
}

TEST_F(OracleHandles, NothingElseMayBeHad) {
  Given({op::Create(a), op::Create(b), op::Root(a), op::WeakMake(0, a)});
  EXPECT_EQ(Do(op::Resolve(a, 0, 0), b), "a weak reference to a answered b");
}

TEST_F(OracleHandles, ItNeedsAFieldAndAWeakReferenceThatWasMade) {
  Given({op::Create(a), op::Root(a), op::WeakMake(1, a)});
  EXPECT_FALSE(oracle_.Allows(op::Resolve(a, 0, 0)));
  EXPECT_FALSE(oracle_.Allows(op::Resolve(a, 2, 1)));
  EXPECT_FALSE(oracle_.Allows(op::Resolve(b, 0, 1)));
  EXPECT_TRUE(oracle_.Allows(op::Resolve(a, 1, 1)));
}

}  // namespace
}  // namespace reference
