// properties/tool/commands/explain.cc -- `explain FILE`: why a trace makes subject and oracle
// disagree.

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "properties/report/explanation_text.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/pages/filmed_trace.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/schedule/schedule_commands.h"
#include "properties/tool/traces/pictures.h"
#include "properties/tool/traces/subject_run.h"
#include "properties/tool/traces/trace_report.h"
#include "reference/schedule/schedule_text.h"

namespace tool {
namespace {

struct ExplainOptions {
  TraceOptions trace;
  Format format = Format::kText;
  PictureOptions pictures;
};

// A run of a scheduler has steps, and no heap.
int RunSchedule(const ExplainOptions& options) {
  const std::string& file = options.trace.file;
  const PictureOptions& pictures = options.pictures;
  if (pictures.dot) throw UsageError(file + " is a run of a scheduler, which has no heap to draw");
  if (!pictures.html.empty()) {
    const properties::Explanation explanation = ExplanationOfSchedule(file, options.trace.choices);
    GivePage(pictures.html, PageOfRows(explanation, "core's scheduler", CommentOf(file, "found"),
                                       ReplayCommand(options.trace), ""));
    if (pictures.TakesStdout()) return ExitCodeFor(explanation.outcome);
  }
  return ExplainScheduleFile(file, options.trace.choices, options.format);
}

int Run(const ExplainOptions& options) {
  const TraceOptions& trace = options.trace;
  Check(options.pictures, options.format);
  if (reference::schedule::IsScheduleFile(trace.file)) return RunSchedule(options);
  if (options.format != Format::kText && !options.pictures.Any()) {
    return ReportTrace("explain", trace, options.format);
  }
  const SubjectRun run = Settle(trace);
  const properties::Explanation explanation =
      options.pictures.Any() ? Draw(trace, run, options.pictures) : ExplanationOf(run);
  if (options.pictures.TakesStdout()) return ExitCodeFor(explanation.outcome);
  if (options.format != Format::kText) return ReportTrace("explain", trace, options.format);
  const bool disagrees = explanation.outcome == properties::Outcome::kDisagree;
  Print("{}", ExplanationText(explanation, disagrees ? CommentOf(trace.file, "found") : "",
                              disagrees ? ReplayCommand(trace) : "", ScreenStyle()));
  if (!options.pictures.html.empty()) Print("  page: {}\n", options.pictures.html);
  return ExitCodeFor(explanation.outcome);
}

}  // namespace

void AddExplain(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "explain",
      "Says why a trace makes subject and oracle disagree: what went wrong at which step,\n"
      "which steps are guilty, and what would have saved the object.");
  const auto options = std::make_shared<ExplainOptions>();
  AddTraceOptions(command, options->trace);
  AddFormatOption(command, options->format);
  AddPictureOptions(command, options->pictures);
  command.footer(
      "`>` marks the guilty steps, and `!` the step at which the failure is noticed.\n"
      "Exit status: 0 agree, 1 disagree, 2 bad input, 3 inconclusive.");
  command.callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace tool
