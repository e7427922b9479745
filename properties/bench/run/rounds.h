// properties/bench/run/rounds.h -- runs all subjects on a workload, interleaved.
//
// On a machine that others use too, a minute may be twice as slow as the next. If one subject were
// measured after another, the second might look slow only because its minute was. So all are built
// first and stay; in each round each of them does the action once, in an order that moves on.
//
// Read next: properties/bench/serve/serve.h.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "properties/bench/run/contestant.h"
#include "properties/bench/run/results.h"

namespace bench {

struct Effort {
  std::uint32_t rounds = 7;
  std::uint32_t frame_rounds = 1;  // of W6, which takes seconds
  std::uint32_t frames = 240;
  std::uint32_t litter = 5'000'000;
  double silence_seconds = 120;  // after which a subject counts as hung
  std::string folder;            // for the files of graphs
};

struct RoundHooks {
  // What is being done, said before it is.
  std::function<void(const std::string& what)> on_step;
  // Whether to end early; asked between two actions.
  std::function<bool()> stop;
};

// Runs those contestants that take part and are not absent. A subject that dies, hangs, fails or
// counts wrongly is in the rows, void. One that cannot do the action is left out.
Section RunSection(const Workload& workload, std::uint32_t objects,
                   const std::vector<Contestant>& contestants, const Effort& effort,
                   const RoundHooks& hooks);

}  // namespace bench
