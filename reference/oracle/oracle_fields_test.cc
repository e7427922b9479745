// reference/oracle/oracle_fields_test.cc -- the oracle knows the fields of a copy, and the elements
// of a container, which change as a whole.

#include <vector>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleFields : public testing::Test {
 protected:
  OracleFields() {
    Promises promises;
    promises.verbs = VerbSet::All();
    oracle_.Reset({}, promises);
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) {
      ASSERT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
      ASSERT_FALSE(oracle_.Apply(operation, {Answer::Kind::kDone, kNull}, {}));
    }
  }
  Oracle oracle_;
};

TEST_F(OracleFields, ACopyIsBornWithWhatItsTemplateRefersToNow) {
  Given({op::Create(a, 3), op::Create(b), op::Store(a, 1, b), op::Root(a)});
  EXPECT_FALSE(oracle_.Allows(op::Copy(c, c)));
  EXPECT_FALSE(oracle_.Allows(op::Copy(b, a)));
  ASSERT_TRUE(oracle_.Allows(op::Copy(c, a)));
  Given({op::Copy(c, a), op::Store(a, 1, kNull), op::Root(c)});
  EXPECT_EQ(oracle_.Fields(c), (std::vector<Name>{kNull, b, kNull}));
  EXPECT_EQ(oracle_.PathTo(b), "root -> c.1 -> b");
  Given({op::Unroot(a), op::Tick()});
  EXPECT_FALSE(oracle_.Allows(op::Copy(3, a)));
}

TEST_F(OracleFields, AnObjectWithoutFieldsIsAContainerThatGrowsAndShrinks) {
  Given({op::Create(a, 0), op::Root(a), op::Create(b), op::Create(c), op::Append(a, b),
         op::Append(a, c), op::Append(a, b)});
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{b, c, b}));
  EXPECT_FALSE(oracle_.Allows(op::Erase(a, 3)));
  Given({op::Erase(a, 0), op::Store(a, 1, kNull)});
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{c, kNull}));
  EXPECT_EQ(oracle_.PathTo(c), "root -> a.0 -> c");
  EXPECT_FALSE(oracle_.IsReachable(b));
}

TEST_F(OracleFields, AContainerHasNoMoreElementsThanAnyObjectHasFields) {
  Given({op::Create(a, 0)});
  for (std::uint32_t i = 0; i < kFieldLimit; ++i) Given({op::Append(a, a)});
  EXPECT_FALSE(oracle_.Allows(op::Append(a, a)));
}

TEST_F(OracleFields, AContainerIsTakenAsAWhole) {
  Given({op::Create(a, 0), op::Root(a), op::Create(b, 0), op::Create(c), op::Append(a, b),
         op::Append(b, c), op::Append(b, b)});
  EXPECT_FALSE(oracle_.Allows(op::Take(a, a)));
  Given({op::Take(a, b)});
  EXPECT_EQ(oracle_.Fields(a), (std::vector<Name>{c, b}));
  EXPECT_TRUE(oracle_.Fields(b).empty());
}

TEST_F(OracleFields, FieldsThatAnObjectWasMadeWithStay) {
  Given({op::Create(a, 1), op::Create(b, 0)});
  EXPECT_FALSE(oracle_.Allows(op::Append(a, b)));
  EXPECT_FALSE(oracle_.Allows(op::Erase(a, 0)));
  EXPECT_FALSE(oracle_.Allows(op::Take(a, b)));
  EXPECT_FALSE(oracle_.Allows(op::Take(b, a)));
}

}  // namespace
}  // namespace reference
