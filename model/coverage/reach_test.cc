// model/coverage/reach_test.cc -- a comparison that reached too little of the machine is not
// enough.

#include "model/coverage/reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace model {
namespace {

using reference::Colour;

// Ten classes of a scan: two phases with each of five colours.
StepClasses Scans(std::size_t count) {
  constexpr std::array kColours = {Colour::kNone, Colour::kWhite, Colour::kGrey, Colour::kBlack,
                                   Colour::kDoomed};
  const StepKind scan{.unit = reference::EventKind::kScan};
  StepClasses classes;
  for (std::size_t i = 0; i < count; ++i) {
    const Phase phase = i < kColours.size() ? Phase::kIdle : Phase::kMarking;
    classes.Add({.kind = scan, .phase = phase, .object = kColours[i % kColours.size()]});
  }
  return classes;
}

TEST(Reach, IsEnoughAtTheFloorAndNotOneClassBelowIt) {
  const StepClasses explored = Scans(10);
  ASSERT_EQ(explored.Count(), 10u);
  EXPECT_TRUE(Reach(explored, Scans(10)).IsEnough());
  EXPECT_TRUE(Reach(explored, Scans(9)).IsEnough());
  EXPECT_FALSE(Reach(explored, Scans(8)).IsEnough());
}

TEST(Reach, IsNotRoundedUpToTheFloor) {
  StepClasses explored = Scans(9);  // eight of nine are 88.9 in a hundred
  EXPECT_FALSE(Reach(explored, Scans(8)).IsEnough());
  EXPECT_EQ(Reach(explored, Scans(8)).Text(),
            "8 of 9 explored classes of step, phase and colours (88 %)");
}

TEST(Reach, CountsNothingThatIsNotExplored) {
  StepClasses reached = Scans(10);
  for (const Phase phase : {Phase::kIdle, Phase::kMarking, Phase::kGathering}) {
    reached.Add({.kind = {.unit = reference::EventKind::kFlip}, .phase = phase});
  }
  StepClasses explored = Scans(10);
  explored.Add({.kind = {.unit = reference::EventKind::kGather}, .phase = Phase::kGathering});
  const Reach reach(explored, reached);
  EXPECT_EQ(reach.Text(), "10 of 11 explored classes of step, phase and colours (90 %)");
  EXPECT_EQ(reach.missed().Count(), 1u);
  EXPECT_THAT(reach.missed().Describe(),
              testing::ElementsAre(testing::HasSubstr("gather, gathering")));
}

TEST(Reach, IsNotEnoughIfNothingWasExplored) {
  const Reach reach({}, Scans(10));
  EXPECT_FALSE(reach.IsEnough());
  EXPECT_EQ(reach.Text(), "0 of 0 explored classes of step, phase and colours (0 %)");
}

}  // namespace
}  // namespace model
