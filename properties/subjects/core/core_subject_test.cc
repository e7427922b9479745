// properties/subjects/core/core_subject_test.cc -- one program has both builds of core, and they
// differ.
//
// For every fault there is the shortest trace known to us on which the faulty build does something
// that no mutator should see, while the shipped build does not. The searches must find such traces
// by themselves; these traces show that there is something to find.

#include "properties/subjects/core/core_subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "properties/judge/judge.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using gc::Fault;
using reference::Answer;
using reference::Event;
using reference::EventKind;
using reference::Trace;
namespace op = reference::op;

struct Loss {
  Fault fault;
  const char* trace;  // without its first line
};

// Object a is black and b is grey; d is white, and only b refers to it.
#define GC_WAVEFRONT \
  "create a\nroot a\ncreate b\nstore a.0 b\ncreate d\nstore b.0 d\nstart\ntick 2\n"

// Two workers mark; objects a and b are grey when they begin.
#define GC_WORKERS "heap workers=2\ncreate a\nroot a\ncreate b\nroot b\n"

const Loss kLosses[] = {
    {Fault::kStoreWithoutShading, GC_WAVEFRONT "store a.1 d\nstore b.0 null\ntick 9\n"},
    {Fault::kMoveIsFree, GC_WAVEFRONT "move a.1 b.0\ntick 9\n"},
    {Fault::kSwapIsFree, GC_WAVEFRONT "swap a.1 b.0\ntick 9\n"},
    {Fault::kBlockCopy,
     "create a\nroot a\ncreate c\nstore a.0 c\nstart\ncopy b a\nroot b\nstore a.0 null\ntick 9\n"},
    {Fault::kTakeBitwise,
     "create a 0\nroot a\ncreate b 0\nappend a b\ncreate d 0\nappend b d\nstart\ntick 2\n"
     "take a b\ntick 9\n"},
    {Fault::kRootWithoutShading,
     "create a\nroot a\ncreate b\nstore a.0 b\nstart\ntick 1\nroot b\nstore a.0 null\ntick 9\n"},
    {Fault::kKeepWithoutShading,
     "create a\nroot a\ncreate b\nstore a.0 b\nstart\ntick 1\nkeep b\nstore a.0 null\ntick 9\n"},
    {Fault::kCountWithoutShading,
     "create a\nroot a\ncreate b\nstore a.0 b\nstart\ntick 1\nstrong-take b\nstore a.0 null\n"
     "tick 9\n"},
    {Fault::kRegisterWithoutShading,
     "create a\nroot a\ncreate b\nstore a.0 b\nreferencer-hold r0 b\nreferencer-release r0\nstart\n"
     "tick 1\nreferencer-hold r0 b\nstore a.0 null\ntick 9\n"},
    {Fault::kSkipRawInFinalPass,
     "create a\nroot a\ncreate b\nstore a.0 b\nreferencer-hold r0 a raw\nstart\ntick 1\n"
     "referencer-hold r0 b raw\nstore a.0 null\ntick 9\n"},
    {Fault::kSkipLocalsInFinalPass,
     "locals rescanned\ncreate a\nroot a\ncreate b\nstore a.0 b\nstart\ntick 1\nhold b\n"
     "store a.0 null\ntick 9\n"},
    {Fault::kReadWithoutShading,
     "locals black\ncreate a\nweak-make w0 a\nstart\ntick 1\nweak-read w0\nhold a\ntick 9\n"},
    {Fault::kFindWithoutShading,
     "locals black\ncreate-named a\nstart\ntick 1\nfind a\nhold a\ntick 9\n"},
    {Fault::kResolveWithoutShading,
     "create a\nroot a\ncreate b\nweak-make w0 b\nstart\ntick 2\nresolve a.0 w0\ntick 9\n"},
    {Fault::kBornWithOtherBit, "create a\ncollect\n"},
    {Fault::kBornWithNeitherBit, "create a\ncollect\n"},
    {Fault::kBornWithBothBits, "create a\nweak-make w0 a\nweak-read w0\n"},
    {Fault::kBornWhiteWhileMarking, "locals black\nstart\ntick 1\ncreate a\nhold a\ntick 9\n"},
    {Fault::kBornWhiteWhileGathering,
     "locals black\ncreate a\ncollect\nstart\ntick 2\ncreate b\nhold b\ntick 9\n"},
    {Fault::kShadeWithoutQueueing,
     "create a\nroot a\ncreate b\nstore a.0 b\ncreate d\nstore b.0 d\ncreate e\nstore d.0 "
     "e\nstart\ntick 2\n"
     "store a.1 d\nstore b.0 null\ntick 9\n"},
    {Fault::kQueueTwice, GC_WAVEFRONT "store a.1 d\ntick 9\n"},
    {Fault::kForgetLeftOver,
     "heap lists=none\ncreate a 1\nroot a\ncreate b 0\nstore a.0 b\ncollect\n"},
    {Fault::kEndBetweenFields,
     "create a\nroot a\ncreate b\ncreate d\nstore a.0 b\nstore a.1 d\nstart\ntick 2\ntick 9\n"},
    {Fault::kMissASlot, "create a 1\nroot a\ncreate b\nouter a b\ncollect\n"},
    {Fault::kForgetTheParent,
     "heap members=alone\ncreate a 1\nroot a\ncreate b\nouter a b\ncollect\n"},
    {Fault::kKeepTheOldWords,
     "heap classes=growing\ncreate a 1\nroot a\ncollect\ncreate b\nouter a b\ncollect\n"},
    {Fault::kSkipReferencers,
     "create a\nroot a\ncreate b\nstore a.0 b\ncreate d\nreferencer-hold r0 d\nstart\n"
     "store a.1 b\ntick 9\n"},
    {Fault::kLookAtOneList,
     "create a\nroot a\ncreate b\nstore a.0 b\ncreate d\nstore b.0 d\nstart\nstore a.1 b\n"
     "tick 9\n"},
    {Fault::kIgnoreUnfinishedTask, "create a\nreferencer-hold r0 a\nstart\ntick 9\n"},
    {Fault::kBarrierOffLate,
     "create a\nroot a\ncreate b\ncreate d\nstore b.0 d\nweak-make w0 b\nstart\ntick 3\n"
     "weak-read w0\nstore a.0 b\ntick 9\n"},
    {Fault::kIgnoreUnconstructed, "reserve a\ncreate b\nstore a.0 b\nstart\ntick 9\n"},
    {Fault::kSwapWhileTracing, "create a\nstart\nstart\ntick 9\n"},
    {Fault::kSwapWhileGathering, "create a\nstart\ntick 2\nstart\ntick 9\n"},
    {Fault::kMarkDisregarded,
     "permanent a\nweak-make w0 a\nroot a\ncollect\nunroot a\ncollect\nweak-read w0\n"},
    {Fault::kWinTwice, GC_WORKERS "create d\nstore a.0 d\nstore b.0 d\ncollect\n"},
    {Fault::kAnswerDoomed, "create a\nweak-make w0 a\nstart\ntick 2\nweak-read w0\n"},
    {Fault::kFindDoomed, "create-named a\nstart\ntick 2\nfind a\n"},
    {Fault::kAnswerPending, "create a\nweak-make w0 a\nstart\ntick 3\nweak-read w0\n"},
    {Fault::kBarrierRevives, "create a\nweak-make w0 a\nstart\ntick 3\nstart\nweak-read w0\n"},
    {Fault::kSkipRecycledIndex, "create a\ncollect\ncreate b\ncollect\n"},
    {Fault::kSwapUnreachableToo, "create a\nweak-make w0 a\nstart\ntick 3\nstart\nweak-read w0\n"},
    {Fault::kMarkMemberOnly,
     "create a 0\ncreate b 1\nroot a\nstore b.0 a\ncluster b\nstart\ngarbage b\ntick 3\n"},
    {Fault::kReturnEarly,
     "create a 0\ncreate b 1\ncreate c 1\nroot b\nstore b.0 a\nstore c.0 a\ncluster c\nstart\nroot "
     "a\nstore b.0 null\ntick 4\n"},
    {Fault::kSkipOtherClusters,
     "create a 0\ncreate b 1\nroot b\nstore b.0 a\ncluster a\ncluster b\ncollect\n"},
    {Fault::kSkipMutableObjects,
     "create a 1\nstore a.0 a\nkeep a\ncopy b a\nroot b\ncluster b\nunkeep a\ncollect\n"},
    {Fault::kStoreSilently, "create a 0\ncreate b 1\nroot b\ncluster b\nstore b.0 a\ncollect\n"},
    {Fault::kKeepStaleBits,
     "create a 0\ncreate b 1\nroot a\nstore b.0 a\ncluster b\nstart\ncreate c 0\nstore b.0 c\ntick "
     "3\n"},
    {Fault::kBlackenMembers,
     "create a 1\ncreate b 0\ncreate c 1\nroot a\nstore a.0 b\nstore c.0 a\ngarbage b\ncluster "
     "c\ncollect\n"},
    {Fault::kKeepStaleBitIdle,
     "create a 1\ncreate b 0\nroot a\nstore a.0 b\ncluster a\nweak-make w0 b\ncollect\ncreate c "
     "0\nstore a.0 c\nweak-read w0\n"},
    {Fault::kClusterInCycle,
     "create a 0\ncreate b 1\nroot a\nroot b\nstore b.0 a\nstart\ncluster b\ndissolve a\ntick 5\n"},
    {Fault::kJudgeByOwnBit, "create a 1\ncreate b 0\nstore a.0 b\ncluster a\ncollect\n"},
    {Fault::kNeitherClearNorFollow,
     "create a\nroot a\ncreate b\nstore a.0 b\ngarbage b\nstart\ntick 9\n"},
    {Fault::kSkipImmutableGarbage,
     "create a\nroot a\ncreate b\nouter a b\ngarbage b\nstart\ntick 9\n"},
    {Fault::kSkipStoredGarbage, GC_WAVEFRONT "garbage d\nstore a.1 d\ntick 9\n"},
    {Fault::kKeepSerial, "create a\nweak-make w0 a\ncollect\ncreate b\nweak-read w0\n"},
    {Fault::kWrapSerial,
     "create a\nweak-make w0 a\ncreate b\nroot b\nweak-make w1 b\ncollect\ncreate d\n"
     "weak-make w2 d\nweak-read w0\n"},
    {Fault::kReleaseAtBegin, "create a\nweak-make w0 a\nstart\ntick 4\ncreate b\nweak-read w0\n"},
    {Fault::kHoldManaged, "permanent a\ncreate b\nstore a.0 b\ncollect\n"},
    {Fault::kIgnoreOneFlag, "create a\nkeep a\nstart\ntick 9\n"},
    {Fault::kNeverLookAgain,
     "reserve a\nroot a\ncreate b\nstore a.0 b\nstart\ncomplete a\ntick 9\n"},
    {Fault::kBeginTwice, "create a\ncollect\n"},
    {Fault::kFinishTwice, "create a\ncollect\n"},
    {Fault::kFinishBeforeBegin, "create a\ncollect\n"},
    {Fault::kSkipBegin, "create a\ncollect\n"},
    {Fault::kSkipFinish, "create a\ncollect\n"},
    {Fault::kFreeEachAtOnce, "create a\ncreate b\ncollect\n"},
    {Fault::kDropWaiting, "create a\nready a no\ncollect\ntick 1\n"},
    {Fault::kFreeUnready, "create a\nready a no\ncollect\n"},
    {Fault::kWaitingKeepsReferences, "create a\ncreate b\nstore a.0 b\nready a no\ncollect\n"},
    {Fault::kLetItLeak, "create a\nroot a\ncreate b\nresurrect b a.0\ncollect\n"},
    {Fault::kTryIgnoresSections, "@1 enter\ntry-collect\n"},
    {Fault::kLoseTheLast, GC_WORKERS "create d\nstore a.0 d\nstore b.0 d\ncollect\n"},
    {Fault::kLookAtTheQueueOnly, GC_WORKERS "create d\nstore a.0 d\ncollect\n"},
    {Fault::kDropWhatWasPutAside,
     GC_WORKERS "create d\ngarbage d\nstore a.0 d\nstore b.0 d\ncollect\n"},
};

