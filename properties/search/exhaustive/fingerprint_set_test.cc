// properties/search/exhaustive/fingerprint_set_test.cc -- the set has what was inserted, and no
// more.

#include "properties/search/exhaustive/fingerprint_set.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "properties/base/random.h"

namespace properties {
namespace {

TEST(FingerprintSet, HasWhatWasInsertedHoweverLargeItGrows) {
  FingerprintSet set;
  std::set<std::uint64_t> should;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    const std::uint64_t fingerprint = SeedOfCase(7, i % 30'000) | 1;
    EXPECT_EQ(set.Has(fingerprint), should.contains(fingerprint));
    EXPECT_EQ(set.Insert(fingerprint), should.insert(fingerprint).second);
    EXPECT_TRUE(set.Has(fingerprint));
  }
  for (const std::uint64_t fingerprint : should) EXPECT_TRUE(set.Has(fingerprint));
  EXPECT_FALSE(set.Has(2));
}

// The first places of the array are those of small numbers, the last one is followed by the first.
TEST(FingerprintSet, KeepsNeighboursApart) {
  FingerprintSet set;
  const std::uint64_t last = (1u << 12) - 1;
  for (const std::uint64_t place : {last, last + (1u << 12), last + (1u << 13)}) {
    EXPECT_FALSE(set.Has(place));
    EXPECT_TRUE(set.Insert(place));
    EXPECT_TRUE(set.Has(place));
  }
  EXPECT_FALSE(set.Insert(last));
}

TEST(FingerprintSet, HasNothingAtFirst) {
  FingerprintSet set;
  EXPECT_FALSE(set.Has(0));
  EXPECT_FALSE(set.Has(1));
  EXPECT_TRUE(set.Insert(0));
  EXPECT_TRUE(set.Has(0));
}

}  // namespace
}  // namespace properties
