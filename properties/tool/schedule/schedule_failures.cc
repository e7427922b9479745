// properties/tool/schedule/schedule_failures.cc -- shrinks and explains, with children for deaths.

#include "properties/tool/schedule/schedule_failures.h"

#include <fmt/format.h>

#include <variant>

#include "properties/report/layout.h"
#include "properties/schedule/schedule_explain.h"
#include "properties/schedule/schedule_shrink.h"
#include "reference/schedule/schedule_text.h"

namespace tool {

using properties::Explanation;
using properties::ReportFailure;
using properties::schedule::MakeCoreSchedule;
using properties::schedule::ScheduleShrinkResult;
using properties::schedule::ShrinkSchedule;
using reference::schedule::Trace;

namespace {

constexpr std::size_t kMostRuns = 5'000;
constexpr std::size_t kMostChildren = 300;
// Each hang is waited for.
constexpr std::size_t kMostHangs = 20;
constexpr double kShortSilence = 1;

bool IsDeath(TaskEnd::How how) { return how == TaskEnd::How::kDied || how == TaskEnd::How::kHung; }

}  // namespace

void ShrinkAndExplainSchedule(ReportFailure& failure) {
  const Trace trace = std::get<Trace>(reference::schedule::Parse(failure.trace));
  const auto subject = MakeCoreSchedule();
  const auto verdict = properties::schedule::JudgeSchedule(trace, *subject);
  if (!verdict.difference) return;
  const std::string field = verdict.difference->field;
  const ScheduleShrinkResult shrunk = ShrinkSchedule(
      trace,
      [&](const Trace& smaller) {
        return properties::schedule::StillDiffers(smaller, field, *subject);
      },
      kMostRuns);
  failure.origin +=
      "; " + properties::ShrunkText(trace.operations.size(), shrunk.trace.operations.size(),
                                    shrunk.runs, shrunk.complete ? "" : "its budget");
  failure.trace = Print(shrunk.trace);
  failure.operations = shrunk.trace.operations.size();
  failure.explanation = properties::schedule::ExplainSchedule(shrunk.trace, *subject);
}

TaskEnd TrySchedule(const Trace& trace, double silence_seconds) {
  const Task task{"judge a run of the scheduler", [&](RunRecorder&) {
                    const auto subject = MakeCoreSchedule();
                    const auto verdict = properties::schedule::JudgeSchedule(trace, *subject);
                    return verdict.difference ? verdict.difference->field : std::string();
                  }};
  return RunTask(task, {.silence_seconds = silence_seconds});
}

Trace ShrunkDeathOfSchedule(const Trace& trace, TaskEnd::How how, std::size_t max_runs,
                            std::size_t& runs) {
  const ScheduleShrinkResult shrunk = ShrinkSchedule(
      trace, [how](const Trace& smaller) { return TrySchedule(smaller, kShortSilence).how == how; },
      max_runs);
  runs = shrunk.runs;
  return shrunk.trace;
}

Explanation ExplainDeathOfSchedule(const Trace& trace, const TaskEnd& end) {
  Explanation explanation;
  explanation.outcome = properties::Outcome::kDisagree;
  const bool hung = end.how == TaskEnd::How::kHung;
  explanation.heading = fmt::format("DISAGREE {} of the scheduler: {}", hung ? "hang" : "crash",
                                    hung ? "an operation did not end" : end.text);
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    explanation.rows.push_back({.number = i + 1, .operation = Print(trace.operations[i])});
  }
  if (!explanation.rows.empty()) explanation.rows.back().mark = properties::Mark::kLoss;
  const std::string line = TellingLine(end.said);
  if (!line.empty()) explanation.why.push_back("Its last words: " + line + ".");
  return explanation;
}

ReportFailure DeathOfSchedule(const TaskEnd& end, const std::string& section, const Trace& last) {
  const bool hung = end.how == TaskEnd::How::kHung;
  ReportFailure failure;
  failure.section = section;
  failure.property = hung ? "hang" : "crash";
  failure.bucket = "scheduler, " + failure.property;
  failure.count = 1;
  failure.origin = "the run that the worker was at";
  Trace trace = last;
  const TaskEnd again = TrySchedule(trace, kShortSilence);
  if (IsDeath(again.how)) {
    std::size_t runs = 0;
    const std::size_t most = again.how == TaskEnd::How::kHung ? kMostHangs : kMostChildren;
    trace = ShrunkDeathOfSchedule(trace, again.how, most, runs);
    failure.origin +=
        "; " + properties::ShrunkText(last.operations.size(), trace.operations.size(), runs);
  }
  failure.trace = Print(trace);
  failure.operations = trace.operations.size();
  failure.explanation = ExplainDeathOfSchedule(trace, end);
  if (!IsDeath(again.how)) {
    failure.explanation.why.push_back("The run by itself does not do it again.");
  }
  return failure;
}

}  // namespace tool
