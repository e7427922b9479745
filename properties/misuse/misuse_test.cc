// properties/misuse/misuse_test.cc -- core refuses what the table says, in its words, and nothing
// else; and each kind of wrong answer is noticed, and comes down to one mistake.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "properties/misuse/misuse_run.h"

namespace properties::misuse {
namespace {

TEST(Misuses, AreRefusedAsTheTableSays) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const MisuseRun run = DrawMisuseRun(seed);
    ASSERT_EQ(JudgeMisuse(run).difference, "") << TextOf(ShrunkMisuse(run));
  }
}

TEST(Misuses, NoticeEachKindOfWrongAnswerAndNameTheMistake) {
  for (const MisuseLie lie : {MisuseLie::kGoesOn, MisuseLie::kNamesNoRule, MisuseLie::kNamesOther,
                              MisuseLie::kRefusesRight}) {
    const MisuseRun run = ShrunkMisuse(DrawMisuseRun(7), lie);
    EXPECT_NE(JudgeMisuse(run, lie).difference, "") << static_cast<int>(lie);
    EXPECT_EQ(run.size(), 1u) << TextOf(run);
  }
}

TEST(Misuses, HaveNamesOfTheirOwnAndEachIsTriedInEveryRun) {
  const MisuseRun run = DrawMisuseRun(1);
  EXPECT_EQ(run.size(), MistakeCount());
  std::set<int> numbers;
  for (const MisuseOperation& one : run) numbers.insert(one.number);
  EXPECT_EQ(numbers.size(), MistakeCount());
  EXPECT_GT(JudgeMisuse(run).applied, 120u);
  EXPECT_THAT(TextOf(run), testing::HasSubstr("a lock is dropped before its section\n"));
}

}  // namespace
}  // namespace properties::misuse
