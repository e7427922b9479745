// properties/tool/traces/trace_report.h -- one trace on one subject, as an explanation and as a
// report for a machine.
//
// Read next: properties/tool/reports/one_report.h.

#pragma once

#include <string>

#include "properties/explain/explain.h"
#include "properties/tool/command_line/format_option.h"
#include "properties/tool/traces/subject_run.h"

namespace tool {

// Explains the run in a child process. A death of the subject has an explanation too.
properties::Explanation ExplanationOf(const SubjectRun& run);

// Judges and explains the trace, and prints the report in this format, which is not text: what
// `replay` and `explain` do for a machine. Returns the exit status.
int ReportTrace(const std::string& command, const TraceOptions& options, Format format);

}  // namespace tool
