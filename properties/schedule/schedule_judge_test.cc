// properties/schedule/schedule_judge_test.cc -- what subject and oracle say of given runs, how a
// difference is made small, and how it is told.
//
// Label: threads.

#include "properties/schedule/schedule_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

#include "properties/schedule/schedule_corpus.h"
#include "properties/schedule/schedule_explain.h"
#include "properties/schedule/schedule_shrink.h"
#include "reference/schedule/schedule_text.h"

namespace properties::schedule {
namespace {

using reference::schedule::Operation;
using reference::schedule::Shown;
using reference::schedule::Trace;
using reference::schedule::Verb;
using testing::HasSubstr;

Trace TraceOf(const std::string& lines) {
  return std::get<Trace>(reference::schedule::Parse("tricolour schedule 1\n" + lines));
}

// Core, but for the change that a test makes to what is shown after a tick.
class Changed final : public ScheduleSubject {
 public:
  explicit Changed(std::function<void(Shown&)> change) : change_(std::move(change)) {}
  void Begin() override { core_->Begin(); }
  const Shown& Apply(const Operation& one, bool waits) override {
    shown_ = core_->Apply(one, waits);
    if (one.verb == Verb::kTick) change_(shown_);
    return shown_;
  }
  bool TellsMemory() const override { return tells_memory && core_->TellsMemory(); }

  bool tells_memory = true;

