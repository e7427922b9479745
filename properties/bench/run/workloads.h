// properties/bench/run/workloads.h -- W1 to W7: which graph, which action, which numbers come out.
//
// Read next: properties/bench/run/rounds.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "properties/bench/graph/graph.h"

namespace bench {

// A number of a workload that is shown.
struct Shown {
  const char* measure;  // by the name that subjects give it
  enum class Unit : std::uint8_t {
    kMilliseconds,
    kNanosecondsAnObject,  // of all objects of the graph
    kNanoseconds,
  } unit;
};
const char* NameOf(Shown::Unit unit);

struct Workload {
  const char* name;      // W1
  const char* sentence;  // what is measured
  Graph (*graph)(std::uint32_t objects);
  const char* verb;  // see serve.h; its arguments follow from the effort
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint32_t> quick_sizes;
  std::vector<Shown> shown;
  // Whether a round leaves the heap as it was, so that rounds are repeated in one process after one
  // that does not count.
  bool repeats = true;
};

const std::vector<Workload>& Workloads();
// Null if no workload has the name.
const Workload* FindWorkload(std::string_view name);

// The number of objects that a subject must have counted after the action.
std::uint64_t ExpectedCount(const Workload& workload, const Graph& graph);

}  // namespace bench
