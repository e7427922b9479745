#include "properties/inspection/inspection_run.h"

#include <span>
#include <utility>

namespace properties::inspection {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kInspectionVerbs> kWeights = {
    14, 24, 3, 4, 5, 3, 3, 2, 6, 1, 3, 4, 3, 2, 3, 3, 6, 1, 2, 6, 22, 5, 6, 2, 2, 6};

// Two clusters, of which one refers to the other, which chance alone hardly makes: boxes 1 and 3
// with a row each, behind the box that there is.
InspectionRun TwoClusters(Random& random) {
  using V = InspectionVerb;
  const bool first = random.Chance(1, 2);
  const std::uint8_t from = first ? 1 : 3, to = first ? 3 : 1;
  InspectionRun run;
  for (const std::uint8_t kind : std::array<std::uint8_t, 4>{0, 1, 0, 1})
    run.push_back({V::kMake, {kind, 0, 1}});
  for (const auto& link : {std::array<std::uint8_t, 3>{1, 0, 2}, {3, 0, 4}, {0, 0, from}}) {
    run.push_back({V::kLink, link});
  }
  for (const std::uint8_t root : {to, from}) {
    run.push_back({V::kLink, {from, 1, to}});
    run.push_back({V::kCluster, {static_cast<std::uint8_t>(root == 1 ? 1 : 2), 0, 0}});
  }
  return run;
}

}  // namespace

InspectionRun DrawInspectionRun(std::uint64_t seed) {
  Random random(seed);
  InspectionRun run = random.Chance(1, 8) ? TwoClusters(random) : InspectionRun();
  const std::size_t begun = run.size();
  run.resize(begun + random.Between(10, 60 - static_cast<std::uint32_t>(begun)));
  for (InspectionOperation& operation : std::span(run).subspan(begun)) {
    operation.verb = DrawnVerb<InspectionVerb>(random, kWeights);
    for (std::uint8_t& number : operation.numbers) {
      number = static_cast<std::uint8_t>(random.Below(256));
    }
  }
  return run;
}

InspectionVerdict JudgeInspection(const InspectionRun& run, InspectionLie lie) {
  const InspectionVerdict shipped = JudgeShipped(run, lie);
  if (run.size() % 2 != 0) return shipped;
  return AndWithChecks(shipped, [&] { return JudgeChecked(run, lie); });
}

InspectionRun ShrunkInspection(InspectionRun run, InspectionLie lie) {
  return Shortened(std::move(run), [lie](const InspectionRun& shorter) {
    return !JudgeShipped(shorter, lie).difference.empty() ||
           !JudgeChecked(shorter, lie).difference.empty();
  });
}

std::string TextOf(const InspectionRun& run) { return LinesOf(run, kInspectionWords); }

}  // namespace properties::inspection
