// model/replay/model_subject_test.cc -- the model can be judged, and says when it cannot.

#include "model/replay/model_subject.h"

#include <gtest/gtest.h>

#include "model/replay/witness.h"

namespace model {
namespace {

using reference::Colour;
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
  EXPECT_EQ(seen.phase, reference::Phase::kTracing);
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

TEST(ModelSubject, StopsWhereTheModelEnds) {
  ModelSubject subject;
  subject.Reset({});
  std::vector<reference::Event> events;
  for (reference::Name name = 0; name < kMaxEntries; ++name) {
    EXPECT_EQ(subject.Apply(op::Create(name), events).kind, reference::Answer::Kind::kDone);
  }
  const reference::Answer answer = subject.Apply(op::Create(kMaxEntries), events);
  EXPECT_EQ(answer.kind, reference::Answer::Kind::kStopped);
  EXPECT_TRUE(subject.OutOfBounds());
  ASSERT_TRUE(subject.Verify());
}

}  // namespace
}  // namespace model
