// properties/subjects/core/core_stops_test.cc -- when a broken core ends its run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using gc::Fault;
using reference::Answer;
using reference::Event;
using reference::Trace;
namespace op = reference::op;

Trace RunUntilItStops(const char* text) {
  const auto parsed = reference::ParseTrace(std::string("tricolour trace 2\n") + text);
  EXPECT_TRUE(std::holds_alternative<Trace>(parsed)) << text;
  return std::get<Trace>(parsed);
}

class StoppedSubject : public testing::Test {
 protected:
  Answer Apply(const reference::Operation& operation) {
    events.clear();
    return subject->Apply(operation, events);
  }
  std::unique_ptr<reference::Subject> subject;
  std::vector<Event> events;
  std::vector<reference::Name> fields;
};

TEST_F(StoppedSubject, StopsWhenACheckFailsAndNamesTheRule) {
  subject = MakeFaultyCoreSubject(gc::FaultSet(Fault::kReleaseAtBegin));
  Apply(op::Create(0));
  Apply(op::Start());
  Apply(op::Tick(4));
  Apply(op::Create(1));  // takes the index of the doomed object
  EXPECT_EQ(Apply(op::Tick(1)).kind, Answer::Kind::kStopped);
  ASSERT_TRUE(subject->Verify());
  EXPECT_EQ(subject->Verify()->rule, "index-after-free");
  EXPECT_EQ(Apply(op::Collect()).kind, Answer::Kind::kStopped);
  EXPECT_THAT(events, testing::IsEmpty());
  subject->Reset({});
  EXPECT_EQ(Apply(op::Create(0)).kind, Answer::Kind::kDone);
}

TEST_F(StoppedSubject, StopsWhenAnOperandWasWronglyFreed) {
  subject = MakeFaultyCoreSubject(gc::FaultSet(Fault::kEndBetweenFields));
  for (const auto& operation : RunUntilItStops("create a\nroot a\ncreate b\ncreate d\nstore a.0 b\n"
                                               "store a.1 d\nstart\ntick 2\ntick 20\n")
                                   .operations) {
    Apply(operation);
  }
  EXPECT_FALSE(subject->Peek(3, fields));
  EXPECT_EQ(Apply(op::Root(3)).kind, Answer::Kind::kStopped);
  EXPECT_TRUE(subject->Verify());
}

}  // namespace
}  // namespace properties
