#include "properties/naming/naming_run.h"

#include <algorithm>

#include "properties/base/random.h"

namespace properties::naming {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kNamingVerbs> kWeights = {34, 6, 4, 8, 4, 12, 10, 4, 6,
                                                              4,  5, 3, 6, 4, 6,  4,  12};

}  // namespace

NamingRun DrawNamingRun(std::uint64_t seed) {
  Random random(seed);
  std::uint32_t total = 0;
  for (const std::uint32_t weight : kWeights) total += weight;
  NamingRun run(random.Between(8, 48));
  const std::uint32_t things = random.Between(2, 7);
  for (NamingOperation& operation : run) {
    std::uint32_t drawn = random.Below(total);
    std::size_t verb = 0;
    while (drawn >= kWeights[verb]) drawn -= kWeights[verb++];
    operation.verb = static_cast<NamingVerb>(verb);
    for (std::uint8_t& number : operation.numbers) {
      number = static_cast<std::uint8_t>(random.Below(things));
    }
  }
  return run;
}

NamingRun ShrunkNaming(NamingRun run, Lie lie) {
  for (std::size_t length = run.size(); length >= 1; length /= 2) {
    for (std::size_t from = 0; from + length <= run.size();) {
      NamingRun shorter = run;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(from),
                    shorter.begin() + static_cast<std::ptrdiff_t>(from + length));
      if (JudgeNaming(shorter, lie).difference.empty()) {
        from += length;
      } else {
        run = std::move(shorter);
      }
    }
  }
  return run;
}

std::string TextOf(const NamingRun& run) {
  std::string text;
  for (const NamingOperation& operation : run) {
    text += kNamingWords[static_cast<std::size_t>(operation.verb)];
    for (const std::uint8_t number : operation.numbers) text += " " + std::to_string(number);
    text += '\n';
  }
  return text;
}

}  // namespace properties::naming
