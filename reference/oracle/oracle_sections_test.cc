// reference/oracle/oracle_sections_test.cc -- the oracle judges lanes, their sections, and tries.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

constexpr Answer kYes = {.kind = Answer::Kind::kDone};
constexpr Answer kNo = {.kind = Answer::Kind::kRefused};

class OracleSections : public testing::Test {
 protected:
  OracleSections() { Restart(); }
  void Restart() {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({}, promises);
  }
  // Applies the operation. Returns the property that the oracle finds broken, or "".
  std::string Do(const Operation& operation, const std::vector<EventKind>& units = {},
                 Answer answer = kYes) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    std::vector<Event> events;
    for (const EventKind kind : units) {
      events.push_back({.kind = kind, .flag = kind == EventKind::kEndCheck});
    }
    const auto violation = oracle_.Apply(operation, answer, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  void Given(std::initializer_list<Operation> operations) {
    for (const Operation& operation : operations) ASSERT_EQ(Do(operation), "");
  }
  Oracle oracle_;
};

// S17.14: what a section was lent and gave back is visited too, and it is lent at most twice what
// it makes besides.
TEST_F(OracleSections, ACycleMayVisitTheIndicesThatASectionWasLent) {
  const auto visits = [this](std::size_t indices, bool in_section) {
    Restart();
    const std::uint8_t lane = in_section ? 1 : 0;
    if (in_section) Given({op::Enter(lane)});
    for (const Name name : {a, b}) Given({op::OnLane(lane, op::Abandon(name, 0))});
    if (in_section) Given({op::Leave(lane)});
    EXPECT_EQ(Do(op::Start(), {EventKind::kFlip}), "");
    std::vector<EventKind> units{EventKind::kInitialReferences, EventKind::kEndCheck};
    units.resize(units.size() + indices, EventKind::kGather);
    return Do(op::Tick(99), units);
  };
  const std::string beyond = "progress: a cycle went on beyond its bound";
  std::size_t most = 0;
  while (visits(most + 1, false).empty()) ++most;
  EXPECT_EQ(visits(most + 1, false), beyond);
  EXPECT_EQ(visits(most + 4, true), "");
  EXPECT_EQ(visits(most + 5, true), beyond);
}

TEST_F(OracleSections, AnotherLaneDoesWhatItDoesInASectionOfItsOwn) {
  const Operation create = op::OnLane(1, op::Create(a));
  EXPECT_FALSE(oracle_.Allows(create));
  EXPECT_FALSE(oracle_.Allows(op::Leave(1)));
  EXPECT_FALSE(oracle_.Allows(op::Enter(0))) << "the collector's thread needs no section";
  Given({op::Enter(1), op::Enter(1), op::Leave(1)});
  EXPECT_TRUE(oracle_.Allows(create)) << "sections nest";
  EXPECT_FALSE(oracle_.Allows(op::OnLane(2, op::Create(a))));
  EXPECT_TRUE(oracle_.Allows(op::Create(a)));
  Given({op::Leave(1)});
  EXPECT_FALSE(oracle_.Allows(create));
}

TEST_F(OracleSections, WhatAnotherLaneMakesIsKeptUntilItIsHandedOver) {
  Given({op::Enter(1), op::OnLane(1, op::Create(a)), op::Create(b)});
  EXPECT_TRUE(oracle_.heap().At(a).kept);
  EXPECT_FALSE(oracle_.heap().At(b).kept);
  Given({op::Unkeep(a)});
  EXPECT_FALSE(oracle_.IsReachable(a));
}

TEST_F(OracleSections, NoStepThatWaitsForThemIsTakenWhileOneIsOpen) {
  Given({op::Enter(1), op::Enter(2), op::Leave(1)});
  for (const Operation& step : {op::Collect(), op::Start(), op::Tick()}) {
    EXPECT_FALSE(oracle_.Allows(step)) << WordOf(step.verb);
    EXPECT_FALSE(oracle_.Allows(op::OnLane(2, step))) << WordOf(step.verb);
  }
  Given({op::Leave(2)});
  EXPECT_TRUE(oracle_.Allows(op::Tick()));
  EXPECT_FALSE(oracle_.Allows(op::OnLane(1, op::Tick())));
}

// Decision B8: a try that is refused is no step, so a worker's names live on until its section ends
// and a step is taken.
TEST_F(OracleSections, ATryThatIsRefusedIsNoStepAndNamesLiveOn) {
  Given({op::Create(a), op::Enter(1)});
  EXPECT_EQ(Do(op::TryCollect(), {}, kNo), "");
  EXPECT_EQ(Do(op::Frame(61)), "");
  EXPECT_TRUE(oracle_.CanName(a));
  Given({op::Leave(1)});
  EXPECT_TRUE(oracle_.CanName(a));
  EXPECT_EQ(Do(op::Frame(0)), "");
  EXPECT_FALSE(oracle_.CanName(a))
      << "no section was open, so the frame was a step, though nothing was due";
}

TEST_F(OracleSections, ATryIsRefusedIfAndOnlyIfAThreadIsInASection) {
  const std::initializer_list<EventKind> cycle = {EventKind::kFlip, EventKind::kInitialReferences,
                                                  EventKind::kEndCheck, EventKind::kCycleEnd};
  EXPECT_EQ(Do(op::TryCollect(), cycle), "");
  EXPECT_EQ(Do(op::TryCollect(), {}, kNo),
            "progress: a try was answered with no, and no section was open");
  EXPECT_EQ(Do(op::TryCollect()), "progress: a collect did not run a whole cycle: it has no flip");
  Given({op::Enter(1)});
  EXPECT_EQ(Do(op::TryCollect(), cycle), "safety: a try collected while a section was open");
  EXPECT_EQ(Do(op::TryCollect(), {EventKind::kFlip}, kNo),
            "safety: a try collected while a section was open");
  EXPECT_EQ(Do(op::TryCollect()), "safety: a try was answered with yes while a section was open");
}

// Decision B9: a try is refused while an object is under construction.
TEST_F(OracleSections, ATryIsRefusedWhileAConstructorRuns) {
  Given({op::Reserve(a)});
  EXPECT_EQ(Do(op::TryCollect(), {}, kNo), "");
  EXPECT_EQ(Do(op::TryCollect()),
            "safety: a try was answered with yes while a constructor was running");
}

TEST_F(OracleSections, AFrameGoesOnWithWhatIsPendingOrBeginsACycleOrIsIdle) {
  EXPECT_EQ(Do(op::Frame(0)), "");
  EXPECT_EQ(Do(op::Frame(61), {EventKind::kFlip, EventKind::kInitialReferences}), "");
  EXPECT_EQ(Do(op::Frame(0)), "progress: a frame did nothing while work was left");
  Given({op::Enter(1)});
  EXPECT_FALSE(oracle_.Allows(op::Frame(0))) << "a pending phase waits for the section";
  Given({op::Leave(1)});
  EXPECT_EQ(Do(op::Frame(0), {EventKind::kEndCheck, EventKind::kCycleEnd}), "");
  Given({op::Enter(1)});
  EXPECT_EQ(Do(op::Frame(61), {EventKind::kFlip}),
            "safety: a frame collected while a section was open");
}

TEST_F(OracleSections, AreForgottenWithTheRunAndPartOfTheState) {
  const std::uint64_t before = oracle_.Fingerprint();
  Given({op::Enter(1)});
  EXPECT_NE(oracle_.Fingerprint(), before);
  Given({op::Leave(1)});
  EXPECT_EQ(oracle_.Fingerprint(), before);
  Given({op::Enter(1)});
  oracle_.Reset({}, {.verbs = VerbSet::All()});
  EXPECT_FALSE(oracle_.SectionIsOpen());
}

}  // namespace
}  // namespace reference
