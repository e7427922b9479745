// properties/matrix/proof_table_test.cc -- the number of conditions says what it is made of.

#include "properties/matrix/proof_table.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace properties {
namespace {

std::size_t LinesOf(const ProofTable& table, const std::string& verdict, const char* heaps) {
  return static_cast<std::size_t>(
      std::count_if(table.lines.begin(), table.lines.end(), [&](const ProofLine& line) {
        return (verdict.empty() || line.verdict == verdict) && (!*heaps || line.heaps == heaps);
      }));
}

TEST(ProofTable, CountsWhatIsUntouchedAndWhatIsRepeated) {
  const ProofTable table = ProveModel(reference::Locals::kDead, 2);
  const ProofCounts& counts = table.counts;
  EXPECT_EQ(counts.conditions, table.lines.size());
  EXPECT_EQ(counts.untouched, LinesOf(table, "untouched", ""));
  EXPECT_EQ(counts.repeated, LinesOf(table, "", kSmallSize));
  EXPECT_EQ(counts.repeated_untouched, LinesOf(table, "untouched", kSmallSize));
  EXPECT_EQ(counts.asked, counts.conditions - counts.untouched);
  EXPECT_EQ(counts.broken + counts.inconclusive, 0u);
  EXPECT_GT(counts.untouched * 3, counts.conditions) << "a third and more is trivially true";
  EXPECT_GT(counts.repeated * 3, counts.conditions);
}

TEST(ProofTable, CountsWhatIsNotProvedAsAsked) {
  const ProofCounts counts = CountsOf({{.heaps = kAnySize,
                                        .sentence = "",
                                        .proved = 5,
                                        .untouched = 3,
                                        .broken = 2,
                                        .inconclusive = 1},
                                       {.heaps = kSmallSize, .sentence = "", .untouched = 7}});
  EXPECT_EQ(counts.conditions, 18u);
  EXPECT_EQ(counts.asked, 8u);
  EXPECT_EQ(counts.untouched, 10u);
  EXPECT_EQ(counts.repeated, 7u);
  EXPECT_EQ(counts.repeated_untouched, 7u);
  EXPECT_EQ(counts.broken, 2u);
  EXPECT_EQ(counts.inconclusive, 1u);
}

}  // namespace
}  // namespace properties
