// properties/verifying/verifying_test.cc -- the modes find what the paper says, and each kind of
// wrong answer is noticed and made small.

#include <gtest/gtest.h>

#include <cstdint>

#include "properties/verifying/verifying_run.h"

namespace properties::verifying {
namespace {

TEST(Verifying, AgreesWithThePaperInAThousandRuns) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const VerifyingRun run = DrawVerifyingRun(seed);
    ASSERT_EQ(JudgeVerifying(run).difference, "") << seed << '\n' << TextOf(ShrunkVerifying(run));
  }
}

class VerifyingLies : public testing::TestWithParam<std::size_t> {};

TEST_P(VerifyingLies, AreNoticedInAFewOperations) {
  const VerifyingLie lie = static_cast<VerifyingLie>(GetParam());
  bool noticed = false;
  for (std::uint64_t seed = 0; !noticed && seed < 200; ++seed) {
    const VerifyingRun drawn = DrawVerifyingRun(seed);
    if (JudgeVerifying(drawn, lie).difference.empty()) continue;
    noticed = true;
    const VerifyingRun run = ShrunkVerifying(drawn, lie);
    EXPECT_FALSE(JudgeVerifying(run, lie).difference.empty());
    EXPECT_LE(run.before.size() + run.after.size(), 7u) << TextOf(run);
  }
  EXPECT_TRUE(noticed);
}
INSTANTIATE_TEST_SUITE_P(, VerifyingLies, testing::Range(std::size_t{1}, kVerifyingLies));

}  // namespace
}  // namespace properties::verifying
