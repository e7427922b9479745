#include "properties/crowds/crowds_run.h"

#include <string_view>
#include <utility>

namespace properties::crowds {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kCrowdVerbs> kWeights = {
    30, 12, 8, 3, 6, 4, 4, 5, 2, 8, 16, 4, 4, 6, 1, 2, 1, 3, 1, 2, 2, 2, 2, 1, 2, 5, 4, 3, 3};
constexpr std::array<std::string_view, kCrowdVerbs> kWords = {
    "make",     "link",  "unlink", "root",   "unroot",   "garbage", "watch", "cluster",
    "dissolve", "start", "tick",   "until",  "purge",    "collect", "trim",  "help",
    "clears",   "forms", "reuse",  "listen", "remember", "again",   "claim", "together",
    "survive",  "sweep", "slices", "lack",   "loans"};

}  // namespace

CrowdRun DrawCrowdRun(std::uint64_t seed) {
  Random random(seed);
  CrowdRun run(random.Between(4, 30));
  const std::uint32_t most = random.Chance(1, 6) ? 3000 : 300;
  for (CrowdOperation& operation : run) {
    operation.verb = DrawnVerb<CrowdVerb>(random, kWeights);
    operation.numbers = {random.Below(most), random.Below(1u << 16)};
  }
  return run;
}

CrowdVerdict JudgeCrowd(const CrowdRun& run, CrowdLie lie) {
  const CrowdVerdict shipped = JudgeShipped(run, lie);
  if (run.front().numbers[1] % 3 != 0) return shipped;
  return AndWithChecks(shipped, [&] { return JudgeChecked(run, lie); });
}

// The first operation is the heap, and stays.
CrowdRun ShrunkCrowd(CrowdRun run, CrowdLie lie) {
  const CrowdOperation first = run.front();
  const auto whole = [&first](CrowdRun rest) {
    rest.insert(rest.begin(), first);
    return rest;
  };
  run.erase(run.begin());
  return whole(Shortened(std::move(run), [&](const CrowdRun& shorter) {
    return !JudgeCrowd(whole(shorter), lie).difference.empty();
  }));
}

std::string TextOf(const CrowdRun& run) { return LinesOf(run, kWords); }

}  // namespace properties::crowds
