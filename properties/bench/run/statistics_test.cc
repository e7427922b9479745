// properties/bench/run/statistics_test.cc -- medians, shares and fits of numbers that are known.

#include "properties/bench/run/statistics.h"

#include <cmath>

#include <gtest/gtest.h>
#include "properties/bench/run/growth.h"

namespace bench {
namespace {

TEST(BenchStatistics, TheMedianIsInTheMiddleAndTheSpreadAtBothEnds) {
  const Spread odd = SpreadOf({9, 1, 5});
  EXPECT_EQ(odd.median, 5);
  EXPECT_EQ(odd.least, 1);
  EXPECT_EQ(odd.most, 9);
  EXPECT_EQ(SpreadOf({4, 1, 9, 2}).median, 3);
}

TEST(BenchStatistics, AShareOfTheSamplesLiesBelowAQuantile) {
  std::vector<double> samples;
  for (int i = 100; i >= 1; --i) samples.push_back(i);
  EXPECT_EQ(Quantile(samples, 0.5), 50);
  EXPECT_EQ(Quantile(samples, 0.99), 99);
  EXPECT_EQ(Quantile(samples, 1), 100);
  EXPECT_EQ(Quantile({7}, 0.5), 7);
  EXPECT_EQ(Quantile({1, 2, 3}, 0.5), 2);
}

Growth Grown(double exponent) {
  Growth growth;
  for (const double size : {1e4, 1e5, 1e6}) {
    growth.sizes.push_back(size);
    growth.milliseconds.push_back(3e-5 * std::pow(size, exponent));
  }
  return growth;
}

TEST(BenchStatistics, TheExponentOfAPowerIsFound) {
  for (const double exponent : {0.0, 0.5, 1.0, 1.5, 2.0}) {
    const Growth growth = Grown(exponent);
    EXPECT_NEAR(Exponent(growth.sizes, growth.milliseconds), exponent, 1e-9);
  }
  EXPECT_EQ(Exponent({1e4, 1e5}, {0, 5}), 0) << "one time is no growth";
}

TEST(BenchStatistics, WhatGrowsFasterThanItsWorkIsAFinding) {
  const auto found = [](double exponent, double work, double memory) {
    Growth growth = Grown(exponent);
    Fit(growth, work, memory);
    return growth.too_fast;
  };
  EXPECT_FALSE(found(1, 1, 1));
  EXPECT_TRUE(found(2, 1, 1));
  EXPECT_FALSE(found(1.4, 1, 1.3)) << "memory is slower in a larger heap";
  EXPECT_TRUE(found(1, 0, 1)) << "should not depend on the size";
  EXPECT_FALSE(found(0.4, 0, 1)) << "too short to tell";
}

Section Of(const std::vector<Row>& rows) { return {.workload = FindWorkload("W1"), .rows = rows}; }
Row RowOf(Kind kind, std::uint32_t threads, double median, const std::string& why_void = "") {
  return {.kind = kind, .threads = threads, .samples = {{"whole", {median}}}, .why_void = why_void};
}

TEST(BenchStatistics, ARatioIsToTheBestOfAKindWithNoMoreThreads) {
  const Section section = Of({RowOf(Kind::kOurs, 1, 60), RowOf(Kind::kPeer, 1, 30),
                              RowOf(Kind::kPeer, 1, 40), RowOf(Kind::kPeer, 2, 10)});
  EXPECT_DOUBLE_EQ(RatioTo(Kind::kPeer, section, section.rows[0], "whole"), 2);
  EXPECT_DOUBLE_EQ(RatioTo(Kind::kPeer, section, section.rows[1], "whole"), 0.75);
  EXPECT_DOUBLE_EQ(RatioTo(Kind::kPeer, section, section.rows[3], "whole"), 10.0 / 30);
  EXPECT_EQ(RatioTo(Kind::kNaive, section, section.rows[0], "whole"), 0);
  EXPECT_EQ(RatioTo(Kind::kPeer, section, section.rows[0], "mark"), 0);
}

TEST(BenchStatistics, AVoidRowIsNotTheBest) {
  const Section section =
      Of({RowOf(Kind::kOurs, 1, 60), RowOf(Kind::kPeer, 1, 1, "counted 1 object instead of 2"),
          RowOf(Kind::kPeer, 1, 30)});
  EXPECT_DOUBLE_EQ(RatioTo(Kind::kPeer, section, section.rows[0], "whole"), 2);
}

TEST(BenchGrowth, SizesEndWhereMemoryDoes) {
  EXPECT_EQ(GrowthSizes(1'000'000, std::uint64_t{64} << 30),
            (std::vector<std::uint32_t>{10'000, 40'000, 100'000, 400'000, 1'000'000}));
  EXPECT_EQ(GrowthSizes(16'000'000, std::uint64_t{1} << 30).back(), 1'000'000u);
  EXPECT_EQ(GrowthSizes(16'000'000, std::uint64_t{64} << 30).back(), 16'000'000u);
}

}  // namespace
}  // namespace bench
