// properties/bench/graph/generate.h -- the graphs of the workloads, the same in every run.
//
// Read next: properties/bench/run/workloads.h.

#pragma once

#include <cstdint>

#include "properties/bench/graph/graph.h"

namespace bench {

// Random numbers that are the same on every machine (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next();
  // Below `bound`, which is not 0 and fits in 32 bits.
  std::uint32_t Below(std::uint64_t bound) {
    return static_cast<std::uint32_t>(((Next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

// W1: a spanning forest from 1,024 roots, and as many random edges in addition; 64 to 128 bytes,
// four slots, of which two are in use on average. A holder without a free slot passes an edge on to
// one of its targets.
Graph RandomGraph(std::uint32_t objects);
// W2: 1,000 assets; owners with 50 slots, each followed by its 50 children, which refer to the
// owner and to an asset. The owners are roots. `objects` is rounded to whole owners.
Graph GameGraph(std::uint32_t objects);
// W3: one list through all objects, in random order of their numbers.
Graph ListGraph(std::uint32_t objects);
// W4: two random graphs that share no object; the even numbers stay, the odd ones are dropped.
Graph HalvesGraph(std::uint32_t objects);
// W6: a spanning forest in the first three slots; the fourth refers to a random object. Stores that
// go to the fourth slot only never make one of these objects unreachable.
Graph FrameGraph(std::uint32_t objects);

}  // namespace bench
