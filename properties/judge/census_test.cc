// properties/judge/census_test.cc -- a number that is wrong is found, and named.

#include "properties/judge/census.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/oracle/oracle.h"

namespace properties {
namespace {

using reference::Event;
using reference::EventKind;
using reference::Operation;
using reference::Setting;
using reference::Tally;
namespace op = reference::op;

class CensusOf : public testing::Test {
 protected:
  CensusOf() { Open({}); }
  void Open(const reference::TraceHeader& header) {
    reference::Promises promises;
    promises.verbs = reference::VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset(header, promises);
    census_.Reset(header, true);
  }
  std::string Do(const Operation& operation, const std::vector<Event>& events = {},
                 reference::Answer::Kind answer = reference::Answer::Kind::kDone) {
    EXPECT_TRUE(oracle_.Allows(operation));
    EXPECT_FALSE(oracle_.Apply(operation, {.kind = answer}, events));
    return TextOf(census_.See(operation, {.kind = answer}, events));
  }
  std::string Compare(const Tally& tally) { return TextOf(census_.Compare(tally, oracle_)); }
  static std::string TextOf(const reference::Finding& finding) {
    return finding ? std::string(WordOf(finding->property)) + ": " + finding->message : "";
  }
  // Two objects of which one is freed, and a third.
  void MakeThreeAndFreeOne() {
    Do(op::Create(0));
    Do(op::Create(1));
    Do(op::Root(1));
    Do(op::Collect(), {{.kind = EventKind::kFlip},
                       {.kind = EventKind::kEndCheck, .flag = 1},
                       {.kind = EventKind::kGather, .flag = 1, .object = 0, .detail = 1},
                       {.kind = EventKind::kGather, .object = 1, .detail = 2},
                       {.kind = EventKind::kBegan, .object = 0},
                       {.kind = EventKind::kPoll, .flag = 1, .object = 0},
                       {.kind = EventKind::kFinished, .object = 0},
                       {.kind = EventKind::kFreed, .object = 0},
                       {.kind = EventKind::kCycleEnd}});
    Do(op::Create(2));
  }
  reference::Oracle oracle_;
  Census census_;
};

// A birth that finds no memory had an index, and gives it back, also where none is given again.
TEST_F(CensusOf, WhatWasRefusedCountsNoObjectAndOneIndexAtMost) {
  for (const std::uint8_t reuse : {std::uint8_t{0}, std::uint8_t{1}}) {
    reference::TraceHeader header{.heap = reference::With(Setting::kRoom, 1)};
    header.heap.Choose(Setting::kReuse, reuse);
    Open(header);
    Do(op::Create(0));
    for (int i = 0; i < 2; ++i) Do(op::Create(1), {}, reference::Answer::Kind::kRefused);
    EXPECT_EQ(Compare({.objects = 1, .indices = 2}), "");
    EXPECT_NE(Compare({.objects = 2, .indices = 2}), "");
    EXPECT_NE(Compare({.objects = 1, .indices = 3}), "");
  }
}

// What a birth lacked memory for may be its index, or what comes behind that.
TEST_F(CensusOf, ABirthThatCouldNotBeMadeHadOneIndexAtMost) {
  for (const std::uint8_t reuse : {std::uint8_t{0}, std::uint8_t{1}}) {
    Open({.heap = reference::With(Setting::kReuse, reuse)});
    Do(op::Create(0));
    census_.SeeExhausted(op::Create(1), {.objects = 1, .indices = 1});
    EXPECT_EQ(Compare({.objects = 1, .indices = 1}), "");
    EXPECT_NE(Compare({.objects = 1, .indices = 2}), "") << "it said that it had none";
    census_.SeeExhausted(op::Root(0), {.objects = 1, .indices = 2});
    EXPECT_NE(Compare({.objects = 1, .indices = 2}), "") << "a root takes no index";
    census_.SeeExhausted(op::Create(1), {.objects = 1, .indices = 3});
    EXPECT_NE(Compare({.objects = 1, .indices = 3}), "");
    for (int i = 0; i < 2; ++i) {
      census_.SeeExhausted(op::Create(1), {.objects = 1, .indices = 2});
      EXPECT_EQ(Compare({.objects = 1, .indices = 2}), "");
    }
    EXPECT_NE(Compare({.objects = 1, .indices = 1}), "");
    EXPECT_NE(Compare({.objects = 2, .indices = 2}), "");
  }
}

TEST_F(CensusOf, AgreesWithWhatIsRight) {
  MakeThreeAndFreeOne();
  EXPECT_EQ(Compare({.objects = 2, .indices = 2, .bytes = 64, .bytes_given = 64, .clusters = 0}),
            "");
  EXPECT_EQ(Compare({}), "") << "what is not said is not compared";
}

TEST_F(CensusOf, NamesTheCountThatIsWrong) {
  MakeThreeAndFreeOne();
  EXPECT_EQ(Compare({.objects = 3}), "count: the collector says 3 objects, and there are 2");
  EXPECT_EQ(Compare({.indices = 3}), "count: the collector says 3 indices, and there are 2");
  EXPECT_EQ(Compare({.bytes = 64, .bytes_given = 48}),
            "count: the collector says that objects have 64 bytes, and they were given 48");
  EXPECT_EQ(Compare({.clusters = 1}), "count: the collector says 1 cluster, and there are 0");
  EXPECT_EQ(Compare({.indices = 1}), "count: the collector says 1 index, and there are 2");
  EXPECT_EQ(Compare({.objects = 1}), "count: the collector says 1 object, and there are 2");
  reference::Totals totals{};
  totals[static_cast<std::size_t>(reference::Total::kRecords)] = 1;
  totals[static_cast<std::size_t>(reference::Total::kStartUnits)] = 1;
  totals[static_cast<std::size_t>(reference::Total::kTraceUnits)] = 1;
  totals[static_cast<std::size_t>(reference::Total::kEndChecks)] = 1;
  totals[static_cast<std::size_t>(reference::Total::kGatherUnits)] = 2;
  EXPECT_EQ(Compare({.totals = totals}),
            "count: the collector says 0 objects doomed, and there is 1");
  totals[static_cast<std::size_t>(reference::Total::kDoomed)] = 1;
  totals[static_cast<std::size_t>(reference::Total::kPolled)] = 1;
  EXPECT_EQ(Compare({.totals = totals}), "");
}

// What a lane holds for births to come was given out, and stays given out when it is back.
TEST_F(CensusOf, WhatLanesHoldForBirthsToComeCountsAsGivenOut) {
  MakeThreeAndFreeOne();
  EXPECT_EQ(Compare({.indices = 2, .lent = 0}), "");
  EXPECT_EQ(Compare({.indices = 4, .lent = 3}),
            "count: the collector says 4 indices, and there are 5");
  EXPECT_EQ(Compare({.indices = 5, .lent = 3}), "");
  EXPECT_EQ(Compare({.indices = 5, .lent = 1}), "");
  EXPECT_EQ(Compare({.indices = 2, .lent = 0}),
            "count: the collector says 2 indices, and there are 5");
  EXPECT_EQ(Compare({.indices = 5}), "");
}

TEST_F(CensusOf, WhatIsGivenUpHadAnIndexWhileOthersWereLent) {
  Do(op::Create(0));
  Do(op::Abandon(1, 0));
  EXPECT_EQ(Compare({.indices = 3, .lent = 1}), "");
  Do(op::Root(0));
  EXPECT_EQ(Compare({.indices = 3, .lent = 2}), "");
  EXPECT_EQ(Compare({.indices = 3, .lent = 3}),
            "count: the collector says 3 indices, and there are 4");
}

TEST_F(CensusOf, ATableThatGivesNoIndexAgainHasOneForEachBirth) {
  Open({.heap = reference::With(Setting::kReuse, 1)});
  MakeThreeAndFreeOne();
  EXPECT_EQ(Compare({.indices = 3}), "");
  EXPECT_EQ(Compare({.indices = 2}), "count: the collector says 2 indices, and there are 3");
}

TEST_F(CensusOf, AnObjectThatIsGivenUpHadAnIndex) {
  Do(op::Create(0));
  Do(op::Abandon(1, 0));
  EXPECT_EQ(Compare({.objects = 1, .indices = 2}), "");
  Do(op::Create(2));
  EXPECT_EQ(Compare({.objects = 2, .indices = 2}), "");
}

TEST_F(CensusOf, HoldsAListenerToEachBirthAndEachEnd) {
  MakeThreeAndFreeOne();
  EXPECT_EQ(Compare({.told = reference::Told{.births = 3, .ends = 1}}), "");
  EXPECT_EQ(Compare({.told = reference::Told{.births = 4, .ends = 2}}), "")
      << "of what was given up it may be told too";
  EXPECT_EQ(Compare({.told = reference::Told{.births = 3, .ends = 0}}),
            "count: a listener was told of 3 births and 0 ends, and there were 3 and 1");
  EXPECT_EQ(Compare({.told = reference::Told{.births = 2, .ends = 0}}),
            "count: a listener was told of 2 births and 0 ends, and there were 3 and 1");
  EXPECT_EQ(Compare({.told = reference::Told{.births = 3, .ends = 1, .astray = 1}}),
            "count: a listener was told of a birth or an end that cannot be");
  const auto at_end = [this](std::uint64_t ends) {
    return TextOf(
        census_.CompareAtEnd({.told_at_end = reference::Told{.births = 3, .ends = ends}}));
  };
  EXPECT_EQ(at_end(3), "");
  EXPECT_EQ(at_end(2), "count: a listener was told of 3 births and 2 ends, and there were 3 and 3");
}

TEST_F(CensusOf, APermanentObjectHasNoIndexOfTheOthers) {
  Do(op::Permanent(0));
  EXPECT_EQ(Compare({.objects = 1, .indices = 0}), "");
}

TEST_F(CensusOf, AGatherGoesUpThroughTheIndices) {
  Do(op::Create(0));
  Do(op::Create(1));
  Do(op::Root(0));
  Do(op::Root(1));
  const std::vector<Event> begin = {{.kind = EventKind::kFlip},
                                    {.kind = EventKind::kEndCheck, .flag = 1},
                                    {.kind = EventKind::kGather, .object = 0, .detail = 5}};
  Do(op::Tick(9), begin);
  EXPECT_EQ(Do(op::Tick(9), {{.kind = EventKind::kGather, .object = 1, .detail = 5}}),
            "count: a gather came to index 5 after 5");
  Open({});
  Do(op::Create(0));
  Do(op::Root(0));
  Do(op::Tick(9), begin);
  Do(op::Tick(9), {{.kind = EventKind::kCycleEnd}});
  EXPECT_EQ(Do(op::Tick(9), {{.kind = EventKind::kFlip},
                             {.kind = EventKind::kEndCheck, .flag = 1},
                             {.kind = EventKind::kGather, .object = 0, .detail = 6}}),
            "count: a was at index 5, and is at 6");
}

}  // namespace
}  // namespace properties
