// reference/oracle/oracle_holders_test.cc -- the oracle judges permanent objects, and resurrection
// attempts.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleHolders : public testing::Test {
 protected:
  OracleHolders() {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = promises.exact = true;
    oracle_.Reset({}, promises);
  }
  // Applies the operation. Returns "property: message" of a violation, or "".
  std::string Do(const Operation& operation, std::initializer_list<Event> events = {},
                 Answer::Kind answer = Answer::Kind::kDone) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation =
        oracle_.Apply(operation, {.kind = answer}, {events.begin(), events.end()});
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  std::string Refuse(const Operation& operation) {
    return Do(operation, {}, Answer::Kind::kRefused);
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) ASSERT_EQ(Do(operation), "");
  }
  Oracle oracle_;
};

TEST_F(OracleHolders, APermanentObjectIsInTheRootSet) {
  Given({op::Permanent(a)});
  EXPECT_TRUE(oracle_.IsReachable(a));
  EXPECT_EQ(oracle_.PathTo(a), "permanent -> a");
  EXPECT_FALSE(oracle_.heap().At(a).container);
  EXPECT_FALSE(oracle_.Allows(op::Permanent(a))) << "names are never used again";
}

TEST_F(OracleHolders, ThereAreFewPermanentObjects) {
  for (Name name = 0; name < kPermanentLimit; ++name) Given({op::Permanent(name)});
  EXPECT_FALSE(oracle_.Allows(op::Permanent(kPermanentLimit)));
}

TEST_F(OracleHolders, WhatAPermanentObjectWasRefusedIsNotItsToHold) {
  Given({op::Permanent(a), op::Create(b)});
  EXPECT_EQ(Refuse(op::Store(a, 0, b)), "");
  EXPECT_EQ(oracle_.Fields(a)[0], kNull);
  EXPECT_FALSE(oracle_.IsReachable(b));
}

TEST_F(OracleHolders, WhatAPermanentObjectTookIsKept) {
  Given({op::Permanent(a), op::Create(b), op::Store(a, 0, b)});
  EXPECT_EQ(oracle_.PathTo(b), "permanent -> a.0 -> b");
  ASSERT_EQ(Do(op::Start(), {{.kind = EventKind::kFlip}}), "");
  EXPECT_EQ(Do(op::Tick(9), {{.kind = EventKind::kInitialReferences},
                             {.kind = EventKind::kEndCheck, .flag = 1},
                             {.kind = EventKind::kGather, .flag = 1, .object = b}}),
            "safety: a reachable object was gathered: permanent -> a.0 -> b");
}

TEST_F(OracleHolders, WhatIsKeptByALastingRootMustNotBeRefused) {
  Given({op::Permanent(a), op::Permanent(c), op::Create(b), op::Root(b)});
  EXPECT_EQ(Refuse(op::Store(a, 0, b)),
            "fields: a permanent object was refused b, which it may refer to");
  Given({op::Unroot(b), op::Keep(b), op::Store(a, 0, b), op::Store(a, 1, c)});
  EXPECT_EQ(oracle_.Fields(a)[0], b);
}

TEST_F(OracleHolders, TheLastRootKindOfWhatAPermanentObjectHoldsStays) {
  Given({op::Permanent(a), op::Create(b), op::Root(b), op::StrongTake(b), op::Store(a, 0, b)});
  Given({op::Unroot(b)});
  EXPECT_FALSE(oracle_.Allows(op::StrongDrop(b)));
  Given({op::StrongTake(b), op::StrongDrop(b), op::Store(a, 0, kNull), op::StrongDrop(b)});
}

TEST_F(OracleHolders, APermanentObjectTakesReferencesByStoreAlone) {
  Given({op::Permanent(a), op::Create(b), op::Root(b)});
  EXPECT_FALSE(oracle_.Allows(op::Move(a, 0, b, 0)));
  EXPECT_FALSE(oracle_.Allows(op::Swap(b, 0, a, 0)));
  Given({op::Store(a, 0, b), op::Move(b, 0, a, 0)});
  EXPECT_EQ(oracle_.Fields(b)[0], b);
}

TEST_F(OracleHolders, AnAttemptAtResurrectionChangesNothing) {
  Given({op::Create(a), op::Root(a), op::Create(b), op::Resurrect(b, a, 1)});
  EXPECT_EQ(oracle_.heap().At(b).resurrection.holder, a);
  EXPECT_EQ(oracle_.heap().At(b).resurrection.field, 1u);
  ASSERT_EQ(Do(op::Start(), {{.kind = EventKind::kFlip}}), "");
  ASSERT_EQ(Do(op::Tick(9), {{.kind = EventKind::kInitialReferences},
                             {.kind = EventKind::kEndCheck, .flag = 1},
                             {.kind = EventKind::kGather, .flag = 1, .object = b},
                             {.kind = EventKind::kBegin, .object = b},
                             {.kind = EventKind::kBegan, .object = b}}),
            "");
  EXPECT_EQ(oracle_.Fields(a)[1], kNull);
  EXPECT_FALSE(oracle_.IsReachable(b));
}

TEST_F(OracleHolders, AFieldThatIsNotThereTakesNoResurrection) {
  Given({op::Create(a, 1), op::Create(b)});
  EXPECT_FALSE(oracle_.Allows(op::Resurrect(b, a, 1)));
  EXPECT_FALSE(oracle_.Allows(op::Resurrect(c, a, 0)));
  EXPECT_TRUE(oracle_.Allows(op::Resurrect(b, a, 0)));
}

TEST_F(OracleHolders, DecideWhatTheOracleWillPermit) {
  Given({op::Create(a), op::Create(b)});
  const std::uint64_t before = oracle_.Fingerprint();
  Given({op::Resurrect(b, a, 1)});
  EXPECT_NE(oracle_.Fingerprint(), before);
}

}  // namespace
}  // namespace reference
