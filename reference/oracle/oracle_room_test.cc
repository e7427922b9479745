// reference/oracle/oracle_room_test.cc -- what a birth owes that finds no memory (S1.29).

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

// There is room for two objects: a and b, of which a is doomed.
class OracleRoom : public testing::Test {
 protected:
  using Kind = Answer::Kind;
  static constexpr Event kFlip{.kind = EventKind::kFlip};
  static constexpr Event kInitial{.kind = EventKind::kInitialReferences};
  static constexpr Event kEnd{.kind = EventKind::kEndCheck, .flag = 1};
  static Event Of(EventKind kind, Name name, std::uint8_t flag = 0) {
    return {.kind = kind, .flag = flag, .object = name};
  }

  OracleRoom() {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({.heap = With(Setting::kRoom, 2)}, promises);
    Do(op::Create(a));
    Do(op::Create(b));
    Do(op::Root(b));
  }
  std::string Do(const Operation& operation, const std::vector<Event>& events = {},
                 Kind answer = Kind::kDone) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, {.kind = answer}, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  // Marking is over, and a is the first index to be gathered.
  void Mark() {
    Do(op::Start(), {kFlip});
    Do(op::Tick(3), {kInitial, Of(EventKind::kScan, b), kEnd});
  }
  std::vector<Event> EndOfA() const {
    return {Of(EventKind::kGather, a, 1),   Of(EventKind::kGather, b),   Of(EventKind::kBegan, a),
            Of(EventKind::kPoll, a, 1),     Of(EventKind::kFinished, a), Of(EventKind::kFreed, a),
            Of(EventKind::kCycleEnd, kNull)};
  }
  Oracle oracle_;
};

TEST_F(OracleRoom, IsMadeByTheEndOfWhatIsDoomed) {
  Mark();
  EXPECT_EQ(Do(op::Create(c), EndOfA()), "");
  EXPECT_FALSE(oracle_.Exists(a));
  EXPECT_TRUE(oracle_.CanName(c));
}

// The mutator goes on with what it has in hand, as if nothing had happened.
TEST_F(OracleRoom, IsNoStepAfterWhichLocalsAreDead) {
  Do(op::Unroot(b));
  EXPECT_EQ(Do(op::Create(c), {}, Kind::kRefused), "");
  EXPECT_TRUE(oracle_.CanName(a));
  EXPECT_TRUE(oracle_.CanName(b));
}

TEST_F(OracleRoom, MayBeLargerThanItSays) { EXPECT_EQ(Do(op::Create(c)), ""); }

TEST_F(OracleRoom, IsNotRefusedWhileSomethingIsDoomed) {
  Mark();
  EXPECT_EQ(Do(op::Create(c), {}, Kind::kRefused),
            "progress: a finish-purge left something pending");
}

TEST_F(OracleRoom, IsNotRefusedBeforeAllThatWaitWereAsked) {
  Do(op::Ready(a, false));
  Mark();
  std::vector<Event> waits = EndOfA();
  waits.erase(waits.begin() + 3, waits.begin() + 6);
  waits.insert(waits.begin() + 3, Of(EventKind::kPoll, a));
  EXPECT_EQ(Do(op::Create(c), waits, Kind::kRefused), "");
  ASSERT_TRUE(oracle_.IsWaiting(a));
  const std::vector<Event> asked = {Of(EventKind::kPoll, a), Of(EventKind::kCycleEnd, kNull)};
  EXPECT_EQ(Do(op::Create(c), asked, Kind::kRefused), "");
  EXPECT_EQ(Do(op::Create(c), {}, Kind::kRefused),
            "progress: a waits to finish and was not asked again by a finish-purge");
}

TEST_F(OracleRoom, IsNotRefusedWhereItIs) {
  Mark();
  EXPECT_EQ(Do(op::Create(c), EndOfA(), Kind::kRefused),
            "progress: c was refused, and 1 of 2 objects are there");
}

TEST_F(OracleRoom, NothingThatIsReachableEndsForIt) {
  Mark();
  std::vector<Event> events = EndOfA();
  events[1].flag = 1;
  EXPECT_EQ(Do(op::Create(c), events), "safety: a reachable object was gathered: root -> b");
}

TEST_F(OracleRoom, NothingIsMarkedForIt) {
  Do(op::Start(), {kFlip});
  EXPECT_EQ(Do(op::Create(c), {kInitial}),
            "pause: a purge did a unit of marking: initial-references");
}

TEST_F(OracleRoom, NothingEndsForItWhereItIs) {
  Do(op::Collect(),
     {kFlip, kInitial, Of(EventKind::kScan, b), kEnd, Of(EventKind::kGather, a, 1),
      Of(EventKind::kGather, b), Of(EventKind::kBegan, a), Of(EventKind::kPoll, a, 1),
      Of(EventKind::kFinished, a), Of(EventKind::kFreed, a), Of(EventKind::kCycleEnd, kNull)});
  EXPECT_EQ(Do(op::Create(c), {Of(EventKind::kPoll, b, 1)}),
            "pause: a birth did the collector's work, and there was room");
}

TEST_F(OracleRoom, NothingEndsForItBesideASection) {
  Mark();
  Do(op::Enter(1));
  EXPECT_EQ(Do(op::Create(c), {}, Kind::kRefused), "");
  EXPECT_EQ(Do(op::Create(c), EndOfA()),
            "pause: a birth did the collector's work while a section was open");
}

// Calls that end the program where there is no room are no part of such a run, nor are objects of
// many fields.
TEST_F(OracleRoom, SomeBirthsAreLeftOut) {
  for (const Operation& birth : {op::Reserve(c), op::Copy(c, b), op::Create(c, kFieldsInRoom + 1),
                                 op::Permanent(c), op::CreateNamed(c)}) {
    EXPECT_FALSE(oracle_.Allows(birth)) << WordOf(birth.verb);
  }
}

}  // namespace
}  // namespace reference
