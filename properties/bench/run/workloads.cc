// properties/bench/run/workloads.cc -- the table.

#include "properties/bench/run/workloads.h"

#include "properties/bench/graph/generate.h"

namespace bench {

const char* NameOf(Shown::Unit unit) {
  switch (unit) {
    case Shown::Unit::kMilliseconds:
      return "ms";
    case Shown::Unit::kNanosecondsAnObject:
      return "ns/object";
    case Shown::Unit::kNanoseconds:
      return "ns";
  }
  return "";
}

const std::vector<Workload>& Workloads() {
  using Unit = Shown::Unit;
  constexpr std::uint32_t kMillion = 1'000'000;
  static const std::vector<Shown> trace = {{"mark", Unit::kNanosecondsAnObject},
                                           {"whole", Unit::kNanosecondsAnObject}};
  static const std::vector<Workload> workloads = {
      {"W1",
       "a random graph with two references an object: a whole trace",
       &RandomGraph,
       "trace",
       {350'000, kMillion, 4 * kMillion},
       {350'000, kMillion},
       trace},
      {"W2",
       "owners with 50 children each, and assets: a whole trace",
       &GameGraph,
       "trace",
       {1'021'000},
       {1'021'000},
       trace},
      {"W3",
       "one list in random order of memory: a whole trace",
       &ListGraph,
       "trace",
       {kMillion},
       {kMillion},
       trace},
      {"W4",
       "two interleaved graphs: one is dropped and collected, then made again",
       &HalvesGraph,
       "halve",
       {kMillion},
       {kMillion},
       {{"collect", Unit::kMilliseconds}, {"refill", Unit::kMilliseconds}}},
      {"W5",
       "objects of 64 bytes that die at once, beside 100,000 that live",
       &RandomGraph,
       "litter",
       {100'000},
       {100'000},
       {{"total", Unit::kMilliseconds}}},
      {"W6",
       "frames of a game: 20,000 stores and 2,000 objects each, and 2 ms for the collector",
       &FrameGraph,
       "frames",
       {350'000, kMillion},
       {350'000},
       {{"frame p50", Unit::kMilliseconds},
        {"frame p99", Unit::kMilliseconds},
        {"frame max", Unit::kMilliseconds},
        {"slice p99", Unit::kMilliseconds},
        {"slice max", Unit::kMilliseconds},
        {"mutator idle p50", Unit::kMilliseconds},
        {"mutator marking p50", Unit::kMilliseconds}},
       false},
      {"W7",
       "a store of a reference, hot among 256 objects and cold among all",
       &RandomGraph,
       "stores",
       {kMillion},
       {kMillion},
       {{"raw hot", Unit::kNanoseconds},
        {"idle hot", Unit::kNanoseconds},
        {"beside clusters hot", Unit::kNanoseconds},
        {"marking hot", Unit::kNanoseconds},
        {"raw cold", Unit::kNanoseconds},
        {"idle cold", Unit::kNanoseconds},
        {"beside clusters cold", Unit::kNanoseconds},
        {"marking cold", Unit::kNanoseconds}}},
  };
  return workloads;
}

const Workload* FindWorkload(std::string_view name) {
  for (const Workload& workload : Workloads()) {
    if (workload.name == name) return &workload;
  }
  return nullptr;
}

std::uint64_t ExpectedCount(const Workload& workload, const Graph& graph) {
  // W4 counts after the drop, all others with every root.
  return CountReached(graph, std::string_view(workload.verb) != "halve");
}

}  // namespace bench
