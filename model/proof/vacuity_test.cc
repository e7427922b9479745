// model/proof/vacuity_test.cc -- no condition is true only because it is about nothing.
//
// A condition is trivially true if its action can never be taken, or if the invariants exclude the
// states that it is about. So every guard must be satisfiable together with the invariants, and so
// must pictures of states that are possible. An invariant that no other condition needs is of no
// use and must be removed. Each check is also shown to fail where it should.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/proof/prover.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;
using Names = std::set<std::string>;

std::vector<Condition> Vacuity(const ProofOptions& options) {
  std::vector<Condition> found;
  for (Condition& condition : Prove(options).conditions) {
    if (condition.kind == Condition::Kind::kVacuity) found.push_back(std::move(condition));
  }
  return found;
}

class NotVacuous : public testing::TestWithParam<Locals> {};

TEST_P(NotVacuous, EveryActionCanBeTakenAndEveryPictureExists) {
  const std::vector<Condition> vacuity = Vacuity({.locals = GetParam()});
  Names guards;
  Names pictures;
  for (const Condition& condition : vacuity) {
    EXPECT_TRUE(condition.Holds()) << condition.action << " " << condition.claim;
    (condition.claim == "guard" ? guards : pictures).insert(condition.action + condition.claim);
  }
  EXPECT_GT(guards.size(), 30u);
  EXPECT_GT(pictures.size(), 1u);
}

TEST_P(NotVacuous, EveryInvariantIsNeeded) {
  EXPECT_EQ(NeedlessInvariants({.locals = GetParam()}), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Locals, NotVacuous,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

// With one object of one field there are no two slots to move between, and no three colours at
// once.
TEST(Vacuity, AnActionThatCanNeverBeTakenIsReported) {
  Names impossible;
  for (const Condition& condition : Vacuity({.sizes = {1, 1, 1, 1, 1}})) {
    if (!condition.Holds()) impossible.insert(condition.action);
  }
  EXPECT_TRUE(impossible.contains("move"));
  EXPECT_TRUE(impossible.contains("swap"));
  EXPECT_TRUE(impossible.contains("picture"));
  EXPECT_FALSE(impossible.contains("store"));
}

}  // namespace
}  // namespace model
