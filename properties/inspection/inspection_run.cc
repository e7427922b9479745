#include "properties/inspection/inspection_run.h"

#include <utility>

namespace properties::inspection {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kInspectionVerbs> kWeights = {
    14, 24, 3, 4, 5, 3, 3, 2, 6, 1, 3, 4, 3, 2, 3, 3, 6, 1, 2, 6, 22, 5, 6, 2, 2, 6};

}  // namespace

InspectionRun DrawInspectionRun(std::uint64_t seed) {
  Random random(seed);
  InspectionRun run(random.Between(10, 60));
  for (InspectionOperation& operation : run) {
    operation.verb = DrawnVerb<InspectionVerb>(random, kWeights);
    for (std::uint8_t& number : operation.numbers) {
      number = static_cast<std::uint8_t>(random.Below(256));
    }
  }
  return run;
}

InspectionRun ShrunkInspection(InspectionRun run, InspectionLie lie) {
  return Shortened(std::move(run), [lie](const InspectionRun& shorter) {
    return !JudgeInspection(shorter, lie).difference.empty();
  });
}

std::string TextOf(const InspectionRun& run) { return LinesOf(run, kInspectionWords); }

}  // namespace properties::inspection
