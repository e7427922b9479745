// properties/tool/failures/failures.h -- makes a few readable failures of all that were found.
//
// Ten thousand failing traces are of a handful of kinds. One trace of each kind is shrunk,
// explained and written to a file, together with the command that replays it.
//
// Read next: properties/shrink/shrink.h, properties/explain/explain.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/report/json.h"
#include "properties/report/report.h"
#include "properties/tool/command_line/verify_options.h"
#include "properties/tool/process/worker.h"

namespace tool {

// A trace that failed, as it was found.
struct RawFailure {
  std::string section;
  std::string property;
  std::string bucket;
  std::uint64_t count = 0;
  std::string origin;
  std::string trace;
  std::uint64_t operations = 0;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RawFailure, section, property, bucket, count, origin, trace,
                                   operations)

// One failure for each kind: the simplest trace, with the sum of the counts.
std::vector<RawFailure> Merged(const std::vector<RawFailure>& failures);

// Shrinks and explains a failure. Its result unpacks to a ReportFailure.
Task ExplainFailure(const RawFailure& raw, const VerifyOptions& options);

// The failure as the worker returned it; if the worker died, the raw failure.
properties::ReportFailure TakeFailure(const RawFailure& raw, const TaskEnd& end);

}  // namespace tool
