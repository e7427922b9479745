// properties/tool/soak/soak_run.h -- a long run over a large heap, judged as it is made.
//
// The trace is made while it is judged, from a seed and from what the run has shown so far, and is
// not stored: ten million operations would take more memory than the heap. But a run that fails
// must leave a trace. So it is made once more, and each operation is written down before it is
// applied: the file then has all up to the one that failed, also if the collector takes its process
// with it.
//
//     first child    makes and judges                  disagrees at n, dies or hangs
//     second child   makes, writes and judges          the same: soak.trace has n lines
//     third child    shrinks and explains, for a time  1.trace, 1.txt
//
// Read next: properties/search/directed/large_heap.h.

#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "properties/report/json.h"
#include "properties/report/report.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/process/worker.h"

namespace tool {

struct SoakOptions {
  Choices choices;
  std::uint64_t operations = 10'000'000;
  std::uint32_t objects = 1'000'000;
  std::uint64_t seed = 1;
  std::uint64_t shrink_seconds = 30;
};

// What a run came to.
struct SoakEnd {
  properties::Outcome outcome = properties::Outcome::kInconclusive;
  std::string why;              // it has no verdict, or what the finding says
  std::string property;         // of the finding
  std::uint64_t failed_at = 0;  // the operation, from 1
  std::uint64_t done = 0, applied = 0, skipped = 0, units = 0, cycles = 0;
  std::uint32_t most_objects = 0, most_reachable = 0;
  std::string cost;  // one line: processor time and memory
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SoakEnd, outcome, why, property, failed_at, done, applied,
                                   skipped, units, cycles, most_objects, most_reachable, cost)

// Judges a run in a child process. Its result unpacks to a SoakEnd. With a file, the trace is
// written there, operation by operation.
Task SoakTask(const SoakOptions& options, const std::string& file = "");

// The failure of which soak.trace is the trace: shrunk and explained as far as there was time.
properties::ReportFailure SoakFailure(const SoakOptions& options, const std::string& file,
                                      const SoakEnd& end);
// The same of a subject that died or hung.
properties::ReportFailure SoakDeath(const SoakOptions& options, const std::string& file,
                                    const TaskEnd& death);

}  // namespace tool