 private:
  const std::unique_ptr<ScheduleSubject> core_ = MakeCoreSchedule();
  std::function<void(Shown&)> change_;
  Shown shown_;
};

std::string FieldOf(std::function<void(Shown&)> change, const std::string& lines) {
  Changed subject(std::move(change));
  const ScheduleVerdict verdict = JudgeSchedule(TraceOf(lines), subject);
  return verdict.difference ? verdict.difference->field : "";
}

constexpr const char* kACycle = "play\nrequest full\ntick 1\n";

TEST(ScheduleJudge, NamesTheFieldThatDiffers) {
  EXPECT_EQ(FieldOf([](Shown&) {}, kACycle), "");
  EXPECT_EQ(FieldOf([](Shown& shown) { shown.row = "S13.1"; }, kACycle), "decision");
  EXPECT_EQ(FieldOf([](Shown& shown) { shown.elapsed += 0.125; }, kACycle), "elapsed");
  EXPECT_EQ(FieldOf([](Shown& shown) { shown.skipped += 1; }, kACycle), "skipped tries");
  EXPECT_EQ(FieldOf([](Shown& shown) { shown.pause += 1; }, kACycle), "pause");
}

TEST(ScheduleJudge, SeesANoticeThatIsMissingTooManyOrOutOfOrder) {
  EXPECT_EQ(FieldOf([](Shown& shown) { shown.told.pop_back(); }, kACycle), "notice");
  EXPECT_EQ(FieldOf([](Shown& shown) { shown.told.push_back(shown.told.back()); }, kACycle),
            "notice");
  EXPECT_EQ(FieldOf([](Shown& shown) { std::swap(shown.told[3], shown.told[4]); }, kACycle),
            "notice");
}

// Where each object has memory of its own, none is held that no object needs.
TEST(ScheduleJudge, DoesNotCompareMemoryWhereTheSubjectCannotTell) {
  Changed subject([](Shown& shown) {
    for (reference::schedule::Told& told : shown.told) told.holds_memory = false;
  });
  const Trace trace = TraceOf(std::string("live 1\n") + kACycle);
  EXPECT_EQ(JudgeSchedule(trace, subject).difference.has_value(), subject.TellsMemory());
  subject.tells_memory = false;
  EXPECT_FALSE(JudgeSchedule(trace, subject).difference);
}

// What cannot be done is skipped for both, so any line may be left out.
TEST(ScheduleJudge, SkipsWhatCannotBeDone) {
  const auto subject = MakeCoreSchedule();
  const ScheduleVerdict verdict = JudgeSchedule(
      TraceOf("drop 1\nsection off\nsection on\nsection on\nlive 60\ngarbage 1\n"), *subject);
  EXPECT_FALSE(verdict.difference);
  EXPECT_EQ(verdict.skipped, 4u);
  EXPECT_EQ(verdict.applied, 2u);
}

// S7.7: with the thread of the section, which closes it as soon as it is waited for.
TEST(ScheduleJudge, SeesThatATryWaitsForASection) {
  const auto subject = MakeCoreSchedule();
  ScheduleSession session(*subject);
  const Trace trace =
      TraceOf("set schedule.tries_before_forcing 1\nsection on\ntry\ntry full\nsection on\nmap\n");
  for (const Operation& one : trace.operations) ASSERT_TRUE(session.Step(one)) << Print(one);
  EXPECT_TRUE(session.found().waited);
  EXPECT_EQ(session.verdict().applied, 6u);
}

TEST(ScheduleShrink, LeavesWhatIsNeededInItsPlainestForm) {
  Changed subject([](Shown& shown) {
    if (shown.act == reference::schedule::Act::kSkipFrame) shown.elapsed += 1;
  });
  const Trace trace = TraceOf(
      "live 5\nplay\nset trace.delay 3\ntick 8\ndelay\nserver on\ntick 60.5\ntick 1\ngarbage 3\n");
  const auto shrunk = ShrinkSchedule(
      trace, [&](const Trace& one) { return StillDiffers(one, "elapsed", subject); }, 1000);
  EXPECT_EQ(Print(shrunk.trace), "tricolour schedule 1\nplay\ndelay\ntick 0\n");
  EXPECT_TRUE(shrunk.complete);
}

TEST(ScheduleShrink, KeepsToItsBudget) {
  Changed subject([](Shown& shown) { shown.pause += 1; });
  const auto shrunk = ShrinkSchedule(
      TraceOf("live 5\nplay\ntick 8\ntick 1\n"),
      [&](const Trace& one) { return StillDiffers(one, "pause", subject); }, 2);
  EXPECT_EQ(shrunk.runs, 2u);
  EXPECT_FALSE(shrunk.complete);
}

TEST(ScheduleExplain, NamesTheRowThatDecidesAndTheOneThatWasTaken) {
  Changed subject([](Shown& shown) {
    if (shown.act == reference::schedule::Act::kStart) shown.row = "S13.5(4)";
  });
  const Explanation explanation =
      ExplainSchedule(TraceOf("live 1\nplay\ntick 60\ntick 0.125\ntick 1\n"), subject);
  EXPECT_EQ(explanation.outcome, Outcome::kDisagree);
  EXPECT_THAT(explanation.heading, HasSubstr("decision: expected S13.5(3) start"));
  ASSERT_EQ(explanation.rows.size(), 4u);
  EXPECT_EQ(explanation.rows[1].mark, Mark::kGuilty) << "without play nothing is decided";
  EXPECT_EQ(explanation.rows[3].mark, Mark::kLoss);
  EXPECT_EQ(explanation.unreached, 1u);
  ASSERT_FALSE(explanation.why.empty());
  EXPECT_THAT(explanation.why[0],
              HasSubstr("row S13.5(3) decides (\"no purge is pending, and the time is over\")"));
  EXPECT_THAT(explanation.why[0],
              HasSubstr("60.125 s of game time are over, and a cycle is due when more than 60 s"));
  EXPECT_THAT(explanation.why[0], HasSubstr("went by row S13.5(4)"));
}

TEST(ScheduleExplain, SaysThatARunAgrees) {
  const auto subject = MakeCoreSchedule();
  EXPECT_EQ(ExplainSchedule(TraceOf(kACycle), *subject).outcome, Outcome::kAgree);
}

TEST(ScheduleCorpus, AgreesWithTheOracle) {
  const auto corpus = LoadScheduleCorpus(TRICOLOUR_SOURCE_DIR "/properties/schedule/corpus");
  EXPECT_TRUE(corpus.problems.empty()) << corpus.problems.front();
  const auto subject = MakeCoreSchedule();
  for (const ScheduleCorpusEntry& entry : corpus.entries) {
    EXPECT_FALSE(JudgeSchedule(entry.trace, *subject).difference) << entry.name;
  }
  EXPECT_GE(corpus.entries.size(), 5u);
}

TEST(ScheduleCorpus, SaysWhichFileIsWrong) {
  EXPECT_THAT(LoadScheduleCorpus("no such folder").problems,
              testing::ElementsAre("no such folder has no runs of a scheduler"));
}

}  // namespace
}  // namespace properties::schedule
