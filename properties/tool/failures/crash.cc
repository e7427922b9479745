// properties/tool/failures/crash.cc -- runs each attempt in a child process.

#include "properties/tool/failures/crash.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "properties/explain/seen/watch.h"
#include "properties/explain/step_rows.h"
#include "properties/judge/judge.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::ReportFailure;
using reference::Trace;

// One trace takes milliseconds. A hang of its subject is known already, and each run waits for it.
constexpr double kSilenceSeconds = 1;
constexpr std::size_t kShrinkRuns = 400;
constexpr std::size_t kHangRuns = 20;

// Judges the trace in a child process, with a recorder. The recorder gets only operations that were
// applied: so it holds a trace, and its last operation is the one of which the subject died.
TaskEnd JudgeInChild(const Trace& trace, const properties::SubjectFactory& factory) {
  const Task task{"judge", [&](RunRecorder& recorder) {
                    const auto subject = recorder.Recorded(factory());
                    properties::Judge(trace, *subject);
                    return std::string();
                  }};
  return RunTask(task, {.jobs = 1, .silence_seconds = kSilenceSeconds});
}

bool SameWay(const Death& a, const Death& b) { return a.hung == b.hung && a.how == b.how; }

// The rows up to the fatal operation, watched in a child process of their own.
std::vector<properties::StepRow> RowsBefore(Trace trace,
                                            const properties::SubjectFactory& factory) {
  trace.operations.pop_back();
  const Task task{"watch", [&](RunRecorder& recorder) {
                    const auto subject = recorder.Recorded(factory());
                    const properties::Watched watched =
                        properties::Watch(trace, *subject, {}, trace.operations.size());
                    std::vector<properties::StepRow> rows;
                    for (std::size_t i = 0; i < watched.steps.size(); ++i) {
                      rows.push_back(properties::RowOf(i, trace.operations[i],
                                                       watched.Before(i).after, watched.steps[i]));
                    }
                    return properties::Packed(rows);
                  }};
  const TaskEnd end = RunTask(task, {.jobs = 1, .silence_seconds = kSilenceSeconds});
  if (end.how != TaskEnd::How::kDone) return {};
  return properties::Unpacked<std::vector<properties::StepRow>>(end.text);
}

std::string HowText(const Death& death) {
  if (death.hung) return "the subject hung: an operation did not end";
  const bool status = death.how.starts_with("exit");
  return (status ? "the subject ended its process with " : "the subject died of ") + death.how;
}

}  // namespace

std::optional<Death> DeathOf(const Trace& trace, const properties::SubjectFactory& factory) {
  TaskEnd end = JudgeInChild(trace, factory);
  if (end.how != TaskEnd::How::kDied && end.how != TaskEnd::How::kHung) return std::nullopt;
  return Death{.hung = end.how == TaskEnd::How::kHung,
               .how = std::move(end.text),
               .said = std::move(end.said),
               .applied = end.last_runs.size() == 1 ? end.last_runs.front().trace : Trace{}};
}

// Drops ever smaller pieces, while the rest still makes the subject die in the same way.
Trace ShrunkDeath(Trace trace, const Death& death, const properties::SubjectFactory& factory,
                  std::size_t max_runs, std::size_t& runs) {
  if (death.hung) max_runs = std::min(max_runs, kHangRuns);
  for (std::size_t piece = trace.operations.size(); piece > 0; piece /= 2) {
    for (std::size_t at = 0; at < trace.operations.size() && runs < max_runs;) {
      Trace shorter = trace;
      const auto first = shorter.operations.begin() + static_cast<std::ptrdiff_t>(at);
      const std::size_t count = std::min(piece, trace.operations.size() - at);
      shorter.operations.erase(first, first + static_cast<std::ptrdiff_t>(count));
      ++runs;
      const std::optional<Death> again = DeathOf(shorter, factory);
      if (again && SameWay(*again, death)) {
        trace = again->applied.operations.empty() ? std::move(shorter) : again->applied;
      } else {
        at += count;
      }
    }
  }
  return trace;
}

properties::Explanation ExplainDeath(const Trace& trace, const Death& death,
                                     const properties::SubjectFactory& factory) {
  properties::Explanation explanation;
  explanation.outcome = properties::Outcome::kDisagree;
  explanation.heading =
      std::string("DISAGREE ") + (death.hung ? "hang: " : "crash: ") + HowText(death);
  if (!trace.operations.empty()) {
    explanation.rows = RowsBefore(trace, factory);
    properties::StepRow last = properties::RowOf(trace.operations.size() - 1,
                                                 trace.operations.back(), {}, {.applied = true});
    last.mark = properties::Mark::kLoss;
    last.note = HowText(death);
    explanation.rows.push_back(std::move(last));
  }
  const std::string line = TellingLine(death.said);
  if (!line.empty()) explanation.why.push_back("Its last words: " + line);
  return explanation;
}

bool IsSameDeath(const ReportFailure& one, const ReportFailure& other) {
  const auto is_death = [](const ReportFailure& failure) {
    return failure.property == "crash" || failure.property == "hang";
  };
  const auto verb = [](const ReportFailure& failure) {
    const auto& rows = failure.explanation.rows;
    const std::string line = rows.empty() ? "" : rows.back().operation;
    return line.substr(0, line.find(' '));
  };
  return is_death(one) && one.bucket == other.bucket && verb(one) == verb(other) &&
         one.explanation.why == other.explanation.why;
}

bool IsDeathOf(const ReportFailure& known, const TaskEnd& end, const std::string& section) {
  const bool hung = end.how == TaskEnd::How::kHung;
  const std::string property = hung ? "hang" : "crash";
  if (known.bucket != property + ", " + end.text) return false;
  const bool at_once = end.last_runs.empty() && known.operations == 0;
  return known.section == section || hung || at_once;
}

ReportFailure FailureOf(const TaskEnd& end, const std::string& section,
                        const properties::SubjectFactory& factory) {
  Death death{.hung = end.how == TaskEnd::How::kHung, .how = end.text, .said = end.said};
  Trace trace;
  bool repeats = false;
  for (const RunRecorder::Run& run : end.last_runs) {
    if (run.trace.operations.size() > trace.operations.size()) trace = run.trace;
  }
  std::vector<Trace> tried;
  for (const RunRecorder::Run& run : end.last_runs) tried.push_back(run.trace);
  // A subject may die of an empty heap: then no operation was written down.
  if (tried.empty()) tried.emplace_back();
  for (const Trace& run : tried) {
    const std::optional<Death> again = DeathOf(run, factory);
    if (!again) continue;
    trace = run;
    death = *again;
    repeats = true;
    break;
  }
  ReportFailure failure;
  failure.section = section;
  failure.property = death.hung ? "hang" : "crash";
  failure.bucket = failure.property + ", " + death.how;
  failure.count = 1;
  std::size_t runs = 0;
  const std::size_t before = trace.operations.size();
  if (repeats) trace = ShrunkDeath(std::move(trace), death, factory, kShrinkRuns, runs);
  failure.origin = !repeats ? "it did not happen again when this trace was run alone"
                   : trace.operations.empty()
                       ? "it happens when a heap is made, before the first operation"
                       : properties::ShrunkText(before, trace.operations.size(), runs);
  failure.trace = reference::PrintTrace(trace);
  failure.operations = trace.operations.size();
  failure.explanation = ExplainDeath(trace, death, factory);
  return failure;
}

}  // namespace tool
