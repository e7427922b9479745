// properties/judge/closing_test.cc -- a heap that is dropped with work pending ends all its
// objects, and a judge that hears otherwise says so.

#include "properties/judge/closing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

using reference::Event;
using reference::EventKind;
using reference::Operation;
using ::testing::HasSubstr;
namespace op = reference::op;

// Two objects: a lives, b was gathered and has begun.
class Closing : public testing::Test {
 protected:
  Closing() {
    reference::Promises promises;
    promises.verbs = reference::VerbSet::All();
    promises.units = promises.staged_destruction = true;
    oracle_.Reset({}, promises);
    Do(op::Create(0), {});
    Do(op::Root(0), {});
    Do(op::Create(1), {});
    Do(op::Start(), {{.kind = EventKind::kFlip}});
    Do(op::Tick(5), {{.kind = EventKind::kInitialReferences},
                     {.kind = EventKind::kEndCheck, .flag = 1},
                     {.kind = EventKind::kGather, .object = 0, .detail = 1},
                     {.kind = EventKind::kGather, .flag = 1, .object = 1, .detail = 2},
                     {.kind = EventKind::kBegin, .object = 1},
                     {.kind = EventKind::kBegan, .object = 1}});
  }
  void Do(const Operation& operation, const std::vector<Event>& events) {
    const reference::Finding finding = oracle_.Apply(operation, {}, events);
    EXPECT_FALSE(finding) << finding->message;
  }
  std::string Wrong(const std::vector<Event>& events) const {
    const reference::Finding finding = CheckClosing(oracle_, {}, events);
    return finding ? finding->message : "";
  }
  static Event Began(reference::Name name) { return {.kind = EventKind::kBegan, .object = name}; }
  static Event Finished(reference::Name name) {
    return {.kind = EventKind::kFinished, .object = name};
  }
  static Event Freed(reference::Name name) { return {.kind = EventKind::kFreed, .object = name}; }

  reference::Oracle oracle_;
};

TEST_F(Closing, EachObjectTakesTheStagesThatItHasNotTaken) {
  EXPECT_EQ(Wrong({Began(0), Finished(0), Finished(1), Freed(1), Freed(0)}), "");
}

TEST_F(Closing, AStageThatIsLeftOutOrTakenTwiceIsFound) {
  EXPECT_THAT(Wrong({Finished(0), Finished(1), Freed(0), Freed(1)}), HasSubstr("a was finished"));
  EXPECT_THAT(Wrong({Began(1)}), HasSubstr("b was began"));
  EXPECT_THAT(Wrong({Began(0), Finished(0), Finished(1), Finished(1)}), HasSubstr("out of order"));
  EXPECT_THAT(Wrong({Began(0), Finished(0), Finished(1), Freed(1)}),
              HasSubstr("a was not freed when its heap was dropped"));
  EXPECT_THAT(Wrong({Began(0), Finished(0), Finished(1), Freed(1), Freed(0), Freed(2)}),
              HasSubstr("out of order"));
}

TEST_F(Closing, AllBeginBeforeOneFinishesAndAllFinishBeforeOneIsFreed) {
  EXPECT_THAT(Wrong({Finished(1), Began(0), Finished(0), Freed(0), Freed(1)}),
              HasSubstr("after another object was further"));
  EXPECT_THAT(Wrong({Began(0), Finished(1), Freed(1), Finished(0), Freed(0)}),
              HasSubstr("after another object was further"));
}

// Core, dropped in each state of a cycle, with objects of each kind of class, one that waits, one
// under construction and one that is permanent.
TEST(ClosingCore, EndsItsObjectsWhateverIsPending) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  for (std::uint8_t callbacks = 0; callbacks < 4; ++callbacks) {
    for (std::uint32_t units = 0; units < 30; ++units) {
      reference::Trace trace;
      trace.header.heap = reference::With(reference::Setting::kCallbacks, callbacks);
      trace.operations = {op::Create(0),       op::Root(0),       op::Create(1, 0),
                          op::CreateNamed(2),  op::Permanent(3),  op::Create(4),
                          op::Ready(4, false), op::StrongTake(0), op::Start()};
      for (std::uint32_t i = 0; i < units; ++i) trace.operations.push_back(op::Tick(1));
      trace.operations.push_back(op::Create(5));
      trace.operations.push_back(op::Reserve(6));
      const Verdict verdict = Judge(trace, *core);
      EXPECT_EQ(verdict.outcome, Outcome::kAgree)
          << units << " units: " << (verdict.First() ? verdict.First()->message : "");
    }
  }
}

// The wrong end of a heap is a finding of the run that made it.
TEST(ClosingCore, IsHeardByTheJudge) {
  class Forgetful final : public reference::Subject {
   public:
    std::string_view name() const override { return "forgetful"; }
    const reference::Promises& promises() const override { return core_->promises(); }
    void Reset(const reference::TraceHeader& header) override { core_->Reset(header); }
    reference::Answer Apply(const Operation& operation, std::vector<Event>& events) override {
      return core_->Apply(operation, events);
    }
    bool Peek(reference::Name name, std::vector<reference::Name>& fields) const override {
      return core_->Peek(name, fields);
    }
    bool Close(std::vector<Event>& events) override {
      if (!core_->Close(events)) return false;
      events.pop_back();
      return true;
    }

   private:
    std::unique_ptr<reference::Subject> core_ = MakeCoreSubject();
  };
  Forgetful subject;
  JudgeOptions options{.invariant = false, .verifier = false};
  const reference::Trace trace{.operations = {op::Create(0), op::Root(0)}};
  const Verdict verdict = Judge(trace, subject, options);
  ASSERT_NE(verdict.First(), nullptr);
  EXPECT_EQ(verdict.First()->message, "a was not freed when its heap was dropped");
  EXPECT_EQ(verdict.First()->step, 1u);
  options.closes = false;
  EXPECT_EQ(Judge(trace, subject, options).outcome, Outcome::kAgree);
}

}  // namespace
}  // namespace properties
