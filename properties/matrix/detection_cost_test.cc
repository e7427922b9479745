// properties/matrix/detection_cost_test.cc -- the measurement has every fault, and a broken file is
// refused.

#include "properties/matrix/detection_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "properties/base/fault_names.h"
#include "properties/matrix/redundancy.h"

namespace properties {
namespace {

using testing::HasSubstr;

std::string Whole(const std::string& rows) {
  return R"({"locals": "dead", "checkers": "all", "cap": 100, "tries": 3, "faults": [)" + rows +
         "]}";
}

std::string WrongIn(const std::string& text) {
  const auto read = ReadDetectionCost(text);
  const auto* const wrong = std::get_if<std::string>(&read);
  return wrong != nullptr ? *wrong : "";
}

TEST(DetectionCost, WasMeasuredForEveryFault) {
  ASSERT_EQ(WrongIn(std::string(kDetectionCostText)), "");
  for (const gc::FaultEntry& entry : gc::kFaults) {
    EXPECT_TRUE(DetectionCostOf(entry.fault)) << NameOf(entry.fault) << ": see fuzz/README.md";
  }
}

TEST(DetectionCost, HasAReasonForEveryRowThatIsNotFull) {
  for (const auto& [fault, cost] : MeasuredDetectionCost().faults) {
    EXPECT_EQ(cost.reason.empty(), cost.from_empty && cost.from_seeds) << NameOf(fault);
  }
}

TEST(DetectionCost, ReadsRunsAndWhatIsMissing) {
  const auto read = ReadDetectionCost(Whole(
      R"({"fault": "move-barrier/move-is-free", "empty": 12, "seeds": null, "left_out": 2})"));
  const auto& measured = std::get<FuzzMeasurement>(read);
  EXPECT_EQ(measured.cap, 100u);
  EXPECT_EQ(measured.tries, 3u);
  const DetectionCost& cost = measured.faults.at(gc::Fault::kMoveIsFree);
  EXPECT_EQ(cost.from_empty, 12u);
  EXPECT_EQ(cost.from_seeds, std::nullopt);
  EXPECT_EQ(cost.seeds_left_out, 2u);
  EXPECT_EQ(cost.reason, "not in 100 runs");
}

TEST(DetectionCost, KnowsTheFaultsThatNoFuzzerCanCatch) {
  const auto read = ReadDetectionCost(Whole(
      R"({"fault": "weak-read-barrier/read-without-shading",
          "empty": null, "seeds": null, "left_out": 0})"));
  EXPECT_EQ(std::get<FuzzMeasurement>(read).faults.at(gc::Fault::kReadWithoutShading).reason,
            "redundant with locals dead");
}

TEST(DetectionCost, RefusesWhatItDoesNotUnderstand) {
  EXPECT_NE(WrongIn("{"), "");
  EXPECT_THAT(WrongIn("{}"), HasSubstr("locals"));
  EXPECT_THAT(WrongIn(Whole(R"({"fault": "typo/typo"})")), HasSubstr("typo/typo"));
  const std::string row =
      R"({"fault": "move-barrier/move-is-free", "empty": 1, "seeds": 1, "left_out": 0})";
  EXPECT_THAT(WrongIn(Whole(row + "," + row)), HasSubstr("twice"));
}

}  // namespace
}  // namespace properties
