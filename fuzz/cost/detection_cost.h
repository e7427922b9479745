// fuzz/cost/detection_cost.h -- how many runs the fuzzers need until each fault is caught.
//
// That a fuzzer finds nothing means little until the same fuzzer has been seen to find something.
// So each fault of core/rules.h is switched on in turn, and the fuzzer of the faulty core runs
// until it aborts, once from nothing and once from the seeds. The seeds are the traces that we
// keep, and some of them are kept because they catch this very fault. Those are left out: with
// them, the figure would only say how early the fuzzer reads that file.
//
// Read next: fuzz/targets/settings.h, properties/matrix/detection_cost.h.

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/targets/settings.h"
#include "reference/trace/trace.h"

namespace fuzz {

// One fault, and what it took to catch it.
struct DetectionCostRow {
  std::string fault;
  // Runs until the fault was caught, the median of the tries, from nothing and from the seeds;
  // empty if most tries reached the cap.
  std::optional<std::uint64_t> empty;
  std::optional<std::uint64_t> seeds;
  std::size_t left_out = 0;  // seeds that catch the fault by themselves
};

struct DetectionCostOptions {
  std::filesystem::path fuzzer;                         // the program fuzz_faulty
  std::filesystem::path seeds;                          // a folder of traces as bytes
  std::filesystem::path work;                           // a folder for logs and corpora
  reference::Locals locals = reference::Locals::kDead;  // for every trace
  bool outcome_only = false;                            // count only what a mutator could notice
  std::uint64_t cap = 300'000;
  unsigned tries = 3;  // with the fuzzer's seeds 1, 2, 3, ...
};

// Runs the fuzzer from nothing and from the seeds, with one fault. The alternative is a sentence
// that says what went wrong.
std::variant<DetectionCostRow, std::string> MeasureDetectionCost(
    const std::string& fault, const DetectionCostOptions& options);

// The median of several tries, in which an empty one (never caught) counts as longest; of an even
// number, the lower of the two in the middle.
std::optional<std::uint64_t> MedianOf(std::vector<std::optional<std::uint64_t>> tries);

// The number of runs that a fuzzer's log reports.
std::optional<std::uint64_t> RunsIn(std::string_view log);

// The rows as JSON, in the form that properties/matrix/detection_cost.h reads, and as a table to be
// read by people.
std::string DetectionCostJson(const std::vector<DetectionCostRow>& rows,
                              const DetectionCostOptions& options);
std::string DetectionCostTable(const std::vector<DetectionCostRow>& rows,
                               const DetectionCostOptions& options);

}  // namespace fuzz
