// fuzz/cost/detection_cost_test.cc -- a fuzzer's log read, and the rows written.

#include "fuzz/cost/detection_cost.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <filesystem>

#include "fuzz/io/files.h"
#include "fuzz/seeds.h"
#include "properties/corpus/corpus.h"
#include "properties/matrix/detection_cost.h"

namespace fuzz {
namespace {

namespace fs = std::filesystem;
namespace op = reference::op;

TEST(DetectionCost, ReadsTheRunsOfALog) {
  EXPECT_EQ(RunsIn("Done\nstat::number_of_executed_units: 4711\nstat::average_exec_per_sec: 3\n"),
            4711u);
  EXPECT_EQ(RunsIn("stat::number_of_executed_units:"), std::nullopt);
  EXPECT_EQ(RunsIn("==1== ERROR: libFuzzer: out-of-memory"), std::nullopt);
}

TEST(DetectionCost, IsTheMedianOfTheTries) {
  EXPECT_EQ(MedianOf({9, 1, 5}), 5u);
  EXPECT_EQ(MedianOf({std::nullopt, 1, 5}), 5u);
  EXPECT_EQ(MedianOf({std::nullopt, 1, std::nullopt}), std::nullopt);
  EXPECT_EQ(MedianOf({7, 3}), 3u);
  EXPECT_EQ(MedianOf({}), std::nullopt);
}

TEST(DetectionCost, IsReadBackByTheMatrix) {
  const DetectionCostOptions options{.locals = reference::Locals::kBlack, .cap = 100, .tries = 5};
  const auto read = properties::ReadDetectionCost(
      DetectionCostJson({{.fault = "move-barrier/move-is-free", .empty = 12, .left_out = 3},
                         {.fault = "move-barrier/swap-is-free", .empty = 7, .seeds = 9}},
                        options));
  ASSERT_TRUE(std::holds_alternative<properties::FuzzMeasurement>(read))
      << std::get<std::string>(read);
  const auto& measured = std::get<properties::FuzzMeasurement>(read);
  EXPECT_EQ(measured.locals, reference::Locals::kBlack);
  EXPECT_EQ(measured.checkers, "all");
  EXPECT_EQ(measured.cap, 100u);
  EXPECT_EQ(measured.tries, 5u);
  const auto& moves = measured.faults.at(gc::Fault::kMoveIsFree);
  EXPECT_EQ(moves.from_empty, 12u);
  EXPECT_EQ(moves.from_seeds, std::nullopt);
  EXPECT_EQ(moves.seeds_left_out, 3u);
  EXPECT_EQ(measured.faults.at(gc::Fault::kSwapIsFree).from_seeds, 9u);
}

TEST(DetectionCost, OfNoFaultsIsAnEmptyMeasurement) {
  const auto read = properties::ReadDetectionCost(DetectionCostJson({}, {}));
  EXPECT_TRUE(std::get<properties::FuzzMeasurement>(read).faults.empty());
}

TEST(DetectionCost, RefusesAFaultThatThereIsNot) {
  const auto measured = MeasureDetectionCost("move-barrier/typo", {});
  ASSERT_TRUE(std::holds_alternative<std::string>(measured));
  EXPECT_NE(std::get<std::string>(measured).find("move-barrier/typo"), std::string::npos);
}

// A stand-in for the fuzzer: a shell script that prints a number of runs and ends with a given
// status.
class DetectionCostOfAFuzzer : public testing::Test {
 protected:
  DetectionCostOfAFuzzer()
      : folder_(fs::path(testing::TempDir()) /
                ("tricolour-fuzz-cost-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "seeds");
    WriteBytes(folder_ / "seeds" / "agrees", *SeedOf({.operations = {op::Create(0)}}));
  }
  ~DetectionCostOfAFuzzer() override { fs::remove_all(folder_); }

  std::variant<DetectionCostRow, std::string> Measure(const std::string& script) {
    const fs::path fuzzer = folder_ / "fuzzer";
    WriteText(fuzzer, "#!/bin/sh\n" + script);
    fs::permissions(fuzzer, fs::perms::owner_all);
    return MeasureDetectionCost(
        "root-barrier/root-without-shading",
        {.fuzzer = fuzzer, .seeds = folder_ / "seeds", .work = folder_ / "work"});
  }
  fs::path folder_;
};

TEST_F(DetectionCostOfAFuzzer, ThatCatchesIsItsRuns) {
  const auto measured = Measure("echo stat::number_of_executed_units: 42; exit 77");
  ASSERT_TRUE(std::holds_alternative<DetectionCostRow>(measured))
      << std::get<std::string>(measured);
  EXPECT_EQ(std::get<DetectionCostRow>(measured).empty, 42u);
  EXPECT_EQ(std::get<DetectionCostRow>(measured).seeds, 42u);
}

TEST_F(DetectionCostOfAFuzzer, ThatFindsNothingIsNone) {
  const auto measured = Measure("echo stat::number_of_executed_units: 100; exit 0");
  ASSERT_TRUE(std::holds_alternative<DetectionCostRow>(measured))
      << std::get<std::string>(measured);
  EXPECT_EQ(std::get<DetectionCostRow>(measured).empty, std::nullopt);
}

TEST_F(DetectionCostOfAFuzzer, ThatBreaksDownIsNoMeasurement) {
  const auto measured = Measure("exit 3");
  ASSERT_TRUE(std::holds_alternative<std::string>(measured));
  EXPECT_NE(std::get<std::string>(measured).find("status 3"), std::string::npos);
}

TEST_F(DetectionCostOfAFuzzer, IsMeasuredWithoutTheSeedsThatCatchByThemselves) {
  const auto witnesses = properties::LoadCorpus(TRICOLOUR_SOURCE_DIR "/fuzz/witnesses");
  for (const properties::CorpusEntry& entry : witnesses.entries) {
    if (entry.fault == gc::Fault::kRootWithoutShading) {
      WriteBytes(folder_ / "seeds" / "catches", *SeedOf(entry.trace));
    }
  }
  // The script prints how many seeds it was given: the last of its arguments is their folder.
  const auto measured = Measure(
      "for last; do :; done; set -- \"$last\"/*; "
      "[ -e \"$1\" ] || shift; echo stat::number_of_executed_units: $#; exit 77");
  ASSERT_TRUE(std::holds_alternative<DetectionCostRow>(measured))
      << std::get<std::string>(measured);
  EXPECT_EQ(std::get<DetectionCostRow>(measured).left_out, 1u);
  EXPECT_EQ(std::get<DetectionCostRow>(measured).empty, 0u);
  EXPECT_EQ(std::get<DetectionCostRow>(measured).seeds, 1u);
}

}  // namespace
}  // namespace fuzz