void PrintTo(const Loss& loss, std::ostream* to) { *to << gc::EntryOf(loss.fault).variant; }

Trace Parsed(const char* text) {
  const auto parsed = reference::ParseTrace(std::string("tricolour trace 2\n") + text);
  EXPECT_TRUE(std::holds_alternative<Trace>(parsed)) << text;
  return std::get<Trace>(parsed);
}

constexpr JudgeOptions kOutcomeOnly{.invariant = false, .verifier = false};

class EveryFault : public testing::TestWithParam<Loss> {
 protected:
  const Trace trace = Parsed(GetParam().trace);
  const std::unique_ptr<reference::Subject> faulty =
      MakeFaultyCoreSubject(gc::FaultSet(GetParam().fault));
};

TEST_P(EveryFault, IsNoticedByTheMutatorAndTheShippedBuildIsRight) {
  const Verdict broken = Judge(trace, *faulty, kOutcomeOnly);
  EXPECT_EQ(broken.outcome, Outcome::kDisagree);
  EXPECT_TRUE(broken.Of(Checker::kOutcome)) << "only found by the collector itself";
  const Verdict sound = Judge(trace, *MakeCoreSubject());
  EXPECT_EQ(sound.outcome, Outcome::kAgree) << sound.First()->message;
}

TEST_P(EveryFault, SaysWhereItWasCommitted) {
  JudgeSession session(*faulty);
  session.Begin(trace.header, kOutcomeOnly);
  std::vector<Event> committed;
  for (const reference::Operation& operation : trace.operations) {
    session.Step(operation);
    for (const Event& event : session.last_events()) {
      if (event.kind == EventKind::kFaultCommitted) committed.push_back(event);
    }
  }
  ASSERT_FALSE(committed.empty());
  for (const Event& event : committed) {
    EXPECT_EQ(static_cast<Fault>(event.flag), GetParam().fault);
    EXPECT_THAT(event.where, testing::MatchesRegex("core/.*[.](h|cc):[0-9]+"));
  }
}

