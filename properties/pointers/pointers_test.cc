// properties/pointers/pointers_test.cc -- pointers agree with the paper, and each kind of wrong
// answer is noticed and made small.

#include <gtest/gtest.h>

#include <cstdint>

#include "properties/pointers/pointers_run.h"

namespace properties::pointers {
namespace {

TEST(Pointers, AgreeWithThePaperInSomeThousandRuns) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const PointerRun run = DrawPointerRun(seed);
    ASSERT_EQ(JudgePointers(run).difference, "") << seed << '\n' << TextOf(ShrunkPointers(run));
  }
}

class PointerLies : public testing::TestWithParam<std::size_t> {};

TEST_P(PointerLies, AreNoticedInAFewOperations) {
  const PointerLie lie = static_cast<PointerLie>(GetParam());
  PointerRun run;
  for (std::uint64_t seed = 0; run.empty() && seed < 100; ++seed) {
    const PointerRun drawn = DrawPointerRun(seed);
    if (!JudgePointers(drawn, lie).difference.empty()) run = ShrunkPointers(drawn, lie);
  }
  ASSERT_FALSE(run.empty());
  EXPECT_FALSE(JudgePointers(run, lie).difference.empty());
  EXPECT_LE(run.size(), 6u) << TextOf(run);
}
INSTANTIATE_TEST_SUITE_P(, PointerLies, testing::Range(std::size_t{1}, kPointerLies));

}  // namespace
}  // namespace properties::pointers
