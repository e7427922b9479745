// properties/tool/commands/explain.cc -- `explain FILE`: why a trace makes subject and oracle
// disagree.

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "properties/explain/explain.h"
#include "properties/report/explanation_text.h"
#include "properties/report/json.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/commands/subject_run.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/schedule/schedule_commands.h"
#include "reference/schedule/schedule_text.h"

namespace tool {
namespace {

properties::Explanation ExplanationOf(const SubjectRun& run) {
  const Task task{"explain", [&](RunRecorder& recorder) {
                    const auto subject = recorder.Recorded(run.factory());
                    return properties::Packed(
                        properties::Explain(run.trace, *subject, {.conformance = run.conformance}));
                  }};
  const TaskEnd end = RunTask(task);
  if (end.how == TaskEnd::How::kDone)
    return properties::Unpacked<properties::Explanation>(end.text);
  if (end.how == TaskEnd::How::kThrew) throw std::runtime_error(end.text);
  return ExplainDeath(run.trace, {end.how == TaskEnd::How::kHung, end.text, end.said}, run.factory);
}

int Run(const TraceOptions& options) {
  if (reference::schedule::IsScheduleFile(options.file)) {
    return ExplainScheduleFile(options.file, options.choices);
  }
  const SubjectRun run = Settle(options);
  const properties::Explanation explanation = ExplanationOf(run);
  const bool disagrees = explanation.outcome == properties::Outcome::kDisagree;
  Print("{}", ExplanationText(explanation, disagrees ? CommentOf(options.file, "found") : "",
                              disagrees ? ReplayCommand(options) : "",
                              properties::Style(ColourOnStdout())));
  return ExitCodeFor(explanation.outcome);
}

}  // namespace

void AddExplain(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "explain",
      "Says why a trace makes subject and oracle disagree: what went wrong at which step,\n"
      "which steps are guilty, and what would have saved the object.");
  const auto options = std::make_shared<TraceOptions>();
  AddTraceOptions(command, *options);
  command.footer(
      "`>` marks the guilty steps, and `!` the step at which the failure is noticed.\n"
      "Exit status: 0 agree, 1 disagree, 2 bad input, 3 inconclusive.");
  command.callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace tool
