// properties/matrix/detection_cost.h -- how many runs the fuzzers need to catch each fault, as
// measured beforehand.
//
// The measurement takes long and needs clang. So it is not made with the other columns of the rule
// matrix, but beforehand, by fuzz/cost/detection_cost_main.cc. The result is kept in
// fuzz/cost/detection_cost.json, which the build puts into the library:
//
//     { "locals": "dead", "checkers": "all", "cap": 300000, "tries": 3, "faults": [
//       { "fault": "rule/variant", "empty": 4711, "seeds": null, "left_out": 1 }, ... ] }
//
// `empty` and `seeds` are the runs until the fault was caught, from nothing and from the seeds: the
// median of `tries` tries of at most `cap` runs; null if most of the tries caught nothing.
// `left_out` seeds were not used, since they catch the fault by themselves. A row that nothing was
// measured for has `"unmeasured": "why"`.
//
// Read next: fuzz/README.md, for how to measure again.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace properties {

struct DetectionCost {
  std::optional<std::uint64_t> from_empty;
  std::optional<std::uint64_t> from_seeds;
  std::size_t seeds_left_out = 0;
  std::string reason;  // why a number is missing; empty if none is
};

struct FuzzMeasurement {
  reference::Locals locals = reference::Locals::kDead;
  std::string checkers;  // what counted as caught: all, or outcome
  std::uint64_t cap = 0;
  unsigned tries = 0;
  std::map<gc::Fault, DetectionCost> faults;
};

// Reads the text of a detection_cost.json. The alternative is a sentence that says what is wrong
// with it.
std::variant<FuzzMeasurement, std::string> ReadDetectionCost(std::string_view text);

// The built-in measurement. It is empty if it cannot be read, which a test notices.
const FuzzMeasurement& MeasuredDetectionCost();

// The row of a fault, if it was measured.
std::optional<DetectionCost> DetectionCostOf(gc::Fault fault);

// The built-in text: the build makes it from fuzz/cost/detection_cost.json.
extern const std::string_view kDetectionCostText;

}  // namespace properties
