// reference/oracle/oracle_limits_test.cc -- what a subject promises to do with, and what it does
// not promise to hide.

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleLimits : public testing::Test {
 protected:
  void Promise(Promises promises) {
    promises.verbs = VerbSet::All();
    promises.exact = false;
    oracle_.Reset({}, promises);
  }
  // The finding of an operation that is allowed, or "".
  std::string Do(const Operation& operation, std::vector<Event> events = {}, Name answer = kNull) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto kind = IsRead(operation.verb) ? Answer::Kind::kRead : Answer::Kind::kDone;
    const auto violation = oracle_.Apply(operation, {kind, answer}, events);
    return violation ? violation->message : "";
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) ASSERT_EQ(Do(operation), "");
  }
  // a is weakly referred to by w0, is unreachable, and a collection found it dead.
  void GivenADoomedObject() {
    Given({op::Create(b), op::Root(b), op::Create(a, 0), op::WeakMake(0, a)});
    ASSERT_EQ(Do(op::Collect(), {{.kind = EventKind::kGather, .flag = 1, .object = a}}), "");
  }
  Oracle oracle_;
};

TEST_F(OracleLimits, AreNoneUnlessTheyArePromised) {
  Promise({});
  for (Name name = 0; name < 100; ++name) ASSERT_EQ(Do(op::Create(name, kFieldLimit)), "");
}

TEST_F(OracleLimits, OfObjectsCountWhatIsDeadAndNotFreed) {
  Promise({.most_objects = 2});
  Given({op::Create(a), op::Create(b), op::Root(b)});
  for (const Operation& birth : {op::Create(c), op::Copy(c, b), op::Reserve(c, 1),
                                 op::CreateNamed(c, 1), op::Permanent(c, 1)}) {
    EXPECT_FALSE(oracle_.Allows(birth)) << WordOf(birth.verb);
  }
  ASSERT_EQ(Do(op::Collect(), {{.kind = EventKind::kFreed, .object = a}}), "");
  ASSERT_EQ(Do(op::Create(c)), "");
  EXPECT_FALSE(oracle_.Allows(op::Create(d)));
}

TEST_F(OracleLimits, OfFieldsHoldForBirthsContainersAndOuters) {
  Promise({.most_fields = 2});
  EXPECT_FALSE(oracle_.Allows(op::Create(a, 3)));
  EXPECT_FALSE(oracle_.Allows(op::Reserve(a, 3)));
  Given({op::Create(a, 2), op::Create(b, 0), op::Create(c, 1), op::Append(b, a), op::Append(b, a)});
  EXPECT_FALSE(oracle_.Allows(op::Append(b, a)));
  EXPECT_FALSE(oracle_.Allows(op::Outer(a, b)));
  EXPECT_TRUE(oracle_.Allows(op::Outer(c, b)));
  Given({op::Erase(b, 0), op::Append(b, a)});
}

TEST_F(OracleLimits, OfWhatIsHiddenADoomedObjectMayBeAnsweredAndNotNamed) {
  Promise({.weak_until_freed = true});
  GivenADoomedObject();
  EXPECT_EQ(Do(op::WeakRead(0), {}, a), "");
  EXPECT_FALSE(oracle_.CanName(a));
  EXPECT_EQ(Do(op::WeakRead(0), {}, kNull), "");
  EXPECT_EQ(Do(op::WeakRead(0), {}, b), "a weak reference to a answered b");
}

TEST_F(OracleLimits, OfWhatIsHiddenEndWithTheMemory) {
  Promise({.weak_until_freed = true});
  GivenADoomedObject();
  ASSERT_EQ(Do(op::Collect(), {{.kind = EventKind::kFreed, .object = a}}), "");
  EXPECT_EQ(Do(op::WeakRead(0), {}, a), "a weak read answered a, which is doomed or dead");
}

// A field would hold what is about to be freed.
TEST_F(OracleLimits, OfWhatIsHiddenHoldForReadsAndForNoField) {
  Promise({.weak_until_freed = true});
  GivenADoomedObject();
  EXPECT_EQ(Do(op::Resolve(b, 0, 0), {}, a), "a weak read answered a, which is doomed or dead");
}

TEST_F(OracleLimits, OfWhatIsHiddenMustBePromised) {
  Promise({});
  GivenADoomedObject();
  EXPECT_EQ(Do(op::WeakRead(0), {}, a), "a weak read answered a, which is doomed or dead");
}

}  // namespace
}  // namespace reference
