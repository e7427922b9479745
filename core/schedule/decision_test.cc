// core/schedule/decision_test.cc -- the decision table is right, row by row and as a whole; and so
// are the intervals.

#include "core/schedule/decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace gc {

void PrintTo(const Situation& now, std::ostream* out) {
  *out << (now.again ? "again " : "") << (now.full_request ? "full-request " : "")
       << (now.playing ? "playing " : "") << (now.delay ? "delay " : "")
       << (now.marking ? "marking " : "") << (now.resting ? "resting " : "")
       << (now.purge ? "purge " : "") << (now.due ? "due " : "") << (now.request ? "request" : "");
}

namespace {

// Makes the same decisions with nested ifs, in the words of the specification.
Act AsToldInProse(const Situation& now) {
  if (now.again) return now.marking && !now.resting ? Act::kMarkingSlice : Act::kNothing;
  if (now.full_request) return Act::kCollectFully;
  if (!now.playing) return Act::kNothing;
  if (now.delay) return Act::kSkipFrame;
  if (now.marking) return now.resting ? Act::kNothing : Act::kMarkingSlice;
  if (!now.purge && (now.due || now.request)) return Act::kStart;
  return Act::kPurgeSlice;
}

// S13.5
TEST(DecisionTable, DecidesAsTheSpecificationTellsItInEverySituation) {
  for (unsigned bits = 0; bits < kSituations; ++bits) {
    const Situation now = SituationOf(bits);
    EXPECT_EQ(NameOf(Decide(now).act), NameOf(AsToldInProse(now))) << testing::PrintToString(now);
  }
}

// S13.5: every row is the first that fits some situation.
TEST(DecisionTable, EveryRowDecidesSomeSituation) {
  for (const Row& row : DecisionTable()) {
    int decided = 0;
    for (unsigned bits = 0; bits < kSituations; ++bits) {
      decided += &Decide(SituationOf(bits)) == &row ? 1 : 0;
    }
    EXPECT_GT(decided, 0) << row.id << ": " << row.why;
  }
}

// S13.5: if any one row is left out, the test of all situations fails.
TEST(DecisionTable, NoRowCanBeLeftOut) {
  for (const Row& left_out : DecisionTable()) {
    bool noticed = false;
    for (unsigned bits = 0; bits < kSituations && !noticed; ++bits) {
      const Situation now = SituationOf(bits);
      const Row* decides = nullptr;
      for (const Row& row : DecisionTable()) {
        if (decides == nullptr && &row != &left_out && Fits(row, now)) decides = &row;
      }
      noticed = decides == nullptr || decides->act != AsToldInProse(now);
    }
    EXPECT_TRUE(noticed) << left_out.id << ": " << left_out.why;
  }
}

// S13.1, S13.2, S13.3, S13.5, S13.10, S9.22: for each row, a situation that it decides.
struct Case {
  const char* name;
  Situation now;
  const char* id;
  Act act;
};
class DecisionRow : public testing::TestWithParam<Case> {};

TEST_P(DecisionRow, Decides) {
  const Row& row = Decide(GetParam().now);
  EXPECT_EQ(row.id, GetParam().id);
  EXPECT_EQ(NameOf(row.act), NameOf(GetParam().act));
}

const Case kCases[] = {
    {"AFurtherTickLetsMarkingRest",
     {.again = true, .playing = true, .marking = true, .resting = true},
     "S9.22",
     Act::kNothing},
    {"AFurtherTickGoesOnWithMarkingEvenInADelayedFrame",
     {.again = true, .full_request = true, .delay = true, .marking = true},
     "S13.2",
     Act::kMarkingSlice},
    {"AFurtherTickDoesNotGoOnWithAGather",
     {.again = true, .full_request = true, .playing = true, .purge = true, .due = true},
     "S13.1",
     Act::kNothing},
    {"AFullRequestComesBeforePlayAndDelay",
     {.full_request = true, .playing = false, .delay = true, .marking = true},
     "S13.5(0)",
     Act::kCollectFully},
    {"NothingBeforeAWorldPlays",
     {.playing = false, .due = true, .request = true},
     "S13.3",
     Act::kNothing},
    {"ADelaySkipsTheFrame",
     {.playing = true, .delay = true, .marking = true, .due = true},
     "S13.5(1)",
     Act::kSkipFrame},
    {"MarkingRests", {.playing = true, .marking = true, .resting = true}, "S9.22", Act::kNothing},
    {"MarkingGoesOnBeforeAnythingStarts",
     {.playing = true, .marking = true, .due = true, .request = true},
     "S13.5(2)",
     Act::kMarkingSlice},
    {"ATimedCollectionStarts", {.playing = true, .due = true}, "S13.5(3)", Act::kStart},
    {"ARequestedCollectionStarts", {.playing = true, .request = true}, "S13.10", Act::kStart},
    {"APurgeGoesOnBeforeAnythingStarts",
     {.playing = true, .purge = true, .due = true, .request = true},
     "S13.5(4)",
     Act::kPurgeSlice},
};
INSTANTIATE_TEST_SUITE_P(S13_5, DecisionRow, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(DecisionTable, HasACaseForEveryRow) {
  ASSERT_EQ(std::size(kCases), DecisionTable().size());
  for (std::size_t i = 0; i < std::size(kCases); ++i) {
    EXPECT_EQ(&Decide(kCases[i].now), &DecisionTable()[i]) << kCases[i].name;
  }
}

// S13.7
TEST(Interval, IsSixtySecondsByDefault) { EXPECT_EQ(Interval({}, {}), 60); }

// S13.8: only a dedicated server without players has the longer interval.
TEST(Interval, IsTenfoldOnADedicatedServerWithoutPlayers) {
  EXPECT_EQ(Interval({}, {.dedicated_server = true, .players = false}), 600);
  EXPECT_EQ(Interval({}, {.dedicated_server = true, .players = true}), 60);
  EXPECT_EQ(Interval({}, {.dedicated_server = false, .players = false}), 60);
  EXPECT_EQ(Interval({}, {.dedicated_server = false, .players = true}), 60);
  EXPECT_EQ(Interval({}, {.dedicated_server = true}), 60) << "none is said to have left";
}

// S13.9
TEST(Interval, IsShorterWhenMemoryIsLowAndStillShorterIfLevelsWait) {
  const Settings settings{.low_memory_threshold = 100};
  EXPECT_EQ(Interval(settings, {.free_megabytes = 99}), 30);
  EXPECT_EQ(Interval(settings, {.free_megabytes = 99, .levels_wait = true}), 15);
  EXPECT_EQ(Interval(settings, {.free_megabytes = 100}), 60) << "not below";
  EXPECT_EQ(Interval(settings, {.free_megabytes = 100, .levels_wait = true}), 60);
  EXPECT_EQ(Interval({}, {.free_megabytes = 0}), 60) << "without a threshold, memory is never low";
}

// S13.9: low memory decides last, after the idle server.
TEST(Interval, OfAnIdleServerWithLowMemoryIsTheShortOne) {
  const Settings settings{.low_memory_threshold = 100};
  EXPECT_EQ(Interval(settings, {.free_megabytes = 9, .dedicated_server = true, .players = false}),
            30);
}

// S13.9
TEST(Interval, IsNeverLengthenedByLowMemory) {
  const Settings settings{.interval = 10, .low_memory_threshold = 100};
  EXPECT_EQ(Interval(settings, {.free_megabytes = 9}), 10);
  EXPECT_EQ(Interval(settings, {.free_megabytes = 9, .levels_wait = true}), 10);
}

// S13.5, S13.9
TEST(Interval, StaysOffWhateverTheLoad) {
  for (const double off : {0.0, -1.0}) {
    const Settings settings{.interval = off, .low_memory_threshold = 100};
    EXPECT_EQ(Interval(settings, {.free_megabytes = 9, .levels_wait = true}), 0);
    EXPECT_EQ(Interval(settings, {.dedicated_server = true, .players = false}), 0);
  }
}

// S12.13, S13.9: a purge slice has another limit when memory is low.
TEST(PurgeLimit, HasAVariantForLowMemory) {
  const Settings settings{.low_memory_threshold = 100, .low_memory_purge_slice = 0.01};
  EXPECT_EQ(PurgeLimit(settings, {.free_megabytes = 200}), 0.002);
  EXPECT_EQ(PurgeLimit(settings, {.free_megabytes = 50}), 0.01);
}

// Says how much memory is free, and counts how often it is asked.
struct Measured : Environment {
  double FreeMegabytes() override {
    asked += 1;
    return 200;
  }
  int asked = 0;
};

// S12.13, S13.9: however small the threshold is, what is free is compared with it; and it is read
// only if there is one.
TEST(CurrentLoad, HasTheFreeMemoryIfThereIsAThreshold) {
  for (const double threshold : {0.25, 1.0, 199.0, 201.0}) {
    const Settings settings{.low_memory_threshold = threshold, .low_memory_purge_slice = 0.01};
    Measured environment;
    EXPECT_EQ(CurrentLoad(settings, environment).free_megabytes, 200) << threshold;
    EXPECT_EQ(CurrentPurgeLimit(settings, environment), threshold > 200 ? 0.01 : 0.002);
  }
  Measured environment;
  CurrentLoad({}, environment);
  EXPECT_EQ(environment.asked, 0);
}

}  // namespace
}  // namespace gc
