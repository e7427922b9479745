// properties/tool/command_line/verify_options.h -- what `verify` is to do, and how much of it.
//
// Read next: properties/tool/verify/verify_run.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/format_option.h"

namespace tool {

// What the model is asked about a broken rule: nothing; for a witness in each discipline, and for
// the shortest in the first alone; or for the shortest in each.
enum class Asked : std::uint8_t { kNothing, kOnce, kEach };

struct VerifyOptions {
  Choices choices;
  bool quick = false;
  bool first = false;  // stop at the first failure, and show it as it was found
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> cases;  // cases of directed random, in each discipline
  std::optional<double> seconds;       // directed random goes on until so many have passed
  std::optional<double> budget;        // seconds that sections share beyond the quick run
  std::string since;                   // a commit: what has to do with the change goes further
  Asked asked = Asked::kOnce;          // what the model is asked about broken rules
  double share = 0;  // seconds after which a search may end that has tried what the quick one does
  unsigned jobs = 1;
  bool unreached =
      false;             // list the classes of steps in which core was not compared with the model
  bool verbose = false;  // show each situation that was met, and how often
  std::string out;       // the folder for the files; empty: a dated one in out/
  Format format = Format::kText;
};

// How far each search goes. These are counts, never times, so that a seed means the same on any
// machine. Only with a budget a search may end before its count, and never before the quick one's.
inline constexpr double kSecondsForAllRules = 120;  // a budget from which on rules are broken in
                                                    // every discipline
inline constexpr double kSecondsForProofs = 400;  // and from which on the model is asked about them

struct Effort {
  std::uint64_t small_traces = 0;        // for each alphabet and discipline
  std::uint64_t conformance_traces = 0;  // the same, compared with the model
  std::uint64_t random_cases = 0;        // for each discipline
  std::uint64_t rule_traces = 0;         // of small heaps, for each fault
  std::uint64_t rule_cases = 0;          // of directed random, for each fault
  bool rules_in_all_disciplines = false;
  bool rules_proved = false;  // the model is asked about each broken rule too
};
Effort EffortOf(const VerifyOptions& options);
// That of `--quick` on core.
Effort QuickEffort();
// So much of a search as the quick run would try of it; `part` says which of the efforts it is.
std::uint64_t FloorOf(const VerifyOptions& options, std::uint64_t traces,
                      std::uint64_t Effort::*part);

// The command that repeats this run.
std::string CommandOf(const VerifyOptions& options);

}  // namespace tool
