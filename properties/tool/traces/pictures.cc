// properties/tool/traces/pictures.cc -- films the run, and puts the results where they belong.

#include "properties/tool/traces/pictures.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <utility>

#include "properties/tool/command_line/number.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/pages/filmed_trace.h"
#include "properties/tool/process/output.h"
#include "properties/tool/traces/trace_report.h"

namespace tool {

using properties::Explanation;

void AddPictureOptions(CLI::App& command, PictureOptions& options) {
  command
      .add_option("--html", options.html,
                  "Write a page in this file, which needs nothing beside it: lanes, the heap at "
                  "each step, and the run that is saved; - prints it")
      ->type_name("FILE");
  command.add_flag("--dot", options.dot,
                   "Print the heap at the step that is noticed, or the last, for Graphviz");
  command
      .add_option_function<std::uint64_t>(
          "--step", [&options](const std::uint64_t& step) { options.step = step; },
          "The step that --dot draws instead")
      ->type_name("N")
      ->check(NumberFrom(1));
}

void Check(const PictureOptions& options, Format format) {
  if (options.step && !options.dot) throw UsageError("--step says what --dot draws: give both");
  if (options.dot && options.html == "-") {
    throw UsageError("--dot and --html - both print: name a file for the page");
  }
  if (options.TakesStdout() && format != Format::kText) {
    throw UsageError(std::string(options.dot ? "--dot" : "--html -") +
                     " prints, and so does --format: give one of them");
  }
}

void GivePage(const std::string& file, const std::string& page) {
  if (file == "-") {
    PrintData(page);
  } else {
    WriteFile(file, page);
  }
}

Explanation Draw(const TraceOptions& trace, const SubjectRun& run, const PictureOptions& options) {
  FilmRequest request{.trace = run.trace,
                      .factory = run.factory,
                      .conformance = run.conformance,
                      .subject = run.name,
                      .origin = CommentOf(trace.file, "found"),
                      .replay = ReplayCommand(trace),
                      .known = std::nullopt,
                      .dot_step = options.step};
  auto filmed = FilmTrace(request);
  Explanation explanation;
  if (filmed) {
    explanation = filmed->explanation;
  } else {
    explanation = ExplanationOf(run);  // it died, or hung
    request.known = explanation;
    filmed = FilmTrace(request);
  }
  if (!options.html.empty()) GivePage(options.html, filmed->page);
  if (!options.dot) return explanation;
  if (filmed->dot.empty()) {
    throw UsageError(filmed->last == 0
                         ? std::string("there is no heap to draw")
                         : fmt::format("--step: expected a step from {} to {}, found {}",
                                       filmed->first, filmed->last, options.step.value_or(0)));
  }
  PrintData(filmed->dot);
  return explanation;
}

}  // namespace tool