TEST_P(EveryFault, IsNotCommittedWhileAllRulesAreObeyed) {
  JudgeSession session(*faulty);
  session.Begin(trace.header);
  faulty->ObeyAll(true);
  for (const reference::Operation& operation : trace.operations) session.Step(operation);
  const Verdict verdict = session.End();
  EXPECT_EQ(verdict.outcome, Outcome::kAgree) << verdict.First()->message;
}

INSTANTIATE_TEST_SUITE_P(, EveryFault, testing::ValuesIn(kLosses), [](const auto& tested) {
  const gc::FaultEntry& entry = gc::EntryOf(tested.param.fault);
  std::string name = std::string(gc::EntryOf(entry.rule).name) + '_' + std::string(entry.variant);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(EveryFaultOfTheRules, IsTried) {
  ASSERT_EQ(std::size(kLosses), gc::kFaultCount);
  for (std::size_t i = 0; i < gc::kFaultCount; ++i)
    EXPECT_EQ(kLosses[i].fault, gc::kFaults[i].fault);
}

class CoreSubjectTest : public testing::Test {
 protected:
  Answer Apply(const reference::Operation& operation) {
    events.clear();
    return subject->Apply(operation, events);
  }
  std::unique_ptr<reference::Subject> subject = MakeCoreSubject();
  std::vector<Event> events;
  std::vector<reference::Name> fields;
};

TEST_F(CoreSubjectTest, DeclaresEveryVerbButExpectations) {
  const reference::Promises& promises = subject->promises();
  EXPECT_TRUE(promises.verbs.Has(reference::Verb::kReferencerRelease));
  EXPECT_FALSE(promises.verbs.Has(reference::Verb::kExpectGone));
  EXPECT_TRUE(promises.units && promises.staged_destruction && promises.colours && promises.exact);
}

// The name an object has now finds it; if its former name found it too, the answer would be null.
TEST_F(CoreSubjectTest, ARenamedObjectIsFoundInEveryPhase) {
  Apply(op::CreateNamed(0));
  Apply(op::Root(0));
  Apply(op::Start());
  for (int unit = 0; unit < 12; ++unit) {
    EXPECT_EQ(Apply(op::Rename(0)).kind, Answer::Kind::kDone);
    EXPECT_TRUE(events.empty());
    EXPECT_EQ(Apply(op::Find(0)).object, 0u) << "after " << unit << " units";
    Apply(op::Tick());
  }
}

TEST_F(CoreSubjectTest, ARenamedObjectThatDiesIsFoundByNeitherName) {
  Apply(op::CreateNamed(0));
  Apply(op::Rename(0));
  Apply(op::Collect());
  EXPECT_EQ(Apply(op::Find(0)).object, reference::kNull);
}

TEST_F(CoreSubjectTest, ANewNameIsAnotherState) {
  Apply(op::CreateNamed(0));
  const auto before = subject->Fingerprint();
  Apply(op::Rename(0));
  EXPECT_NE(subject->Fingerprint(), before);
}

TEST_F(CoreSubjectTest, PeeksWithoutDisturbing) {
  Apply(op::Create(0));
  Apply(op::Create(1, 3));
  Apply(op::Store(0, 1, 1));
  Apply(op::Start());
  EXPECT_TRUE(subject->Peek(0, fields));
  EXPECT_THAT(fields, testing::ElementsAre(reference::kNull, 1));
  EXPECT_TRUE(subject->Peek(1, fields));
  EXPECT_THAT(fields, testing::SizeIs(3));
  EXPECT_FALSE(subject->Peek(2, fields));
  Apply(op::Collect());
  EXPECT_FALSE(subject->Peek(0, fields));
}

TEST_F(CoreSubjectTest, LearnsTheFactsFromTheObjects) {
  Apply(op::Create(7));
  Apply(op::Collect());
  std::vector<EventKind> facts;
  for (const Event& event : events) {
    if (event.object == 7) facts.push_back(event.kind);
  }
  EXPECT_THAT(facts, testing::ElementsAre(EventKind::kGather, EventKind::kBegin, EventKind::kBegan,
                                          EventKind::kPoll, EventKind::kFinished, EventKind::kFree,
                                          EventKind::kFreed));
}

TEST_F(CoreSubjectTest, AResetForgetsEverything) {
  Apply(op::Create(0));
  const std::optional<std::uint64_t> one = subject->Fingerprint();
  Apply(op::Root(0));
  Apply(op::StrongTake(0));
  Apply(op::WeakMake(3, 0));
  Apply(op::ReferencerHold(2, 0));
  Apply(op::Start());
  EXPECT_NE(subject->Fingerprint(), one);
  subject->Reset({});
  EXPECT_FALSE(subject->Peek(0, fields));
  Apply(op::Create(0));
  EXPECT_EQ(subject->Fingerprint(), one);
}

TEST_F(CoreSubjectTest, UnderBlackLocalsAnOperandIsLoadedUnlessItIsInHand) {
  subject->Reset({.locals = reference::Locals::kBlack});
  Apply(op::Create(0));
  Apply(op::Root(0));
  Apply(op::Create(1));
  Apply(op::Store(0, 0, 1));
  Apply(op::Start());
  Apply(op::Tick(1));
  reference::Observation seen;
  subject->Observe(seen);
  ASSERT_EQ(seen.colours[1], reference::Colour::kWhite);
  Apply(op::Hold(1));
  subject->Observe(seen);
  EXPECT_EQ(seen.colours[1], reference::Colour::kGrey);
}

}  // namespace
}  // namespace properties
