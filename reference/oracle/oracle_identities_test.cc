// reference/oracle/oracle_identities_test.cc -- an object may be made again, and may be begun by
// hand.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleIdentities : public testing::Test {
 protected:
  OracleIdentities() { Open({}); }
  void Open(const Variant& heap) {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({.heap = heap}, promises);
  }
  std::string Do(const Operation& operation, const std::vector<Event>& events = {},
                 const Answer& answer = {}) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, answer, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  void Given(const std::vector<Operation>& operations) {
    for (const Operation& operation : operations) ASSERT_EQ(Do(operation), "");
  }
  // A whole cycle in which the object goes; the others are kept.
  void Free(Name name, bool begins = true) {
    const auto fact = [name](EventKind kind, std::uint8_t flag = 0) {
      return Event{.kind = kind, .flag = flag, .object = name};
    };
    std::vector<Event> events = {{.kind = EventKind::kFlip},
                                 {.kind = EventKind::kInitialReferences},
                                 {.kind = EventKind::kEndCheck, .flag = 1},
                                 fact(EventKind::kGather, 1)};
    if (begins) events.push_back(fact(EventKind::kBegan));
    for (const Event& event : {fact(EventKind::kPoll, 1), fact(EventKind::kFinished),
                               fact(EventKind::kFreed), Event{.kind = EventKind::kCycleEnd}}) {
      events.push_back(event);
    }
    EXPECT_EQ(Do(op::Collect(), events), "");
  }
  std::string Read(std::uint32_t weak, Name answer) {
    return Do(op::WeakRead(weak), {}, {.kind = Answer::Kind::kRead, .object = answer});
  }
  static constexpr Answer kRefused{.kind = Answer::Kind::kRefused};
  Oracle oracle_;
};

TEST_F(OracleIdentities, OnlyOfWhatWasNotedAndIsGoneIsMadeAgain) {
  Given({op::Create(a), op::Create(b), op::Root(b)});
  EXPECT_FALSE(oracle_.Allows(op::Recreate(c, a))) << "its identity was not noted";
  Given({op::Identify(a), op::Identify(b)});
  EXPECT_FALSE(oracle_.Allows(op::Recreate(c, a))) << "it is there";
  Free(a);
  EXPECT_TRUE(oracle_.Allows(op::Recreate(c, a)));
  EXPECT_FALSE(oracle_.Allows(op::Recreate(c, b)));
  EXPECT_FALSE(oracle_.Allows(op::Recreate(b, a))) << "names are never used again";
  Given({op::Recreate(c, a)});
  EXPECT_FALSE(oracle_.Allows(op::Recreate(d, a))) << "c has its identity now";
  Free(c);
  EXPECT_TRUE(oracle_.Allows(op::Recreate(d, a)));
  EXPECT_TRUE(oracle_.Allows(op::Recreate(d, c))) << "it is the same identity";
}

TEST_F(OracleIdentities, AllWeakReferencesMeanWhatWasMadeAgain) {
  Given({op::Create(a), op::WeakMake(0, a), op::Identify(a), op::WeakMake(1, a)});
  Free(a);
  EXPECT_EQ(Read(0, kNull), "");
  Given({op::Recreate(b, a), op::Root(b)});
  EXPECT_EQ(Read(0, b), "");
  EXPECT_EQ(Read(1, kNull),
            "weak-answer: a weak read answered null for b, which is reachable: root -> b");
}

TEST_F(OracleIdentities, ARefusalNeedsAnObjectThatCanHaveItsPlace) {
  Given({op::Create(a), op::Identify(a), op::Create(b), op::Root(b)});
  Free(a);
  EXPECT_EQ(Do(op::Recreate(c, a), {}, kRefused),
            "progress: a could not be made again, and nothing can have its place");
  Given({op::Create(d), op::Root(d)});
  EXPECT_EQ(Do(op::Recreate(c, a), {}, kRefused), "");
  EXPECT_FALSE(oracle_.heap().Born(c));
  Open(With(Setting::kReuse, 1));
  Given({op::Create(a), op::Identify(a), op::Create(b), op::Root(b)});
  Free(a);
  Given({op::Create(d), op::Root(d)});
  EXPECT_EQ(Do(op::Recreate(c, a), {}, kRefused),
            "progress: a could not be made again, and nothing can have its place")
      << "no index is given again";
}

// Whether an object that is born may have the index is told by when the last one with the identity
// was freed. What had a name in the run before is none of those, even if the name is not born yet.
TEST_F(OracleIdentities, NothingIsLeftOfTheRunBefore) {
  Given({op::Create(a), op::Identify(a)});
  Free(a);
  Given({op::Create(b), op::Create(d), op::Root(b), op::Root(d), op::Recreate(c, a)});
  Free(c);
  Open({});
  Given({op::Create(a), op::Identify(a)});
  Free(a);
  Given({op::Create(d), op::Root(d)});
  EXPECT_EQ(Do(op::Recreate(b, a), {}, kRefused), "");
}

TEST_F(OracleIdentities, ByHandAnObjectBeginsOnceAndLivesOn) {
  const Event began{.kind = EventKind::kBegan, .object = a};
  Given({op::Create(a)});
  EXPECT_EQ(Do(op::BeginByHand(a)), "order: a was told by hand to begin, and began 0 times");
  Open({});
  Given({op::Create(a), op::Root(a)});
  EXPECT_EQ(Do(op::BeginByHand(a), {began}), "");
  EXPECT_TRUE(oracle_.CanName(a));
  EXPECT_EQ(Do(op::BeginByHand(a), {began}),
            "order: a was told by hand to begin, and began 1 time");
}

TEST_F(OracleIdentities, APurgeDoesNotRepeatWhatWasBegunByHand) {
  const Event began{.kind = EventKind::kBegan, .object = a};
  Given({op::Create(a)});
  EXPECT_EQ(Do(op::BeginByHand(a), {began}), "");
  EXPECT_EQ(Do(op::BeginByHand(a)), "") << "a second time nothing happens";
  Free(a, /*begins=*/false);
  EXPECT_EQ(oracle_.LifeOf(a), Life::kFreed);
  Given({op::Create(b)});
  EXPECT_EQ(Do(op::BeginByHand(b), {{.kind = EventKind::kBegan, .object = b}}), "");
  EXPECT_EQ(Do(op::Collect(), {{.kind = EventKind::kFlip},
                               {.kind = EventKind::kEndCheck, .flag = 1},
                               {.kind = EventKind::kGather, .flag = 1, .object = b},
                               {.kind = EventKind::kBegan, .object = b}}),
            "order: b began destruction twice");
}

TEST_F(OracleIdentities, WhatHasBegunIsNotFoundByItsName) {
  Given({op::CreateNamed(a), op::Root(a)});
  EXPECT_EQ(Do(op::BeginByHand(a), {{.kind = EventKind::kBegan, .object = a}}), "");
  const Answer found{.kind = Answer::Kind::kRead, .object = a};
  EXPECT_EQ(Do(op::Find(a), {}, {.kind = Answer::Kind::kRead, .object = kNull}), "");
  EXPECT_EQ(Do(op::Find(a), {}, found),
            "weak-answer: a was found by its name, and it has begun its destruction");
  EXPECT_FALSE(oracle_.Allows(op::Rename(a)));
}

}  // namespace
}  // namespace reference
