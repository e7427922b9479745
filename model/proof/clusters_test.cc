// model/proof/clusters_test.cc -- without each rule of clusters, certain conditions break.

#include <gtest/gtest.h>

#include "model/proof/broken_by_test.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

class WithoutClusterRule : public testing::TestWithParam<Locals> {
 protected:
  Locals locals() const { return GetParam(); }
  bool black() const { return locals() == Locals::kBlack; }
  Names Broken(Fault fault) const { return BrokenBy(fault, locals()); }
};

// A permanent object is black from its birth, and may refer to a rooted member. So invariant I1
// breaks already at the flip. And what the end check finds is not marked, so it finds it for ever.
TEST_P(WithoutClusterRule, TheCollectorMissesWhatOnlyAMemberIsReachedBy) {
  EXPECT_EQ(Broken(Fault::kMarkMemberOnly), (Names{"flip I1", "flip I2", "initial-references I2r",
                                                   "scan I1", "activate I1", "activate Q12"}) +
                                                If(black(), {"initial-references I2h"}) +
                                                If(!black(), {"end-check-goes-on L5"}));
}

TEST_P(WithoutClusterRule, TheBarrierMissesMembers) {
  const Names broken =
      Each(kStores, "I1") + kOtherBarriers +
      If(black(), {"hold I2h", "weak-read-object I2f", "resolve-object I2f", "find-object I2f"});
  EXPECT_EQ(Broken(Fault::kReturnEarly), broken);
}

TEST_P(WithoutClusterRule, ActivationMissesOneList) {
  const Names broken = {"activate I1", "activate Q12"};
  EXPECT_EQ(Broken(Fault::kSkipOtherClusters), broken);
  EXPECT_EQ(Broken(Fault::kSkipMutableObjects), broken);
}

TEST_P(WithoutClusterRule, AStoreMakesTheListsFalse) {
  EXPECT_EQ(Broken(Fault::kStoreSilently), Each(kStores, "Q9"));
}

// Clusters are dissolved on request, by a store, and for garbage.
TEST_P(WithoutClusterRule, TheDissolvedAreBlackAndReferToWhite) {
  const Names dissolving = kStores + Names{"dissolve", "mark-garbage", "activate-garbage"};
  EXPECT_EQ(Broken(Fault::kBlackenMembers),
            Each(dissolving, "I1") + Each(dissolving, "C1") + Names{"activate-garbage K1"});
  const Names stale = Broken(Fault::kKeepStaleBits);
  for (const std::string& name : Each(dissolving, "I1") + Each(dissolving, "G1")) {
    EXPECT_TRUE(stale.contains(name)) << name;
  }
  for (const std::string& name : stale) {
    EXPECT_TRUE(dissolving.contains(name.substr(0, name.find(' ')))) << name;
  }
}

TEST_P(WithoutClusterRule, TheDissolvedAreNotReachableWhenTheNextCycleStarts) {
  EXPECT_EQ(Broken(Fault::kKeepStaleBitIdle),
            Each(kStores + Names{"dissolve", "mark-garbage", "gather"}, "I5"));
}

TEST_P(WithoutClusterRule, AnObjectThatJoinsInACycleIsNeverScannedOrLosesItsColour) {
  const Names broken = Broken(Fault::kClusterInCycle);
  for (const std::string& name :
       Each({"cluster-add"}, "I1") + Each({"cluster-add"}, "I2") + Each({"cluster-add"}, "G1")) {
    EXPECT_TRUE(broken.contains(name)) << name;
  }
  for (const std::string& name : broken) {
    // What waits in the barrier list has a ticket less than a cluster that does.
    EXPECT_TRUE(name == "cluster-make L1" || name.starts_with("cluster-add ")) << name;
  }
}

TEST_P(WithoutClusterRule, AMemberOutlivesItsRoot) {
  EXPECT_EQ(Broken(Fault::kJudgeByOwnBit),
            (Names{"gather S1", "gather S5", "gather P3", "gather Q10", "gather Q11",
                   "gather completeness: what was unreachable at the flip goes", "gather H4",
                   "gather cluster: those of one are doomed together"}));
}

// The discipline of rescanned locals lies between these two; `verify` asks for all three.
INSTANTIATE_TEST_SUITE_P(Locals, WithoutClusterRule, testing::Values(Locals::kDead, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

}  // namespace
}  // namespace model
