// properties/bench/run/results.h -- what a run measured.
//
// Read next: properties/bench/run/statistics.h.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "properties/bench/run/contestant.h"
#include "properties/bench/run/workloads.h"

namespace bench {

struct Row {
  std::string subject;
  Kind kind = Kind::kPeer;
  std::uint32_t threads = 1;
  // One sample for each round, in the unit that the workload shows.
  std::map<std::string, std::vector<double>> samples;
  // W6: the milliseconds of each frame and slice of the last round.
  std::map<std::string, std::vector<double>> courses;
  std::uint64_t counted = 0;
  std::string why_void;  // not empty: the row counts for nothing
};

struct Section {
  const Workload* workload = nullptr;
  std::uint64_t objects = 0;
  std::uint64_t edges = 0;
  std::uint64_t expected = 0;  // what a subject must have counted
  std::vector<Row> rows;
};

// One part of the collector, in heaps of several sizes.
struct Growth {
  std::string what;
  std::string sentence;
  std::vector<double> sizes;
  std::vector<double> milliseconds;
  double exponent = 0;
  double allowed = 0;  // the exponent that its work has
  bool too_fast = false;
};

struct Results {
  std::uint32_t processors = 1;
  std::uint32_t rounds = 0;
  double load = 0;  // processes that wanted a processor before the run, on average of a minute
  std::vector<Section> sections;
  std::vector<Growth> growth;
  std::vector<std::string> absent;  // "go: not installed"
  double seconds = 0;
  bool interrupted = false;
};

}  // namespace bench
