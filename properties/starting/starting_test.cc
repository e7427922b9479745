// properties/starting/starting_test.cc -- starts agree with the paper, and each kind of wrong
// answer is noticed and made small.

#include <gtest/gtest.h>

#include <cstdint>

#include "properties/starting/starting_run.h"

namespace properties::starting {
namespace {

TEST(Starting, AgreesWithThePaperInAThousandRuns) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const StartingRun run = DrawStartingRun(seed);
    ASSERT_EQ(JudgeStarting(run).difference, "") << seed << '\n' << TextOf(ShrunkStarting(run));
  }
}

class StartingLies : public testing::TestWithParam<std::size_t> {};

TEST_P(StartingLies, AreNoticedInAFewOperations) {
  const StartingLie lie = static_cast<StartingLie>(GetParam());
  StartingRun run;
  for (std::uint64_t seed = 0; run.empty() && seed < 5000; ++seed) {
    const StartingRun drawn = DrawStartingRun(seed);
    if (!JudgeStarting(drawn, lie).difference.empty()) run = ShrunkStarting(drawn, lie);
  }
  ASSERT_FALSE(run.empty());
  EXPECT_FALSE(JudgeStarting(run, lie).difference.empty());
  EXPECT_LE(run.size(), 4u) << TextOf(run);
}
INSTANTIATE_TEST_SUITE_P(, StartingLies, testing::Range(std::size_t{1}, kStartingLies));

}  // namespace
}  // namespace properties::starting
