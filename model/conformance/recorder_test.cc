// model/conformance/recorder_test.cc -- the check allows what the model does, and refuses the rest.

#include "model/conformance/recorder.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

#include "model/replay/model_subject.h"

namespace model {
namespace {

using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::Locals;
using reference::Operation;
namespace op = reference::op;

Operation AnyOperation(std::mt19937& random, reference::Name& next_name) {
  const auto below = [&](unsigned n) { return static_cast<std::uint16_t>(random() % n); };
  const auto any = [&] { return static_cast<reference::Name>(random() % (next_name + 1)); };
  switch (below(22)) {
    case 0:
      if (below(4) == 0) return op::CreateNamed(next_name++, 2);
      return op::Create(next_name++, below(2) == 0 ? 2 : 0);
    case 20:
      return op::Append(any(), any());
    case 21:
      return below(3) == 0 ? op::Erase(any(), below(2)) : op::Take(any(), any());
    case 1:
    case 2:
      return op::Store(any(), below(2), below(4) == 0 ? reference::kNull : any());
    case 3:
      return op::Move(any(), below(2), any(), below(2));
    case 4:
      return op::Root(any());
    case 5:
      return op::Unroot(any());
    case 6:
      return below(2) == 0 ? op::Hold(any()) : op::Drop(any());
    case 7:
      return op::Ready(any(), below(2) == 0);
    case 8:
      return op::ReferencerHold(0, any());
    case 9:
      if (below(3) == 0) return op::Resolve(any(), below(2), 0);
      if (below(3) == 0) return op::Find(any());
      return below(2) == 0 ? op::WeakMake(0, any()) : op::WeakRead(0);
    case 10:
      return op::Start();
    default:
      return op::Tick();
  }
}

// Like AnyOperation, but every third operation is about clusters or garbage.
Operation AnyFate(std::mt19937& random, reference::Name& next_name) {
  if (random() % 3 != 0) return AnyOperation(random, next_name);
  const auto any = [&] { return static_cast<reference::Name>(random() % (next_name + 1)); };
  switch (random() % 8) {
    case 0:
    case 1:
      return op::Cluster(any());
    case 2:
      return op::ClusterAdd(any(), any());
    case 3:
      return op::Dissolve(any());
    case 4:
      return op::Garbage(any());
    case 5:
      return op::Outer(any(), any());
    case 6:
      return op::ReferencerProtect(2, any());
    default:
      return random() % 2 == 0 ? op::Keep(any()) : op::Unkeep(any());
  }
}

// Runs one trace of random operations; returns the first refusal.
std::optional<std::string> Refusal(ModelSubject& subject, unsigned seed,
                                   decltype(&AnyOperation) any = &AnyOperation) {
  std::mt19937 random(seed);
  const reference::TraceHeader header{.locals = static_cast<Locals>(seed % 3)};
  reference::Oracle oracle;
  ConformanceRecorder recorder;
  subject.Reset(header);
  oracle.Reset(header, subject.promises());
  recorder.Reset(header);
  reference::Name next_name = 0;
  std::vector<Event> events;
  for (int i = 0; i < 60; ++i) {
    const Operation operation = any(random, next_name);
    if (!oracle.Allows(operation)) continue;
    events.clear();
    recorder.Before(operation, oracle, subject);
    const reference::Answer answer = subject.Apply(operation, events);
    if (subject.Stopped() || oracle.Apply(operation, answer, events)) return std::nullopt;
    const ConformanceVerdict verdict = recorder.See(answer, events, oracle, subject);
    if (verdict.kind == ConformanceVerdict::Kind::kRefused) return verdict.reason;
  }
  return std::nullopt;
}

TEST(Conformance, AllowsEveryUnitOfTheSoundModel) {
  ModelSubject subject;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const auto refusal = Refusal(subject, seed);
    ASSERT_FALSE(refusal) << *refusal << " (seed " << seed << ")";
  }
}

TEST(Conformance, AllowsClustersAndGarbageOfTheSoundModel) {
  ModelSubject subject;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const auto refusal = Refusal(subject, seed, &AnyFate);
    ASSERT_FALSE(refusal) << *refusal << " (seed " << seed << ")";
  }
}

