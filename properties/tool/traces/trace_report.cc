// properties/tool/traces/trace_report.cc -- explains in a child process, and fills the report.

#include "properties/tool/traces/trace_report.h"

#include <fmt/format.h>

#include <utility>

#include "properties/report/json.h"
#include "properties/tool/failures/crash.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/reports/one_report.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::Explanation;

// "DISAGREE safety: ..." begins with the property.
std::string PropertyOf(const Explanation& explanation) {
  constexpr std::string_view kBefore = "DISAGREE ";
  std::string rest = explanation.heading;
  if (rest.starts_with(kBefore)) rest = rest.substr(kBefore.size());
  return rest.substr(0, rest.find_first_of(": "));
}

}  // namespace

Explanation ExplanationOf(const SubjectRun& run) {
  const Task task{"explain", [&](RunRecorder& recorder) {
                    const auto subject = recorder.Recorded(run.factory());
                    return properties::Packed(
                        properties::Explain(run.trace, *subject, {.conformance = run.conformance}));
                  }};
  const TaskEnd end = RunTask(task);
  if (end.how == TaskEnd::How::kDone) return properties::Unpacked<Explanation>(end.text);
  ThrowAgain(end);
  return ExplainDeath(run.trace, {end.how == TaskEnd::How::kHung, end.text, end.said}, run.factory);
}

int ReportTrace(const std::string& command, const TraceOptions& options, Format format) {
  const SubjectRun run = Settle(options);
  Explanation explanation = ExplanationOf(run);
  properties::Report report =
      ReportOf(ProgramName() + " " + command + " " + Quoted(options.file) + options.choices.Text(),
               options.choices.subject);
  properties::ReportSection& section =
      AddSection(report, command, options.file, explanation.outcome, explanation.heading);
  section.locals = std::string(WordOf(run.trace.header.locals));
  section.traces = 1;
  section.operations = run.trace.operations.size();
  report.locals = {section.locals};
  const std::string sentence = run.name + ": " + explanation.heading;
  if (explanation.outcome == properties::Outcome::kDisagree) {
    properties::ReportFailure failure;
    failure.property = PropertyOf(explanation);
    failure.bucket = failure.property;
    failure.origin = CommentOf(options.file, "found");
    failure.trace = reference::PrintTrace(run.trace);
    failure.trace_file = options.file == "-" ? "" : options.file;
    failure.operations = run.trace.operations.size();
    failure.replay = ReplayCommand(options);
    failure.explanation = std::move(explanation);
    AddFailure(report, std::move(failure));
  }
  return Conclude(report, sentence, format);
}

}  // namespace tool
