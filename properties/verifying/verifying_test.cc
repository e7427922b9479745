// properties/verifying/verifying_test.cc -- the modes find what the paper says, and each kind of
// wrong answer is noticed and made small.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/population/use.h"
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
  if (gc::kUseChecked && lie == VerifyingLie::kAtRandom) return;  // its moments are not judged
  // Cells are counted round, so that many runs do not get shorter: the shortest of some counts.
  std::size_t shortest = ~std::size_t{0};
  std::string text;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const VerifyingRun drawn = DrawVerifyingRun(seed);
    if (JudgeVerifying(drawn, lie).difference.empty()) continue;
    const VerifyingRun run = ShrunkVerifying(drawn, lie);
    ASSERT_FALSE(JudgeVerifying(run, lie).difference.empty());
    if (run.before.size() + run.after.size() >= shortest) continue;
    shortest = run.before.size() + run.after.size();
    text = TextOf(run);
  }
  EXPECT_LE(shortest, 7u) << text;
}
INSTANTIATE_TEST_SUITE_P(, VerifyingLies, testing::Range(std::size_t{1}, kVerifyingLies));

}  // namespace
}  // namespace properties::verifying