TEST(Conformance, RefusesUnitsOfAFaultyModel) {
  for (const gc::Fault fault :
       {gc::Fault::kSwapWhileTracing, gc::Fault::kSkipReferencers,
        gc::Fault::kWaitingKeepsReferences, gc::Fault::kDropWaiting,
        gc::Fault::kStoreWithoutShading, gc::Fault::kMoveIsFree, gc::Fault::kRootWithoutShading,
        gc::Fault::kReadWithoutShading, gc::Fault::kResolveWithoutShading,
        gc::Fault::kBornWhiteWhileMarking}) {
    ModelSubject subject{gc::FaultSet(fault)};
    bool refused = false;
    for (unsigned seed = 0; seed < 60000 && !refused; ++seed) {
      refused = Refusal(subject, seed).has_value();
    }
    EXPECT_TRUE(refused) << gc::EntryOf(fault).variant;
  }
}

// Random operations seldom come to this state: one container is black, and another holds something
// white.
TEST(Conformance, RefusesAContainerThatIsTakenWithoutShading) {
  for (const bool faulty : {false, true}) {
    ModelSubject subject{faulty ? gc::FaultSet(gc::Fault::kTakeBitwise) : gc::FaultSet()};
    reference::Oracle oracle;
    ConformanceRecorder recorder;
    subject.Reset({});
    oracle.Reset({}, subject.promises());
    recorder.Reset({});
    ConformanceVerdict::Kind last{};
    for (const Operation& operation :
         {op::Create(0, 0), op::Create(1, 0), op::Append(0, 1), op::Root(0), op::Start(),
          op::Create(2, 0), op::Root(2), op::Take(2, 0)}) {
      std::vector<Event> events;
      recorder.Before(operation, oracle, subject);
      const reference::Answer answer = subject.Apply(operation, events);
      ASSERT_FALSE(oracle.Apply(operation, answer, events));
      last = recorder.See(answer, events, oracle, subject).kind;
    }
    EXPECT_EQ(last,
              faulty ? ConformanceVerdict::Kind::kRefused : ConformanceVerdict::Kind::kAllowed);
  }
}

// Runs the operations on a model with these faults; returns the check's verdict on the last one.
ConformanceVerdict::Kind LastVerdict(gc::FaultSet faults,
                                     const std::vector<Operation>& operations) {
  ModelSubject subject{faults};
  reference::Oracle oracle;
  ConformanceRecorder recorder;
  subject.Reset({});
  oracle.Reset({}, subject.promises());
  recorder.Reset({});
  ConformanceVerdict::Kind last{};
  for (const Operation& operation : operations) {
    std::vector<Event> events;
    EXPECT_TRUE(oracle.Allows(operation)) << WordOf(operation.verb);
    recorder.Before(operation, oracle, subject);
    const reference::Answer answer = subject.Apply(operation, events);
    EXPECT_FALSE(oracle.Apply(operation, answer, events));
    last = recorder.See(answer, events, oracle, subject).kind;
  }
  return last;
}

TEST(Conformance, KnowsWhichObjectMayHoldWhichForEver) {
  const std::pair<gc::Fault, std::vector<Operation>> all[] = {
      {gc::Fault::kHoldManaged, {op::Permanent(0), op::Create(1), op::Store(0, 0, 1)}},
      {gc::Fault::kMarkDisregarded, {op::Permanent(0), op::Root(0), op::Start()}},
      {gc::Fault::kLetItLeak,
       {op::Create(0), op::Root(0), op::Create(1), op::Resurrect(1, 0, 0), op::Start(), op::Tick(),
        op::Tick(), op::Tick(), op::Tick(), op::Tick(), op::Tick()}}};
  for (const auto& [fault, operations] : all) {
    EXPECT_EQ(LastVerdict({}, operations), ConformanceVerdict::Kind::kAllowed);
    EXPECT_EQ(LastVerdict(gc::FaultSet(fault), operations), ConformanceVerdict::Kind::kRefused)
        << gc::EntryOf(fault).variant;
  }
}

