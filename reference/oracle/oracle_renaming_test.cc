// reference/oracle/oracle_renaming_test.cc -- a named object is found, whatever its name is now.

#include <string>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleRenaming : public testing::Test {
 protected:
  OracleRenaming() {
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
  Oracle oracle_;
};

TEST_F(OracleRenaming, IsForNamedObjectsThatTheMutatorCanName) {
  EXPECT_FALSE(oracle_.Allows(op::Rename(a)));
  EXPECT_EQ(Do(op::CreateNamed(a)), "");
  EXPECT_EQ(Do(op::Create(b)), "");
  EXPECT_TRUE(oracle_.Allows(op::Rename(a)));
  EXPECT_FALSE(oracle_.Allows(op::Rename(b))) << "it has no name";
  EXPECT_EQ(Do(op::Tick()), "");
  EXPECT_FALSE(oracle_.Allows(op::Rename(a))) << "nothing leads to it any more";
}

TEST_F(OracleRenaming, ARenamedObjectMustBeFound) {
  EXPECT_EQ(Do(op::CreateNamed(a)), "");
  EXPECT_EQ(Do(op::Root(a)), "");
  EXPECT_EQ(Do(op::Rename(a)), "");
  EXPECT_EQ(Do(op::Find(a), a), "");
  EXPECT_EQ(Do(op::Find(a)), "a weak read answered null for a, which is reachable: root -> a");
}

TEST_F(OracleRenaming, ChangesNothingThatDecidesWhatIsAllowed) {
  EXPECT_EQ(Do(op::CreateNamed(a)), "");
  const std::uint64_t before = oracle_.Fingerprint();
  EXPECT_EQ(Do(op::Rename(a)), "");
  EXPECT_EQ(oracle_.Fingerprint(), before);
}

}  // namespace
}  // namespace reference
