// reference/oracle/oracle_variants_test.cc -- what the settings of a heap change in what it owes.

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/oracle/oracle.h"
#include "reference/testing/names.h"

namespace reference {
namespace {

class OracleVariants : public testing::Test {
 protected:
  static constexpr Event kFlip{.kind = EventKind::kFlip};
  static constexpr Event kInitial{.kind = EventKind::kInitialReferences};
  static constexpr Event kEnd{.kind = EventKind::kEndCheck, .flag = 1};
  static Event Doom(Name name) { return {.kind = EventKind::kGather, .flag = 1, .object = name}; }
  static Event Scan(Name name) { return {.kind = EventKind::kScan, .object = name}; }
  static std::vector<Event> Begin(Name name) {
    return {{.kind = EventKind::kBegin, .object = name},
            {.kind = EventKind::kBegan, .object = name}};
  }
  static std::vector<Event> Joined(std::vector<Event> first, const std::vector<Event>& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }

  struct Chosen {
    Setting setting;
    std::string_view value;
  };
  void Open(Setting setting, std::string_view value) { OpenWith({{setting, value}}); }
  void OpenWith(std::initializer_list<Chosen> all) {
    Promises promises;
    promises.verbs = VerbSet::All();
    promises.units = promises.staged_destruction = true;
    Variant variant;
    for (const auto& [setting, value] : all) {
      const auto values = EntryOf(setting).Values();
      std::uint8_t choice = 0;
      while (values[choice] != value) ++choice;
      variant.Choose(setting, choice);
    }
    oracle_.Reset({.heap = variant}, promises);
  }
  // Applies the operation. Returns the property that the oracle finds broken, or "".
  std::string Do(const Operation& operation, const std::vector<Event>& events = {},
                 Answer::Kind answer = Answer::Kind::kDone) {
    EXPECT_TRUE(oracle_.Allows(operation)) << WordOf(operation.verb);
    const auto violation = oracle_.Apply(operation, {.kind = answer}, events);
    return violation ? std::string(WordOf(violation->property)) + ": " + violation->message : "";
  }
  // Two objects that are doomed: their gather has begun and has one index left.
  void DoomTwo() {
    Do(op::Create(a));
    Do(op::Create(b));
    Do(op::Start(), {kFlip});
    Do(op::Tick(2), {kInitial, kEnd});
    Do(op::Tick(1), {Doom(a)});
  }
  // A container a and an object b, both rooted, refer to c and d, which are garbage; their cycle
  // has a and b still to scan.
  void GarbageInBoth() {
    Do(op::Create(a, 0));
    Do(op::Create(b, 1));
    Do(op::Create(c));
    Do(op::Create(d));
    Do(op::Root(a));
    Do(op::Root(b));
    Do(op::Append(a, c));
    Do(op::Store(b, 0, d));
    Do(op::Garbage(c));
    Do(op::Garbage(d));
    Do(op::Start(), {kFlip});
    Do(op::Tick(2), {kInitial, Scan(a)});
    Do(op::Tick(1), {Scan(b)});
  }
  Oracle oracle_;
};

TEST_F(OracleVariants, WithSlicesToBeginOneDestructionIsAUnit) {
  Open(Setting::kBegin, "slices");
  DoomTwo();
  EXPECT_EQ(Do(op::Tick(1), Joined({Doom(b)}, Begin(a))), "pause: a tick of 1 did 2 units");
}

TEST_F(OracleVariants, BeginningAtOnceIsNoUnit) {
  Open(Setting::kBegin, "at-once");
  DoomTwo();
  EXPECT_EQ(Do(op::Tick(1), Joined(Joined({Doom(b)}, Begin(a)), Begin(b))), "");
}

TEST_F(OracleVariants, BeginningAtOnceLeavesNothingOfTheBatchForLater) {
  Open(Setting::kBegin, "at-once");
  DoomTwo();
  EXPECT_EQ(Do(op::Tick(1), Joined({Doom(b)}, Begin(a))),
            "progress: a gather ended, and not all of its batch began");
}

TEST_F(OracleVariants, OnlyReferencesOfTheEliminatedOriginsAreCleared) {
  const auto cleared = [this](std::string_view whose) {
    Open(Setting::kEliminate, whose);
    GarbageInBoth();
    return std::string(oracle_.Fields(a)[0] == kNull ? "scripts " : "") +
           (oracle_.Fields(b)[0] == kNull ? "code" : "");
  };
  EXPECT_EQ(cleared("all"), "scripts code");
  EXPECT_EQ(cleared("code"), "code");
  EXPECT_EQ(cleared("scripts"), "scripts ");
  EXPECT_EQ(cleared("none"), "");
}

// A line of a class can say that a script made it; what an object shows by itself cannot.
TEST_F(OracleVariants, WhatAContainerShowsByItselfIsCodes) {
  const auto cleared = [this](std::string_view whose, std::string_view members) {
    OpenWith({{Setting::kEliminate, whose}, {Setting::kMembers, members}});
    GarbageInBoth();
    return oracle_.Fields(a)[0] == kNull;
  };
  EXPECT_TRUE(cleared("code", "reported"));
  EXPECT_FALSE(cleared("scripts", "reported"));
  EXPECT_FALSE(cleared("code", "map"));
  EXPECT_TRUE(cleared("scripts", "map"));
}

// What only a reference that counts leads to must not go, and what none leads to must.
TEST_F(OracleVariants, AReferenceToGarbageThatIsNotClearedKeepsIt) {
  Open(Setting::kEliminate, "code");
  GarbageInBoth();
  EXPECT_EQ(Do(op::Tick(1), {kEnd}), "");
  EXPECT_EQ(Do(op::Tick(1), {Doom(c)}),
            "safety: a reachable object was gathered: root -> a.0 -> c");
  Open(Setting::kEliminate, "scripts");
  GarbageInBoth();
  Do(op::Tick(1), {kEnd});
  EXPECT_EQ(Do(op::Tick(1), {Doom(c)}), "");
}

TEST_F(OracleVariants, AReferencersReportIsCodes) {
  for (const char* whose : {"all", "scripts"}) {
    Open(Setting::kEliminate, whose);
    Do(op::Create(a));
    Do(op::ReferencerHold(0, a));
    Do(op::Garbage(a));
    Do(op::Start(), {kFlip});
    Do(op::Tick(1), {kInitial});
    EXPECT_EQ(oracle_.ReferencerTarget(0), std::string_view(whose) == "all" ? kNull : a) << whose;
  }
}

TEST_F(OracleVariants, AClusterThatKeepsGarbageLivesOnWhereNothingIsCleared) {
  const auto ended = [this](std::string_view whose) {
    Open(Setting::kEliminate, whose);
    Do(op::Create(a, 1));
    Do(op::Create(b));
    Do(op::Keep(b));
    Do(op::Root(a));
    Do(op::Store(a, 0, b));
    Do(op::Cluster(a));
    Do(op::Garbage(b));
    Do(op::Start(), {kFlip});
    return Do(op::Tick(1), {kInitial, {.kind = EventKind::kDissolved, .object = a}});
  };
  EXPECT_EQ(ended("code"), "");
  EXPECT_EQ(ended("none"), "clusters: the cluster of a was dissolved, and keeps no garbage");
}

TEST_F(OracleVariants, ObjectsWithoutAQuestionAreNeverUnready) {
  for (const char* callbacks : {"all", "begin", "finish", "none"}) {
    Open(Setting::kCallbacks, callbacks);
    Do(op::Create(a));
    EXPECT_EQ(oracle_.Allows(op::Ready(a, false)), std::string(callbacks) != "none") << callbacks;
  }
}

TEST_F(OracleVariants, NoClusterHasFewerObjectsThanTheFewest) {
  const auto made = [this](std::string_view fewest, Answer::Kind answer) {
    Open(Setting::kClusters, fewest);
    Do(op::Create(a, 1));
    Do(op::Create(b));
    Do(op::Store(a, 0, b));
    return Do(op::Cluster(a), {}, answer);
  };
  EXPECT_EQ(made("1", Answer::Kind::kDone), "");
  EXPECT_EQ(made("2", Answer::Kind::kDone), "");
  EXPECT_EQ(made("3", Answer::Kind::kDone),
            "clusters: a cluster of 2 objects was made, with clusters=3");
  EXPECT_EQ(made("none", Answer::Kind::kDone),
            "clusters: a cluster of 2 objects was made, with clusters=none");
  EXPECT_EQ(made("none", Answer::Kind::kRefused), "");
}

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

TEST_F(OracleRoom, NothingEndsForItWhileASectionIsOpen) {
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
