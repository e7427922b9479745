// properties/tool/commands/explain.cc -- `explain FILE`: why a trace makes subject and oracle
// disagree.

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "properties/report/explanation_text.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/schedule/schedule_commands.h"
#include "properties/tool/traces/subject_run.h"
#include "properties/tool/traces/trace_report.h"
#include "reference/schedule/schedule_text.h"

namespace tool {
namespace {

int Run(const TraceOptions& options, Format format) {
  if (reference::schedule::IsScheduleFile(options.file)) {
    return ExplainScheduleFile(options.file, options.choices, format);
  }
  if (format != Format::kText) return ReportTrace("explain", options, format);
  const SubjectRun run = Settle(options);
  const properties::Explanation explanation = ExplanationOf(run);
  const bool disagrees = explanation.outcome == properties::Outcome::kDisagree;
  Print("{}", ExplanationText(explanation, disagrees ? CommentOf(options.file, "found") : "",
                              disagrees ? ReplayCommand(options) : "", ScreenStyle()));
  return ExitCodeFor(explanation.outcome);
}

}  // namespace

void AddExplain(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "explain",
      "Says why a trace makes subject and oracle disagree: what went wrong at which step,\n"
      "which steps are guilty, and what would have saved the object.");
  const auto options = std::make_shared<TraceOptions>();
  const auto format = std::make_shared<Format>(Format::kText);
  AddTraceOptions(command, *options);
  AddFormatOption(command, *format);
  command.footer(
      "`>` marks the guilty steps, and `!` the step at which the failure is noticed.\n"
      "Exit status: 0 agree, 1 disagree, 2 bad input, 3 inconclusive.");
  command.callback([options, format, &exit_code] { exit_code = Run(*options, *format); });
}

}  // namespace tool
