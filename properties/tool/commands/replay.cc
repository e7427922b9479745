// properties/tool/commands/replay.cc -- `replay FILE`: runs one trace, step by step, on a subject
// and the oracle.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "properties/explain/seen/watch.h"
#include "properties/explain/step_rows.h"
#include "properties/judge/conforming.h"
#include "properties/report/explanation_text.h"
#include "properties/report/layout.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/schedule/schedule_commands.h"
#include "properties/tool/traces/subject_run.h"
#include "properties/tool/traces/trace_report.h"
#include "reference/schedule/schedule_text.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::Checker;
using properties::Finding;
using properties::Style;
using properties::Verdict;

struct ReplayOptions {
  TraceOptions trace;
  Format format = Format::kText;
  bool quiet = false;
  bool in_process = false;
};

// For larger heaps no colours are shown: looking at them after every step would take longer than
// the run.
constexpr std::size_t kObjectsWatched = 256;

// The run goes on after a finding of another checker, to show what a mutator notices.
constexpr properties::JudgeOptions kAllCheckers = {.stop_at_first = false};

std::string FindingsText(const Verdict& verdict) {
  std::string text;
  for (const std::optional<Finding>& finding : verdict.findings) {
    if (!finding) continue;
    text += fmt::format("  {:<11} at {:<4} {}{}: {}\n",
                        properties::kCheckerWords[static_cast<std::size_t>(finding->checker)],
                        finding->step + 1, WordOf(finding->property),
                        finding->rule.empty() ? "" : " (" + finding->rule + ")", finding->message);
  }
  return text;
}

std::string VerdictLine(const Verdict& verdict, const std::string& name, const Style& style) {
  const std::string counts =
      fmt::format("{} applied, {} skipped, {} undeclared, {} units", verdict.applied,
                  verdict.skipped, verdict.undeclared, verdict.units);
  switch (verdict.outcome) {
    case properties::Outcome::kAgree:
      return style.Good("AGREE") + ": " + name + " (" + counts + ")\n";
    case properties::Outcome::kDisagree:
      return style.Bad("DISAGREE") + ": " + name + " (" + counts + ")\n" + FindingsText(verdict);
    case properties::Outcome::kInconclusive:
      break;
  }
  return style.Odd("INCONCLUSIVE") + ": " + verdict.inconclusive_because + " (" + counts + ")\n";
}

// What the model says of a run that agrees.
std::string ConformanceLine(const SubjectRun& run, const Verdict& verdict, const Style& style) {
  if (verdict.applied == 0) return {};
  if (verdict.Of(properties::Checker::kConformance)) {
    return style.Bad("DISAGREE") + ": " + run.name + " and the model\n" + FindingsText(verdict);
  }
  return fmt::format("  the model allows all of it: {} operations and units compared\n",
                     properties::Grouped(verdict.compared));
}

// Runs in the child, and prints each row as soon as it is known.
properties::Outcome Replay(const SubjectRun& run, reference::Subject& subject, bool quiet) {
  const Style style = ScreenStyle();
  properties::JudgeSession session(subject);
  session.Begin(run.trace.header, kAllCheckers);
  if (!quiet) Print(StepsHead(style));
  reference::Observation before;
  for (std::size_t i = 0; i < run.trace.operations.size(); ++i) {
    const reference::Operation& operation = run.trace.operations[i];
    const bool goes_on = session.Step(operation);
    if (!quiet) {
      properties::Sight sight;
      if (session.oracle().NameCount() <= kObjectsWatched) sight = Look(session, operation);
      properties::StepRow row = properties::RowOf(i, operation, before, sight);
      if (!goes_on) row.mark = properties::Mark::kLoss;
      Print(StepText(row, style));
      before = std::move(sight.after);
    }
    if (!goes_on) break;
  }
  const Verdict verdict = session.End();
  Print(VerdictLine(verdict, run.name, style));
  if (!run.conformance || verdict.outcome != properties::Outcome::kAgree ||
      !properties::CanBeCompared(run.trace, subject)) {
    return verdict.outcome;
  }
  const Verdict compared = properties::JudgeAgainstModel(run.trace, subject, kAllCheckers).verdict;
  Print(ConformanceLine(run, compared, style));
  return compared.outcome;
}

// Reports that the subject died of the trace: the last operation that it was given is the last row.
void SayDeath(const SubjectRun& run, const TaskEnd& end) {
  const Style style = ScreenStyle();
  std::string where;
  if (!end.last_runs.empty() && !end.last_runs.front().trace.operations.empty()) {
    where = " in: " + reference::PrintOperation(end.last_runs.front().trace.operations.back());
  }
  const bool hung = end.how == TaskEnd::How::kHung;
  Print("{}: {} ({}){}\n", style.Bad(hung ? "DISAGREE hang" : "DISAGREE crash"), run.name,
        hung ? "an operation did not end" : end.text, where);
  const std::string line = TellingLine(end.said);
  if (!line.empty()) Print("  its last words: {}\n", line);
}

int Run(const ReplayOptions& options) {
  if (reference::schedule::IsScheduleFile(options.trace.file)) {
    return options.format == Format::kText
               ? ReplaySchedule(options.trace.file, options.trace.choices, options.quiet)
               : ExplainScheduleFile(options.trace.file, options.trace.choices, options.format);
  }
  if (options.format != Format::kText) return ReportTrace("replay", options.trace, options.format);
  const SubjectRun run = Settle(options.trace);
  const reference::Variant& heap = run.trace.header.heap;
  Print("{}: {} operations, locals {}, {}on {}\n", options.trace.file, run.trace.operations.size(),
        WordOf(run.trace.header.locals), heap.IsUsual() ? "" : reference::PrintVariant(heap) + ", ",
        run.name);
  if (options.in_process) {
    return ExitCodeFor(Replay(run, *run.factory(), options.quiet));
  }
  const Task task{"replay", [&](RunRecorder& recorder) {
                    return TextOf(Replay(run, *recorder.Recorded(run.factory()), options.quiet));
                  }};
  const TaskEnd end = RunTask(task);
  ThrowAgain(end);
  const bool died = end.how != TaskEnd::How::kDone;
  if (died) SayDeath(run, end);
  const int exit_code = died ? kExitDisagree : ExitCodeFor(OutcomeOf(end.text));
  if (exit_code == kExitDisagree) {
    TraceOptions again = options.trace;
    Print("  explain: {} explain {}{}\n", ProgramName(), Quoted(again.file), again.choices.Text());
  }
  return exit_code;
}

}  // namespace

void AddReplay(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "replay",
      "Runs one trace step by step on a subject and the oracle.\n"
      "Shows after each operation what the collector did and which colours changed.");
  const auto options = std::make_shared<ReplayOptions>();
  AddTraceOptions(command, options->trace);
  AddFormatOption(command, options->format);
  command.add_flag("-q,--quiet", options->quiet, "Print only the verdict");
  command.add_flag("--in-process", options->in_process,
                   "Run without a child process, for a debugger");
  command.footer("Exit status: 0 agree, 1 disagree, 2 bad input, 3 inconclusive.");
  command.callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace tool
