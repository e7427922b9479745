// properties/tool/verify/verify_failures.h -- from what was found to what is worth reading.
//
// Ten thousand failing traces are a handful of kinds of failure. One trace of each kind is shrunk,
// explained and written to a file, with the command that replays it.
//
// Read next: properties/shrink/shrink.h, properties/explain/explain.h.

#pragma once

#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/verify/verify.h"
#include "properties/tool/verify/verify_sections.h"

namespace tool {

// One for each kind: the simplest trace, with the counts of all.
std::vector<RawFailure> Merged(const std::vector<RawFailure>& failures);

// Shrinks and explains a failure. Its result unpacks to a ReportFailure.
Task ExplainFailure(const RawFailure& raw, const VerifyOptions& options);

// The failure as its worker left it; if it died, the raw one.
properties::ReportFailure TakeFailure(const RawFailure& raw, const TaskEnd& end);

// The folder for the files of a run: makes it if need be, and takes the files of the run before out
// of it. Other files are left alone. Throws UsageError if it cannot be written.
void PrepareFolder(const std::string& folder);
void ClearFolder(const std::string& folder);

// Writes N.trace and N.txt for each failure, from 1, and sets its files and its replay command.
// `choices` are what the failure needs beside its trace.
void WriteFailure(const std::string& folder, std::size_t number, const Choices& choices,
                  properties::ReportFailure& failure);

void WriteFile(const std::string& path, const std::string& text);

}  // namespace tool
