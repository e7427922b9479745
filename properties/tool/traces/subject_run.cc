// properties/tool/traces/subject_run.cc -- tries each of several variants in a child process, and
// takes the first that disagrees.

#include "properties/tool/traces/subject_run.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "properties/base/fault_names.h"
#include "properties/judge/conforming.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/process/worker.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::Outcome;

SubjectRun RunOf(const TraceOptions& options, const reference::Trace& trace,
                 std::optional<gc::Fault> fault) {
  SubjectRun run;
  run.trace = trace;
  if (const auto locals = options.choices.ChosenLocals()) run.trace.header.locals = *locals;
  run.conformance = options.conformance || !fault;
  if (fault) run.faults = gc::FaultSet(*fault);
  run.name = options.choices.subject;
  if (fault) run.name += " without " + properties::NameOf(*fault);
  run.factory = [name = options.choices.subject, faults = run.faults] {
    return MakeSubject(name, faults);
  };
  return run;
}

// The outcome of the run, judged in a child process. It is kDisagree if the subject dies of the
// run.
Outcome Try(const SubjectRun& run) {
  const Task task{
      "judge", [&run](RunRecorder& recorder) {
        const auto subject = recorder.Recorded(run.factory());
        return TextOf(
            properties::JudgeConforming(run.trace, *subject, run.conformance).verdict.outcome);
      }};
  const TaskEnd end = RunTask(task);
  ThrowAgain(end);
  return end.how == TaskEnd::How::kDone ? OutcomeOf(end.text) : Outcome::kDisagree;
}

}  // namespace

std::string TextOf(Outcome outcome) { return std::to_string(static_cast<int>(outcome)); }

Outcome OutcomeOf(const std::string& text) { return static_cast<Outcome>(std::stoi(text)); }

int ExitCodeFor(Outcome outcome) {
  switch (outcome) {
    case Outcome::kAgree:
      return kExitAgree;
    case Outcome::kDisagree:
      return kExitDisagree;
    case Outcome::kInconclusive:
      break;
  }
  return kExitInconclusive;
}

void AddTraceOptions(CLI::App& command, TraceOptions& options) {
  command.add_option("FILE", options.file, "The trace file; - reads the standard input")
      ->required();
  AddSubjectOption(command, options.choices);
  AddWithoutOption(command, options.choices);
  AddLocalsOption(command, options.choices,
                  "Judge under this discipline of locals instead of the trace's own");
  command.add_flag("--conformance,--tie", options.conformance,
                   "Compare each unit with the proved model, even with --without");
}

SubjectRun Settle(const TraceOptions& options) {
  Check(options.choices);
  const reference::Trace trace = TraceOf(options.file);
  const std::vector<gc::Fault> faults = options.choices.Faults();
  if (faults.empty()) return RunOf(options, trace, std::nullopt);
  SubjectRun first = RunOf(options, trace, faults.front());
  if (faults.size() == 1) return first;
  for (const gc::Fault fault : faults) {
    SubjectRun run = RunOf(options, trace, fault);
    if (Try(run) == Outcome::kDisagree) return run;
  }
  first.name = "core without any one variant of " + options.choices.without;
  return first;
}

std::string CommentOf(const std::string& path, const std::string& key) {
  const std::string wanted = "# " + key + ": ";
  std::ifstream file(path);
  std::istringstream input(path == reference::kStandardInput ? reference::StandardInput() : "");
  std::istream& in = path == reference::kStandardInput ? static_cast<std::istream&>(input) : file;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(wanted)) return line.substr(wanted.size());
  }
  return {};
}

std::string ReplayCommand(const TraceOptions& options) {
  return ProgramName() + " replay " + Quoted(options.file) + options.choices.Text() +
         (options.conformance ? " --conformance" : "");
}

}  // namespace tool
