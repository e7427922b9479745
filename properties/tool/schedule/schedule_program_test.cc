// properties/tool/schedule/schedule_program_test.cc -- the program on files with runs of a
// scheduler, and what is kept of a run whose process died.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <variant>

#include "properties/schedule/schedule_subject.h"
#include "properties/tool/program_fixture.h"
#include "properties/tool/schedule/schedule_failures.h"
#include "properties/tool/schedule/schedule_recorder.h"
#include "reference/schedule/schedule_text.h"

namespace tool {
namespace {

using reference::schedule::Trace;
using testing::HasSubstr;

class ScheduleProgram : public Program {};

constexpr const char* kRun = "tricolour schedule 1\nplay\ngarbage 1\ntick 60\ntick 0.125\ndrop 9\n";

TEST_F(ScheduleProgram, ReplaysARunRowByRow) {
  const Ran ran = Run("replay " + Write("a.trace", kRun));
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("S13.5(3) start; pre-collect, started, marking-done"));
  EXPECT_THAT(ran.out, HasSubstr("AGREE: core's scheduler (4 applied, 1 skipped)"));
}

TEST_F(ScheduleProgram, HasNothingToExplainOrShrinkInARunThatAgrees) {
  const std::string file = Write("a.trace", kRun);
  EXPECT_EQ(Run("explain " + file).exit_code, 0);
  const Ran shrunk = Run("shrink " + file);
  EXPECT_EQ(shrunk.exit_code, 0);
  EXPECT_THAT(shrunk.err, HasSubstr("nothing to shrink"));
}

TEST_F(ScheduleProgram, NamesThePlaceOfAMistake) {
  const std::string file = Write("a.trace", "tricolour schedule 1\nplay\ntikc 1\n");
  for (const char* command : {"replay ", "explain ", "shrink "}) {
    const Ran ran = Run(command + file);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_THAT(ran.err, HasSubstr("a.trace:3:1: expected a verb, perhaps tick, found \"tikc\""));
  }
}

TEST_F(ScheduleProgram, RefusesASubjectWithoutASchedulerAndARuleToBreak) {
  const std::string file = Write("a.trace", kRun);
  for (const char* options : {" --subject lua", " --without insertion-barrier"}) {
    const Ran ran = Run("replay " + file + options);
    EXPECT_EQ(ran.exit_code, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("only core has one"));
  }
}

TEST(ScheduleRecorder, KeepsTheRunUpToTheOperationThatWasNotFinished) {
  struct Thrower final : properties::schedule::ScheduleSubject {
    void Begin() override {}
    const reference::schedule::Shown& Apply(const reference::schedule::Operation& one,
                                            bool) override {
      if (one.verb == reference::schedule::Verb::kMap) throw 1;
      return shown;
    }
    bool TellsMemory() const override { return true; }
    reference::schedule::Shown shown;
  };
  const Trace trace =
      std::get<Trace>(reference::schedule::Parse("tricolour schedule 1\nplay\nmap\ntick 1\n"));
  ScheduleRecorder record;
  RunRecorder alive;
  const auto before = alive.Heartbeat();
  {
    const auto subject = record.Recorded(std::make_unique<Thrower>(), alive);
    subject->Begin();
    subject->Apply(trace.operations[0], false);
    EXPECT_ANY_THROW(subject->Apply(trace.operations[1], false));
  }
  EXPECT_EQ(Print(record.LastRun()), "tricolour schedule 1\nplay\nmap\n");
  EXPECT_EQ(alive.Heartbeat(), before + 2);
}

TEST(ScheduleDeath, OfARunThatDoesNotDieAgainSaysSo) {
  const Trace trace =
      std::get<Trace>(reference::schedule::Parse("tricolour schedule 1\nplay\ntick 1\n"));
  TaskEnd end;
  end.how = TaskEnd::How::kDied;
  end.text = "SIGSEGV";
  const properties::ReportFailure failure = DeathOfSchedule(end, "scheduler/decisions", trace);
  EXPECT_EQ(failure.property, "crash");
  EXPECT_EQ(failure.trace, "tricolour schedule 1\nplay\ntick 1\n");
  EXPECT_THAT(failure.explanation.heading, HasSubstr("crash of the scheduler: SIGSEGV"));
  EXPECT_THAT(failure.explanation.why.back(), HasSubstr("does not do it again"));
}

}  // namespace
}  // namespace tool
