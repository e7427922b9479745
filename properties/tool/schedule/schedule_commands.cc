// properties/tool/schedule/schedule_commands.cc -- the three commands, with the scheduler in a
// child.

#include "properties/tool/schedule/schedule_commands.h"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "properties/report/explanation_text.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/schedule/schedule_explain.h"
#include "properties/schedule/schedule_shrink.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/reports/one_report.h"
#include "properties/tool/schedule/schedule_failures.h"
#include "reference/schedule/schedule_text.h"

namespace tool {

using properties::Explanation;
using properties::Style;
using properties::schedule::MakeCoreSchedule;
using properties::schedule::ScheduleSession;
using reference::schedule::Operation;
using reference::schedule::Trace;

namespace {

Trace ScheduleOf(const std::string& file, const Choices& choices) {
  if (choices.subject != "core" || !choices.without.empty()) {
    throw UsageError(file + " is a run of a scheduler; only core has one, and with all its rules");
  }
  auto loaded = reference::schedule::Load(file);
  if (const auto* error = std::get_if<reference::ParseError>(&loaded)) throw BadFile(error->Text());
  return std::get<Trace>(std::move(loaded));
}

std::string CommandFor(const char* command, const std::string& file) {
  return ProgramName() + " " + command + " " + Quoted(file);
}

// Runs in the child, and prints each row as soon as it is known. Returns whether the two agree.
bool Tell(const Trace& trace, bool quiet) {
  const Style style = ScreenStyle();
  const auto subject = MakeCoreSchedule();
  ScheduleSession session(*subject);
  if (!quiet) Print(properties::ScheduleHead(style));
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& one = trace.operations[i];
    const bool allowed = session.oracle().Allows(one);
    const bool agrees = session.Step(one);
    properties::StepRow row = {.number = i + 1, .operation = Print(one), .note = "skipped"};
    if (allowed) row = properties::schedule::ScheduleRow(i, one, session);
    if (!agrees) row.mark = properties::Mark::kLoss;
    if (!quiet) Print(properties::ScheduleText(row, style));
    if (!agrees) break;
  }
  const auto& verdict = session.verdict();
  const std::string counts =
      fmt::format("{} applied, {} skipped", verdict.applied, verdict.skipped);
  if (!verdict.difference) {
    Print("{}: core's scheduler ({})\n", style.Good("AGREE"), counts);
    return true;
  }
  Print("{}: core's scheduler ({})\n  {} at {}: expected {}, found {}\n", style.Bad("DISAGREE"),
        counts, verdict.difference->field, verdict.difference->step + 1,
        verdict.difference->expected, verdict.difference->found);
  return false;
}

TaskEnd InChild(const char* name, const std::function<std::string()>& work) {
  TaskEnd end = RunTask({name, [&](RunRecorder&) { return work(); }});
  ThrowAgain(end);
  return end;
}

int ReportOfSchedule(const std::string& file, const Trace& trace, const Explanation& explanation,
                     Format format) {
  properties::Report report = ReportOf(CommandFor("explain", file), "core");
  properties::ReportSection& section =
      AddSection(report, "schedule", file, explanation.outcome, explanation.heading);
  section.traces = 1;
  section.operations = trace.operations.size();
  if (explanation.outcome == properties::Outcome::kDisagree) {
    properties::ReportFailure failure;
    failure.property = "scheduler";
    failure.bucket = failure.property;
    failure.trace = Print(trace);
    failure.operations = trace.operations.size();
    failure.replay = CommandFor("replay", file);
    failure.explanation = explanation;
    AddFailure(report, std::move(failure));
  }
  return Conclude(report, explanation.heading, format);
}

}  // namespace

int ReplaySchedule(const std::string& file, const Choices& choices, bool quiet) {
  const Trace trace = ScheduleOf(file, choices);
  Print("{}: {} operations, on core's scheduler\n", file, trace.operations.size());
  const TaskEnd end =
      InChild("replay", [&] { return Tell(trace, quiet) ? std::string("agree") : std::string(); });
  if (end.how == TaskEnd::How::kDone && end.text == "agree") return kExitAgree;
  if (end.how != TaskEnd::How::kDone) {
    const Explanation death = ExplainDeathOfSchedule({}, end);
    Print("{}\n", death.heading);
    for (const std::string& sentence : death.why) Print("  {}\n", sentence);
  }
  Print("  explain: {}\n", CommandFor("explain", file));
  return kExitDisagree;
}

Explanation ExplanationOfSchedule(const std::string& file, const Choices& choices) {
  const Trace trace = ScheduleOf(file, choices);
  const TaskEnd end = InChild("explain", [&] {
    const auto subject = MakeCoreSchedule();
    return properties::Packed(properties::schedule::ExplainSchedule(trace, *subject));
  });
  return end.how == TaskEnd::How::kDone ? properties::Unpacked<Explanation>(end.text)
                                        : ExplainDeathOfSchedule(trace, end);
}

int ExplainScheduleFile(const std::string& file, const Choices& choices, Format format) {
  const Trace trace = ScheduleOf(file, choices);
  const Explanation explanation = ExplanationOfSchedule(file, choices);
  const bool disagrees = explanation.outcome == properties::Outcome::kDisagree;
  if (format != Format::kText) return ReportOfSchedule(file, trace, explanation, format);
  Print("{}", properties::ExplanationText(
                  explanation, "", disagrees ? CommandFor("replay", file) : "", ScreenStyle()));
  return disagrees ? kExitDisagree : kExitAgree;
}

int ShrinkScheduleFile(const std::string& file, const Choices& choices, std::size_t max_runs,
                       const std::function<void(const std::string&)>& give) {
  const Trace trace = ScheduleOf(file, choices);
  const TaskEnd first = TrySchedule(trace);
  if (first.how == TaskEnd::How::kDone && first.text.empty()) {
    Complain("{} does not disagree on core's scheduler, so there is nothing to shrink", file);
    return kExitAgree;
  }
  std::size_t runs = 0;
  Trace smaller;
  if (first.how == TaskEnd::How::kDone) {
    const TaskEnd end = InChild("shrink", [&] {
      const auto subject = MakeCoreSchedule();
      const auto shrunk = properties::schedule::ShrinkSchedule(
          trace,
          [&](const Trace& one) {
            return properties::schedule::StillDiffers(one, first.text, *subject);
          },
          max_runs);
      return fmt::format("{}\n{}", shrunk.runs, Print(shrunk.trace));
    });
    if (end.how != TaskEnd::How::kDone) throw std::runtime_error("shrinking ended: " + end.text);
    runs = std::stoul(end.text);
    smaller = std::get<Trace>(reference::schedule::Parse(end.text.substr(end.text.find('\n') + 1)));
  } else {
    smaller = ShrunkDeathOfSchedule(trace, first.how, max_runs, runs);
  }
  give(Print(smaller));
  Complain("{}", properties::ShrunkText(trace.operations.size(), smaller.operations.size(), runs));
  return kExitDisagree;
}

}  // namespace tool
