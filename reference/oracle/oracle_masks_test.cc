// reference/oracle/oracle_masks_test.cc -- a flag of an author keeps its object in a cycle whose
// mask names it, and in no other.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleMasks : public testing::Test {
 protected:
  static constexpr Event kFlip{.kind = EventKind::kFlip};
  static constexpr Event kInitial{.kind = EventKind::kInitialReferences};
  static constexpr Event kEnd{.kind = EventKind::kEndCheck, .flag = 1};
  static constexpr Event kCycleEnd{.kind = EventKind::kCycleEnd};
  static Event Doom(Name name) { return {.kind = EventKind::kGather, .flag = 1, .object = name}; }
  static Event Pass(Name name) { return {.kind = EventKind::kGather, .object = name}; }

  // a has the flag, and holds b.
  OracleMasks() {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({}, promises);
    for (const Operation& operation :
         {op::Create(a), op::Create(b), op::Store(a, 0, b), op::Flag(a)}) {
      EXPECT_EQ(Do(operation), "");
    }
  }
  std::string Do(const Operation& operation, const std::vector<Event>& events = {}) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, {}, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  Oracle oracle_;
};

TEST_F(OracleMasks, AFlagAloneKeepsNothing) {
  EXPECT_FALSE(oracle_.IsReachable(a));
  EXPECT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(9), {kInitial, kEnd, Pass(a), Pass(b), kCycleEnd}),
            "completeness: a was unreachable at the flip and was not gathered");
}

TEST_F(OracleMasks, WhatAMaskNamesIsInTheRootSetUpToTheEndOfTheGather) {
  EXPECT_EQ(Do(op::StartKeeping(), {kFlip}), "");
  EXPECT_EQ(oracle_.PathTo(b), "mask -> a.0 -> b");
  EXPECT_EQ(Do(op::Unflag(a)), "") << "the flag counts as it was when the mask was read";
  EXPECT_EQ(Do(op::Tick(2), {kInitial, kEnd}), "");
  EXPECT_EQ(Do(op::Tick(1), {Doom(b)}),
            "safety: a reachable object was gathered: mask -> a.0 -> b");
}

TEST_F(OracleMasks, TheNextCycleDoesNotKnowTheMask) {
  EXPECT_EQ(Do(op::StartKeeping(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(9), {kInitial, kEnd, Pass(a), Pass(b), kCycleEnd}), "");
  EXPECT_FALSE(oracle_.IsReachable(a));
  EXPECT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(9), {kInitial, kEnd, Doom(a), Doom(b)}), "");
}

TEST_F(OracleMasks, AFlagThatIsSetInTheCycleIsNotRead) {
  Do(op::Unflag(a));
  EXPECT_EQ(Do(op::StartKeeping(), {kFlip}), "");
  EXPECT_FALSE(oracle_.Allows(op::Flag(a))) << "the flip was a step";
  EXPECT_FALSE(oracle_.IsReachable(a));
}

// The mask adds roots to a marking that is pending, and these need not go any more.
TEST_F(OracleMasks, ACollectKeepsInTheCycleThatItCompletesToo) {
  EXPECT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::CollectKeeping(), {kInitial, kEnd, Pass(a), Pass(b), kCycleEnd, kFlip, kInitial,
                                      kEnd, Pass(a), Pass(b), kCycleEnd}),
            "");
  EXPECT_EQ(Do(op::Collect(), {kFlip, kInitial, kEnd, Pass(a)}),
            "progress: a collect did not run a whole cycle: behind the end-check there is no "
            "cycle-end");
}

TEST_F(OracleMasks, WhatIsGatheredAlreadyIsNotKept) {
  EXPECT_EQ(Do(op::Start(), {kFlip}), "");
  EXPECT_EQ(Do(op::Tick(4), {kInitial, kEnd, Doom(a), Doom(b)}), "");
  const auto all = [](Name name, std::vector<Event>& into) {
    for (const EventKind kind : {EventKind::kBegan}) into.push_back({.kind = kind, .object = name});
  };
  std::vector<Event> events;
  all(a, events);
  all(b, events);
  for (const Name name : {a, b}) {
    events.push_back({.kind = EventKind::kPoll, .flag = 1, .object = name});
    events.push_back({.kind = EventKind::kFinished, .object = name});
  }
  for (const Name name : {a, b}) events.push_back({.kind = EventKind::kFreed, .object = name});
  for (const Event& event : {kCycleEnd, kFlip, kInitial, kEnd, kCycleEnd}) events.push_back(event);
  EXPECT_EQ(Do(op::CollectKeeping(), events), "");
}

}  // namespace
}  // namespace reference
