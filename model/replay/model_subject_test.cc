// model/replay/model_subject_test.cc -- the model can be judged, and says when it cannot.

#include "model/replay/model_subject.h"

#include <gtest/gtest.h>

#include "model/replay/witness.h"

namespace model {
namespace {

using reference::Colour;
using reference::Verb;
namespace op = reference::op;

reference::Trace LostByARoot() {
  return {{},
          {op::Create(0), op::Create(1), op::Store(0, 0, 1), op::Root(0), op::Start(), op::Tick(),
           op::Store(0, 0, reference::kNull), op::Root(1)}};
}

TEST(Witness, IsConfirmedByTheOracleWithTheFaultAndNotWithout) {
  const auto witness = Confirm(LostByARoot(), gc::FaultSet(gc::Fault::kRootWithoutShading));
  ASSERT_TRUE(witness);
  EXPECT_EQ(witness->violation.property, reference::Property::kSafety);
  EXPECT_TRUE(witness->any_list_order);
  EXPECT_EQ(witness->trace.operations.back().verb, reference::Verb::kTick);
  EXPECT_FALSE(Confirm(LostByARoot(), {}));
}

TEST(ModelSubject, ShowsColoursAsTheTraceGoes) {
  ModelSubject subject;
  subject.Reset({});
  std::vector<reference::Event> events;
  for (const reference::Operation& operation :
       {op::Create(0), op::Create(1), op::Store(0, 0, 1), op::Root(0), op::Start()}) {
    subject.Apply(operation, events);
  }
  reference::Observation seen;
  subject.Observe(seen);
  EXPECT_EQ(seen.phase, reference::Phase::kMarking);
  EXPECT_EQ(seen.colours, (std::vector{Colour::kGrey, Colour::kWhite}));
  subject.Apply(op::Tick(2), events);
  subject.Observe(seen);
  EXPECT_EQ(seen.colours, (std::vector{Colour::kBlack, Colour::kGrey}));
}

TEST(ModelSubject, CollectFreesWhatIsUnreachable) {
  ModelSubject subject;
  subject.Reset({});
  std::vector<reference::Event> events;
  subject.Apply(op::Create(0), events);
  subject.Apply(op::Collect(), events);
  std::vector<reference::Name> fields;
  EXPECT_FALSE(subject.Peek(0, fields));
  EXPECT_EQ(events.back().kind, reference::EventKind::kCycleEnd);
}

// In these traces the sound model commits no violation.
TEST(ModelSubject, DissolvesWhatKeepsGarbage) {
  const std::vector<reference::Operation> container = {op::Create(0, 0),
                                                       op::Create(1, 1),
                                                       op::Create(2, 1),
                                                       op::Root(2),
                                                       op::Store(2, 0, 0),
                                                       op::Keep(1),
                                                       op::Append(0, 1),
                                                       op::Cluster(0),
                                                       op::Unkeep(1),
                                                       op::Garbage(1),
                                                       op::Start(),
                                                       op::Root(0),
                                                       op::Store(2, 0, reference::kNull)};
  // Two clusters keep the same garbage, and one of them refers to the other.
  const std::vector<reference::Operation> together = {
      op::Create(0),      op::Create(1),      op::Create(2),      op::Create(3),
      op::Garbage(3),     op::Store(1, 0, 3), op::Cluster(1),     op::Store(0, 0, 1),
      op::Store(0, 1, 3), op::Cluster(0),     op::Store(2, 0, 0), op::Store(2, 1, 1),
      op::Cluster(2),     op::Root(2),        op::Start()};
  for (std::vector<reference::Operation> operations : {container, together}) {
    for (int i = 0; i < 20; ++i) operations.push_back(op::Tick());
    ModelSubject subject;
    reference::Oracle oracle;
    subject.Reset({});
    oracle.Reset({}, subject.promises());
    std::size_t dissolved = 0;
    for (const reference::Operation& operation : operations) {
      ASSERT_TRUE(oracle.Allows(operation));
      std::vector<reference::Event> events;
      const reference::Answer answer = subject.Apply(operation, events);
      for (const reference::Event& event : events) {
        dissolved += event.kind == reference::EventKind::kDissolved;
      }
      const auto violation = oracle.Apply(operation, answer, events);
      ASSERT_FALSE(violation) << violation->message;
    }
    EXPECT_GT(dissolved, 0u);
    EXPECT_TRUE(oracle.Clusters().empty());
    std::vector<reference::Name> fields;
    subject.Peek(0, fields);
    EXPECT_EQ(fields.back(), reference::kNull) << "the field held the garbage";
  }
}

TEST(ModelSubject, RefusesAClusterInACycle) {
  ModelSubject subject;
  subject.Reset({});
  std::vector<reference::Event> events;
  for (const reference::Operation& operation : {op::Create(0), op::Root(0), op::Start()}) {
    subject.Apply(operation, events);
  }
  EXPECT_EQ(subject.Apply(op::Cluster(0), events).kind, reference::Answer::Kind::kRefused);
}

TEST(ModelSubject, StopsWhereTheModelEnds) {
  ModelSubject subject;
  subject.Reset({});
  std::vector<reference::Event> events;
  for (reference::Name name = 0; name < kMaxEntries; ++name) {
    EXPECT_EQ(subject.Apply(op::Create(name), events).kind, reference::Answer::Kind::kDone);
  }
  const reference::Answer answer = subject.Apply(op::Create(kMaxEntries), events);
  EXPECT_EQ(answer.kind, reference::Answer::Kind::kStopped);
  EXPECT_TRUE(subject.Stopped());
  ASSERT_TRUE(subject.Verify());
}

// A whole collection is several steps, and the machine has no scheduler.
TEST(UndeclaredVerb, IsRefusedByTheMachineAndChangesNothing) {
  for (const Verb verb : {Verb::kCollect, Verb::kTryCollect, Verb::kFrame}) {
    const Machine machine;
    State state;
    ASSERT_TRUE(machine.Apply(state, {.verb = Verb::kCreate, .object = 0}).declared);
    const State before = state;
    const Outcome outcome = machine.Apply(state, {.verb = verb});
    EXPECT_FALSE(outcome.declared) << reference::WordOf(verb);
    EXPECT_FALSE(outcome.finding);
    EXPECT_EQ(state, before) << reference::WordOf(verb);
  }
}

TEST(UndeclaredVerb, StopsAReplayAndIsNamed) {
  for (const reference::Operation& operation : {op::TryCollect(), op::Frame(1)}) {
    const std::string word(reference::WordOf(operation.verb));
    ModelSubject subject;
    subject.Reset({});
    EXPECT_FALSE(subject.promises().verbs.Has(operation.verb)) << word;
    std::vector<reference::Event> events;
    subject.Apply(op::Create(0), events);
    EXPECT_EQ(subject.Apply(operation, events).kind, reference::Answer::Kind::kStopped);
    const std::optional<reference::Breach> breach = subject.Verify();
    ASSERT_TRUE(breach);
    EXPECT_EQ(breach->detail, "the model does not declare the verb " + word);
    EXPECT_EQ(subject.Apply(op::Create(1), events).kind, reference::Answer::Kind::kStopped);
    subject.Reset({});
    EXPECT_FALSE(subject.Verify()) << "a new run begins afresh";
  }
}

}  // namespace
}  // namespace model
