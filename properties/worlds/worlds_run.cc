#include "properties/worlds/worlds_run.h"

#include <utility>

namespace properties::worlds {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kWorldsVerbs> kWeights = {2, 4, 5, 8, 5, 2, 22, 5,  8, 8,
                                                              9, 9, 5, 5, 4, 6, 2,  14, 5, 2};

}  // namespace

WorldsRun DrawWorldsRun(std::uint64_t seed) {
  Random random(seed);
  WorldsRun run(random.Between(8, 64));
  for (WorldsOperation& operation : run) {
    operation.verb = DrawnVerb<WorldsVerb>(random, kWeights);
    for (std::uint8_t& number : operation.numbers) {
      number = static_cast<std::uint8_t>(random.Below(16));
    }
  }
  return run;
}

WorldsVerdict JudgeWorlds(const WorldsRun& run, WorldsLie lie) {
  const WorldsVerdict shipped = JudgeShipped(run, lie);
  if (run.size() % 2 != 0) return shipped;
  return AndWithChecks(shipped, [&] { return JudgeChecked(run, lie); });
}

WorldsRun ShrunkWorlds(WorldsRun run, WorldsLie lie) {
  return Shortened(std::move(run), [lie](const WorldsRun& shorter) {
    return !JudgeShipped(shorter, lie).difference.empty() ||
           !JudgeChecked(shorter, lie).difference.empty();
  });
}

std::string TextOf(const WorldsRun& run) { return LinesOf(run, kWorldsWords); }

}  // namespace properties::worlds