TEST(Conformance, KnowsWhatBecomesOfClustersAndGarbage) {
  const std::pair<gc::Fault, std::vector<Operation>> all[] = {
      {gc::Fault::kMarkMemberOnly,
       {op::Create(0), op::Create(1), op::Store(0, 0, 1), op::Cluster(0), op::Root(1),
        op::Start()}},
      {gc::Fault::kReturnEarly,
       {op::Create(0), op::Create(1), op::Create(2), op::Store(0, 0, 1), op::Cluster(0),
        op::Store(2, 0, 0), op::Root(2), op::Start(), op::Root(1)}},
      {gc::Fault::kSkipOtherClusters,
       {op::Create(0), op::Create(1), op::Cluster(1), op::Store(0, 0, 1), op::Cluster(0),
        op::Root(0), op::Start()}},
      {gc::Fault::kSkipMutableObjects,
       {op::Create(0), op::Reserve(1), op::Store(0, 0, 1), op::Cluster(0), op::Complete(1),
        op::Root(0), op::Start()}},
      {gc::Fault::kStoreSilently,
       {op::Create(0), op::Create(1), op::Cluster(0), op::Root(0), op::Store(0, 0, 1),
        op::Start()}},
      {gc::Fault::kKeepStaleBits,
       {op::Create(0), op::Create(1), op::Store(0, 0, 1), op::Cluster(0), op::Root(0), op::Start(),
        op::Dissolve(0)}},
      {gc::Fault::kBlackenMembers,
       {op::Create(0), op::Create(1), op::Create(2), op::Store(0, 0, 1), op::Cluster(0),
        op::Store(2, 0, 0), op::Root(2), op::Start(), op::Dissolve(0)}},
      {gc::Fault::kKeepStaleBitIdle,
       {op::Create(0), op::Create(1), op::Store(0, 0, 1), op::Cluster(0), op::Root(0),
        op::Collect(), op::Dissolve(0)}},
      {gc::Fault::kClusterInCycle, {op::Create(0), op::Root(0), op::Start(), op::Cluster(0)}},
      {gc::Fault::kJudgeByOwnBit,
       {op::Create(0), op::Create(1), op::Store(0, 0, 1), op::Cluster(0), op::Start(), op::Tick(),
        op::Tick(), op::Tick(), op::Tick()}},
      {gc::Fault::kNeitherClearNorFollow,
       {op::Create(0), op::Create(1), op::Store(0, 0, 1), op::Root(0), op::Garbage(1), op::Start(),
        op::Tick(), op::Tick()}},
      {gc::Fault::kSkipImmutableGarbage,
       {op::Create(0, 1), op::Create(1), op::Outer(0, 1), op::Root(0), op::Garbage(1), op::Start(),
        op::Tick(), op::Tick()}},
      {gc::Fault::kSkipStoredGarbage,
       {op::Create(0), op::Create(1), op::Create(2), op::Root(0), op::Store(0, 0, 1),
        op::Garbage(1), op::Start(), op::Store(0, 1, 1)}}};
  for (const auto& [fault, operations] : all) {
    EXPECT_EQ(LastVerdict({}, operations), ConformanceVerdict::Kind::kAllowed)
        << gc::EntryOf(fault).variant;
    EXPECT_EQ(LastVerdict(gc::FaultSet(fault), operations), ConformanceVerdict::Kind::kRefused)
        << gc::EntryOf(fault).variant;
  }
}

// A heap in which a is grey and refers to b, which is white. The initial references were taken.
ObservedHeap GreyToWhite() {
  ObservedHeap state{.phase = reference::Phase::kMarking, .initial_references_taken = true};
  state.objects = {{.name = 0, .colour = Colour::kGrey, .fields = {1, reference::kNull}},
                   {.name = 1, .colour = Colour::kWhite}};
  return state;
}

TEST(Conformance, AScanShadesWhatItFinds) {
  const ObservedHeap before = GreyToWhite();
  ObservedHeap after = before;
  after.objects[0].colour = Colour::kBlack;
  const Event scan{.kind = EventKind::kScan, .object = 0};
  EXPECT_EQ(Allows(before, scan, after, Locals::kDead).kind, ConformanceVerdict::Kind::kRefused);
  after.objects[1].colour = Colour::kGrey;
  EXPECT_EQ(Allows(before, scan, after, Locals::kDead).kind, ConformanceVerdict::Kind::kAllowed);
}

TEST(Conformance, ATraceDoesNotEndWhileSomethingIsGrey) {
  const ObservedHeap before = GreyToWhite();
  ObservedHeap after = before;
  after.phase = reference::Phase::kGathering;
  const Event end{.kind = EventKind::kEndCheck, .flag = 1};
  const ConformanceVerdict verdict = Allows(before, end, after, Locals::kDead);
  EXPECT_EQ(verdict.kind, ConformanceVerdict::Kind::kRefused);
  EXPECT_EQ(verdict.reason, "the model allows no end-check here with this result");
}

TEST(Conformance, AHeapLargerThanTheModelIsOutside) {
  ObservedHeap state;
  state.objects.resize(kMaxEntries + 1);
  EXPECT_EQ(Allows(state, {}, state, Locals::kDead).kind, ConformanceVerdict::Kind::kOutside);
}

}  // namespace
}  // namespace model
