// properties/base/random_test.cc -- a seed means the same numbers on every machine.

#include "properties/base/random.h"

#include <gtest/gtest.h>

#include <set>

namespace properties {
namespace {

TEST(Random, ASeedMeansTheseNumbersEverywhere) {
  Random random(1);
  EXPECT_EQ(random.Next(), 14233695028433725123u);
  EXPECT_EQ(random.Next(), 151843346328975388u);
  EXPECT_EQ(SeedOfCase(1, 0), 6791897765849424158u);
  EXPECT_EQ(SeedOfCase(1, 1), 7196757926615190319u);
}

TEST(Random, BelowReachesEveryNumberAndNoOther) {
  Random random(7);
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.Below(5));
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 2, 3, 4}));
}

TEST(Random, BetweenIncludesBothEnds) {
  Random random(7);
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.Between(3, 5));
  EXPECT_EQ(seen, (std::set<std::uint32_t>{3, 4, 5}));
}

TEST(Random, CasesOfARunHaveDifferentSeeds) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t i = 0; i < 1000; ++i) seeds.insert(SeedOfCase(seed, i));
  }
  EXPECT_EQ(seeds.size(), 10'000u);
}

}  // namespace
}  // namespace properties
