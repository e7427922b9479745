// fuzz/cost/detection_cost.h -- how many runs the fuzzers need until each fault is
// caught.
//
// A fuzzer that finds nothing says nothing until it has been seen to find something. So each fault
// of core/rules.h is switched on in turn, and the fuzzer of the faulty core runs until it aborts,
// once from nothing and once from the seeds. The seeds are the traces that we keep, and some of
// them are there because they catch this very fault: those are left out, or the figure would be
// their place in the alphabet.
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

// A fault and how it did.
struct DetectionCostRow {
  std::string fault;
  // Runs until it was caught, the median over the seeds; none: mostly not within the cap.
  std::optional<std::uint64_t> empty;
  std::optional<std::uint64_t> seeds;
  std::size_t left_out = 0;  // seeds that catch it by themselves
};

struct DetectionCostOptions {
  std::filesystem::path fuzzer;                         // fuzz_faulty
  std::filesystem::path seeds;                          // a folder of bytes
  std::filesystem::path work;                           // a folder to work in
  reference::Locals locals = reference::Locals::kDead;  // every trace is judged under these
  bool outcome_only = false;                            // only what a mutator could notice counts
  std::uint64_t cap = 300'000;
  unsigned tries = 3;  // with the seeds 1, 2, 3, ... of the fuzzer
};

// Runs the fuzzer twice against a fault. The alternative is a sentence on what went wrong.
std::variant<DetectionCostRow, std::string> MeasureDetectionCost(
    const std::string& fault, const DetectionCostOptions& options);

// The middle one of what several tries took, never coming last; the lower of two.
std::optional<std::uint64_t> MedianOf(std::vector<std::optional<std::uint64_t>> tries);

// The number of runs that a fuzzer's log tells of.
std::optional<std::uint64_t> RunsIn(std::string_view log);

// The rows as JSON, in the form that properties/matrix/detection_cost.h reads, and as a table for
// people.
std::string DetectionCostJson(const std::vector<DetectionCostRow>& rows,
                              const DetectionCostOptions& options);
std::string DetectionCostTable(const std::vector<DetectionCostRow>& rows,
                               const DetectionCostOptions& options);

}  // namespace fuzz
