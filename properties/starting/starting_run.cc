#include "properties/starting/starting_run.h"

#include <string_view>
#include <utility>

namespace properties::starting {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kStartingVerbs> kWeights = {20, 3, 5, 6, 1};
constexpr std::array<std::string_view, kStartingVerbs> kWords = {"set", "start", "collect", "load",
                                                                 "part"};

}  // namespace

StartingRun DrawStartingRun(std::uint64_t seed) {
  Random random(seed);
  StartingRun run(random.Between(4, 40));
  for (StartingOperation& operation : run) {
    operation.verb = DrawnVerb<StartingVerb>(random, kWeights);
    operation.numbers = {random.Below(1u << 12), random.Below(1u << 16)};
  }
  return run;
}

StartingRun ShrunkStarting(StartingRun run, StartingLie lie) {
  return Shortened(std::move(run), [lie](const StartingRun& shorter) {
    return !JudgeStarting(shorter, lie).difference.empty();
  });
}

std::string TextOf(const StartingRun& run) { return LinesOf(run, kWords); }

}  // namespace properties::starting
