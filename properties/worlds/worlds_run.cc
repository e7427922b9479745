#include "properties/worlds/worlds_run.h"

#include "properties/base/random.h"

namespace properties::worlds {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kWorldsVerbs> kWeights = {2, 4, 5, 8, 5, 2, 22, 5,  8, 8,
                                                              9, 9, 5, 5, 4, 6, 2,  14, 5, 2};

}  // namespace

WorldsRun DrawWorldsRun(std::uint64_t seed) {
  Random random(seed);
  std::uint32_t total = 0;
  for (const std::uint32_t weight : kWeights) total += weight;
  WorldsRun run(random.Between(8, 64));
  for (WorldsOperation& operation : run) {
    std::uint32_t drawn = random.Below(total);
    std::size_t verb = 0;
    while (drawn >= kWeights[verb]) drawn -= kWeights[verb++];
    operation.verb = static_cast<WorldsVerb>(verb);
    for (std::uint8_t& number : operation.numbers) {
      number = static_cast<std::uint8_t>(random.Below(16));
    }
  }
  return run;
}

WorldsRun ShrunkWorlds(WorldsRun run, WorldsLie lie) {
  for (std::size_t length = run.size(); length >= 1; length /= 2) {
    for (std::size_t from = 0; from + length <= run.size();) {
      WorldsRun shorter = run;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(from),
                    shorter.begin() + static_cast<std::ptrdiff_t>(from + length));
      if (JudgeWorlds(shorter, lie).difference.empty()) {
        from += length;
      } else {
        run = std::move(shorter);
      }
    }
  }
  return run;
}

std::string TextOf(const WorldsRun& run) {
  std::string text;
  for (const WorldsOperation& operation : run) {
    text += kWorldsWords[static_cast<std::size_t>(operation.verb)];
    for (const std::uint8_t number : operation.numbers) text += " " + std::to_string(number);
    text += '\n';
  }
  return text;
}

}  // namespace properties::worlds
