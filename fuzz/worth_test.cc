// fuzz/worth_test.cc -- a fuzzer's log read, and the rows written.

#include "fuzz/worth.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace fuzz {
namespace {

TEST(Worth, ReadsTheRunsOfALog) {
  EXPECT_EQ(RunsIn("Done\nstat::number_of_executed_units: 4711\nstat::average_exec_per_sec: 3\n"),
            4711u);
  EXPECT_EQ(RunsIn("stat::number_of_executed_units:"), std::nullopt);
  EXPECT_EQ(RunsIn("==1== ERROR: libFuzzer: out-of-memory"), std::nullopt);
}

TEST(Worth, IsTheMedianOfTheTries) {
  EXPECT_EQ(MedianOf({9, 1, 5}), 5u);
  EXPECT_EQ(MedianOf({std::nullopt, 1, 5}), 5u);
  EXPECT_EQ(MedianOf({std::nullopt, 1, std::nullopt}), std::nullopt);
  EXPECT_EQ(MedianOf({7, 3}), 3u);
  EXPECT_EQ(MedianOf({}), std::nullopt);
}

TEST(Worth, WritesWhatWasNeverCaughtAsNull) {
  const auto json = nlohmann::json::parse(
      WorthJson({{.fault = "move-barrier/move-is-free", .empty = 12, .cap = 100}}));
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["fault"], "move-barrier/move-is-free");
  EXPECT_EQ(json[0]["empty"], 12);
  EXPECT_TRUE(json[0]["seeds"].is_null());
  EXPECT_EQ(json[0]["cap"], 100);
}

TEST(Worth, OfNoFaultsIsAnEmptyList) { EXPECT_EQ(nlohmann::json::parse(WorthJson({})).size(), 0u); }

TEST(Worth, RefusesAFaultThatThereIsNot) {
  const auto measured = MeasureWorth("move-barrier/typo", {});
  ASSERT_TRUE(std::holds_alternative<std::string>(measured));
  EXPECT_NE(std::get<std::string>(measured).find("move-barrier/typo"), std::string::npos);
}

}  // namespace
}  // namespace fuzz
