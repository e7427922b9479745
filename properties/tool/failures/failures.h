// properties/tool/failures/failures.h -- from what was found to what is worth reading.
//
// Ten thousand failing traces are a handful of kinds of failure. One trace of each kind is shrunk,
// explained and written to a file, with the command that replays it.
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

// One for each kind: the simplest trace, with the counts of all.
std::vector<RawFailure> Merged(const std::vector<RawFailure>& failures);

// Shrinks and explains a failure. Its result unpacks to a ReportFailure.
Task ExplainFailure(const RawFailure& raw, const VerifyOptions& options);

// The failure as its worker left it; if it died, the raw one.
properties::ReportFailure TakeFailure(const RawFailure& raw, const TaskEnd& end);

}  // namespace tool
