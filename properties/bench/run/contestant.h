// properties/bench/run/contestant.h -- the subjects that can be run on this machine, and those that
// cannot, with the reason.
//
// Read next: properties/bench/run/workloads.h.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "properties/base/child.h"

namespace bench {

using properties::Child;

enum class Kind : std::uint8_t {
  kOurs,
  kPeer,    // a collector that one would pick instead
  kMoving,  // one that moves objects, and so solves another problem
  kNaive,   // the simplest one
  kMarker,  // marks, and is no collector
  kByHand,  // malloc and free
  kLimit,   // what the memory allows
};

struct Contestant {
  std::string name;
  Kind kind = Kind::kPeer;
  std::uint32_t threads = 1;
  std::string workloads;  // in which it takes part: "W1 W4"
  std::function<std::unique_ptr<Child>()> start;
  // The share of dead objects that it may take for live ones: 0, unless it is conservative.
  double slack = 0;
  std::string absent;  // not empty: why it cannot be run here

  bool TakesPartIn(std::string_view workload) const {
    return workloads.find(workload) != std::string::npos;
  }
};

// All of them, for a machine with so many processors.
std::vector<Contestant> Contestants(std::uint32_t processors);

// What times its parts, and the limit beside it.
struct GrowthSubjects {
  std::function<std::unique_ptr<Child>()> parts;
  std::function<std::unique_ptr<Child>()> limit;
};
GrowthSubjects Growers();

}  // namespace bench
