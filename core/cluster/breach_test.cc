// core/cluster/breach_test.cc -- what is said of a cluster whose member refers to what the cluster
// does not reach.

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/inspect/verify/verification.h"
#include "core/testing/clusters.h"

namespace gc {
namespace {

struct ClusterBreach : ClusterTest {};

// Pain point C10: not only the member is named, but which of its fields, and what that refers to.
TEST_F(ClusterBreach, OfAStoreIsToldWithHolderFieldAndTarget) {
  Hub* const hub = Chained(5);
  ASSERT_EQ(heap.MakeCluster(hub), 6u);
  heap.AddRoot(hub);
  Object* const raw = heap.New<Piece>();
  std::memcpy(static_cast<void*>(&Nth(hub, 4)->to[3]), static_cast<const void*>(&raw), sizeof raw);
  Verifier verifier;
  const std::vector<Finding> findings = FindBrokenAssumptions(heap, verifier);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, Rule::kClusterStore);
  EXPECT_EQ(findings[0].edge.holder, Nth(hub, 4)->header().index);
  EXPECT_EQ(findings[0].edge.target, raw->header().index);
  const std::string told = "\nPiece " + std::to_string(findings[0].edge.holder) + " .to -> Piece " +
                           std::to_string(findings[0].edge.target) + '\n';
  EXPECT_NE(findings[0].text.find(told), std::string::npos) << findings[0].text;
  std::memset(static_cast<void*>(&Nth(hub, 4)->to[3]), 0, sizeof raw);
}

}  // namespace
}  // namespace gc
