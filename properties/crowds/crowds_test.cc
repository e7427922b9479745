// properties/crowds/crowds_test.cc -- crowds agree with the paper, and each kind of wrong answer is
// noticed and made small.

#include <gtest/gtest.h>

#include <cstdint>

#include "properties/crowds/crowds_run.h"
#include "reference/crowds/paper_crowd.h"

namespace properties::crowds {
namespace {

using reference::crowds::Id;
using reference::crowds::kNobody;
using reference::crowds::PaperCrowd;

TEST(Crowds, AgreeWithThePaperInSomeHundredRuns) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const CrowdRun run = DrawCrowdRun(seed);
    ASSERT_EQ(JudgeCrowd(run).difference, "") << seed << '\n' << TextOf(run);
  }
}

class CrowdLies : public testing::TestWithParam<std::size_t> {};

TEST_P(CrowdLies, AreNoticedInAFewOperations) {
  const CrowdLie lie = static_cast<CrowdLie>(GetParam());
  CrowdRun run;
  for (std::uint64_t seed = 0; run.empty() && seed < 60; ++seed) {
    const CrowdRun drawn = DrawCrowdRun(seed);
    if (!JudgeCrowd(drawn, lie).difference.empty()) run = ShrunkCrowd(drawn, lie);
  }
  ASSERT_FALSE(run.empty());
  EXPECT_FALSE(JudgeCrowd(run, lie).difference.empty());
  EXPECT_LE(run.size(), 8u) << TextOf(run);
}
INSTANTIATE_TEST_SUITE_P(, CrowdLies, testing::Range(std::size_t{1}, kCrowdLies));

// a holds b, b holds c; d stands alone, and e and f are a cluster.
TEST(PaperCrowd, KnowsWhoLives) {
  PaperCrowd paper;
  for (int i = 0; i < 6; ++i) paper.Add(0, 1, i == 0);
  paper.Store(0, 0, 1);
  paper.Store(1, 0, 2);
  EXPECT_EQ(paper.Living(), (std::vector<Id>{0, 1, 2}));
  paper.MakeCluster({4, 5});
  paper.Store(2, 0, 5);
  EXPECT_EQ(paper.Living(), (std::vector<Id>{0, 1, 2, 4, 5}));
  paper.MarkGarbage(2);
  EXPECT_EQ(paper.Living(), (std::vector<Id>{0, 1}));
  paper.SetClears(false);
  paper.SetRoot(3, true);
  EXPECT_TRUE(paper.Lives(5));
  paper.DissolveCluster(0);
  EXPECT_EQ(paper.Living(), (std::vector<Id>{0, 1, 2, 3, 5}));
  paper.SetClears(true);
  paper.Settle();
  EXPECT_EQ(paper.At(1).fields[0], kNobody) << "it was garbage";
  EXPECT_FALSE(paper.At(2).there);
  paper.Revive(2, true);
  EXPECT_TRUE(paper.Lives(2));
  EXPECT_FALSE(paper.At(2).garbage);
}

}  // namespace
}  // namespace properties::crowds
