#include "properties/naming/naming_run.h"

#include <utility>

namespace properties::naming {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kNamingVerbs> kWeights = {34, 6, 4, 8, 4, 12, 10, 4, 6, 4, 5, 3,
                                                              6,  4, 6, 6, 6, 8,  4,  2, 6, 4, 12};

}  // namespace

NamingRun DrawNamingRun(std::uint64_t seed) {
  Random random(seed);
  NamingRun run(random.Between(8, 48));
  const std::uint32_t things = random.Between(2, 7);
  for (NamingOperation& operation : run) {
    operation.verb = DrawnVerb<NamingVerb>(random, kWeights);
    for (std::uint8_t& number : operation.numbers) {
      number = static_cast<std::uint8_t>(random.Below(things));
    }
  }
  return run;
}

NamingVerdict JudgeNaming(const NamingRun& run, Lie lie) {
  const NamingVerdict shipped = JudgeShipped(run, lie);
  if (run.size() % 2 != 0) return shipped;
  return AndWithChecks(shipped, [&] { return JudgeChecked(run, lie); });
}

NamingRun ShrunkNaming(NamingRun run, Lie lie) {
  return Shortened(std::move(run), [lie](const NamingRun& shorter) {
    return !JudgeShipped(shorter, lie).difference.empty() ||
           !JudgeChecked(shorter, lie).difference.empty();
  });
}

std::string TextOf(const NamingRun& run) { return LinesOf(run, kNamingWords); }

}  // namespace properties::naming
