// fuzz/worth_test.cc -- a fuzzer's log read, and the rows written.

#include "fuzz/worth.h"

#include <gtest/gtest.h>

#include "properties/fuzz_worth.h"

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

TEST(Worth, IsReadBackByWhoeverShowsIt) {
  const WorthOptions options{.locals = reference::Locals::kBlack, .cap = 100, .tries = 5};
  const auto read = properties::ReadFuzzWorth(
      WorthJson({{.fault = "move-barrier/move-is-free", .empty = 12, .left_out = 3},
                 {.fault = "move-barrier/swap-is-free", .empty = 7, .seeds = 9}},
                options));
  ASSERT_TRUE(std::holds_alternative<properties::FuzzMeasurement>(read))
      << std::get<std::string>(read);
  const auto& measured = std::get<properties::FuzzMeasurement>(read);
  EXPECT_EQ(measured.locals, reference::Locals::kBlack);
  EXPECT_EQ(measured.eyes, "all");
  EXPECT_EQ(measured.cap, 100u);
  EXPECT_EQ(measured.tries, 5u);
  const auto& moves = measured.faults.at(gc::Fault::kMoveIsFree);
  EXPECT_EQ(moves.from_empty, 12u);
  EXPECT_EQ(moves.from_seeds, std::nullopt);
  EXPECT_EQ(moves.seeds_left_out, 3u);
  EXPECT_EQ(measured.faults.at(gc::Fault::kSwapIsFree).from_seeds, 9u);
}

TEST(Worth, OfNoFaultsIsAnEmptyMeasurement) {
  const auto read = properties::ReadFuzzWorth(WorthJson({}, {}));
  EXPECT_TRUE(std::get<properties::FuzzMeasurement>(read).faults.empty());
}

TEST(Worth, RefusesAFaultThatThereIsNot) {
  const auto measured = MeasureWorth("move-barrier/typo", {});
  ASSERT_TRUE(std::holds_alternative<std::string>(measured));
  EXPECT_NE(std::get<std::string>(measured).find("move-barrier/typo"), std::string::npos);
}

}  // namespace
}  // namespace fuzz
