// properties/tool/traces/pictures.h -- `explain` as pictures: a page in HTML, a graph for Graphviz.
//
// Read next: properties/tool/pages/filmed_trace.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "properties/explain/explain.h"
#include "properties/tool/command_line/format_option.h"
#include "properties/tool/traces/subject_run.h"

namespace tool {

struct PictureOptions {
  std::string html;  // the file of the page; - for stdout; empty: no page
  bool dot = false;  // the heap at a step, on stdout
  std::optional<std::size_t> step;

  bool Any() const { return dot || !html.empty(); }
  bool TakesStdout() const { return dot || html == "-"; }
};

// Adds --html, --dot and --step.
void AddPictureOptions(CLI::App& command, PictureOptions& options);
// Throws UsageError for options that do not fit together.
void Check(const PictureOptions& options, Format format);

// Writes and prints what is asked for, and returns the explanation of the run. Throws UsageError if
// the file cannot be written, or if the run has no such step.
properties::Explanation Draw(const TraceOptions& trace, const SubjectRun& run,
                             const PictureOptions& options);

// Writes or prints a page that is made already.
void GivePage(const std::string& file, const std::string& page);

}  // namespace tool
