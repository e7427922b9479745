// properties/tool/commands/shrink.cc -- `shrink FILE`: the smallest trace that still disagrees.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <variant>

#include "properties/judge/conforming.h"
#include "properties/report/layout.h"
#include "properties/shrink/shrink.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/command_line/number.h"
#include "properties/tool/commands/commands.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/schedule/schedule_commands.h"
#include "properties/tool/traces/subject_run.h"
#include "reference/schedule/schedule_text.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

struct ShrinkOptions {
  TraceOptions trace;
  std::string out;
  std::size_t runs = 20'000;
};

struct Shrunk {
  properties::Outcome outcome = properties::Outcome::kDisagree;
  reference::Trace trace;
  std::size_t runs = 0;
  bool complete = false;
};

// The child sends the outcome and the counts on the first line, and then the trace.
TaskEnd ShrinkInChild(const SubjectRun& run, std::size_t runs) {
  const Task task{"shrink", [&](RunRecorder& recorder) {
                    const auto subject = recorder.Recorded(run.factory());
                    const properties::ConformingVerdict judged =
                        properties::JudgeConforming(run.trace, *subject, run.conformance);
                    const std::string outcome = TextOf(judged.verdict.outcome);
                    if (judged.verdict.outcome != properties::Outcome::kDisagree) return outcome;
                    const properties::ShrinkResult result = properties::Shrink(
                        run.trace, *subject, judged.verdict, {.max_runs = runs}, judged.options);
                    return fmt::format("{} {} {}\n{}", outcome, result.runs,
                                       result.complete ? 1 : 0,
                                       reference::PrintTrace(result.trace));
                  }};
  return RunTask(task);
}

Shrunk Received(const std::string& text) {
  std::istringstream in(text);
  std::string outcome;
  Shrunk shrunk;
  in >> outcome >> shrunk.runs >> shrunk.complete;
  shrunk.outcome = OutcomeOf(outcome);
  if (shrunk.outcome != properties::Outcome::kDisagree) return shrunk;
  shrunk.trace =
      std::get<reference::Trace>(reference::ParseTrace(text.substr(text.find('\n') + 1)));
  return shrunk;
}

Shrunk ShrinkOf(const SubjectRun& run, std::size_t runs) {
  const TaskEnd end = ShrinkInChild(run, runs);
  if (end.how == TaskEnd::How::kDone) return Received(end.text);
  if (end.how == TaskEnd::How::kNoRoom) ThrowAgain(end);
  // The child may have died of a smaller trace, of which nothing is known then.
  const std::optional<Death> death = DeathOf(run.trace, run.factory);
  if (!death) throw std::runtime_error("shrinking ended early: " + end.text);
  Shrunk shrunk;
  shrunk.trace = ShrunkDeath(run.trace, *death, run.factory, runs, shrunk.runs);
  shrunk.complete = shrunk.runs < runs;
  return shrunk;
}

void CheckOut(const ShrinkOptions& options) {
  std::error_code error;
  if (!options.out.empty() && std::filesystem::equivalent(options.out, options.trace.file, error)) {
    throw UsageError(options.out + " is the trace that is to be shrunk; it is not overwritten");
  }
}

// To a file, or to stdout.
void Give(const std::string& text, const std::string& out) {
  if (out.empty()) {
    PrintData(text);
  } else {
    WriteFile(out, text);
  }
}

int Run(const ShrinkOptions& options) {
  CheckOut(options);
  if (reference::schedule::IsScheduleFile(options.trace.file)) {
    return ShrinkScheduleFile(options.trace.file, options.trace.choices, options.runs,
                              [&](const std::string& text) { Give(text, options.out); });
  }
  const SubjectRun run = Settle(options.trace);
  const Shrunk shrunk = ShrinkOf(run, options.runs);
  if (shrunk.outcome != properties::Outcome::kDisagree) {
    Complain("{} does not disagree on {}, so there is nothing to shrink", options.trace.file,
             run.name);
    return ExitCodeFor(shrunk.outcome);
  }
  Give(reference::PrintTrace(shrunk.trace), options.out);
  Complain("{}", properties::ShrunkText(run.trace.operations.size(), shrunk.trace.operations.size(),
                                        shrunk.runs,
                                        shrunk.complete ? "" : "its budget; --runs takes more"));
  return kExitDisagree;
}

}  // namespace

void AddShrink(CLI::App& app, int& exit_code) {
  CLI::App& command = *app.add_subcommand(
      "shrink", "Finds the smallest trace that still disagrees in the same way, and prints it.");
  const auto options = std::make_shared<ShrinkOptions>();
  AddTraceOptions(command, options->trace);
  command.add_option("-o,--output", options->out, "Write the trace there; never over FILE itself")
      ->type_name("OUT");
  command.add_option("--runs", options->runs, "Traces to try at most")
      ->type_name("N")
      ->check(NumberFrom(1))
      ->capture_default_str();
  command.footer(
      "Comments of the file are not kept.\n"
      "Exit status: that of the trace: 1 disagree, 0 agree (nothing to shrink), 2 bad "
      "input.");
  command.callback([options, &exit_code] { exit_code = Run(*options); });
}

}  // namespace tool
