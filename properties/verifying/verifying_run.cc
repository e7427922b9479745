#include "properties/verifying/verifying_run.h"

#include <string_view>
#include <utility>

namespace properties::verifying {

namespace {

using Operations = std::vector<VerifyingOperation>;

// How often a verb is drawn, before marking begins and while it is under way.
constexpr std::array<std::uint32_t, kVerifyingVerbs> kBefore = {10, 2, 4, 1, 12, 2, 3, 2, 0};
constexpr std::array<std::uint32_t, kVerifyingVerbs> kAfter = {0, 0, 1, 3, 5, 6, 2, 0, 8};
constexpr std::array<std::string_view, kVerifyingVerbs> kWords = {
    "cell", "close", "root", "unroot", "store", "store-past", "hide", "inside", "tick"};

Operations Drawn(Random& random, std::uint32_t most,
                 const std::array<std::uint32_t, kVerifyingVerbs>& weights) {
  Operations operations(random.Between(1, most));
  for (VerifyingOperation& operation : operations) {
    operation.verb = DrawnVerb<VerifyingVerb>(random, weights);
    operation.numbers = {random.Below(64), random.Below(2), random.Below(64)};
  }
  return operations;
}

}  // namespace

VerifyingRun DrawVerifyingRun(std::uint64_t seed) {
  Random random(seed);
  VerifyingRun run;
  run.before = Drawn(random, 40, kBefore);
  run.after = Drawn(random, 24, kAfter);
  run.full = random.Chance(1, 4);
  run.shares = random.Chance(1, 4);
  run.damaged = random.Between(1, 1u << 30);
  return run;
}

VerifyingRun ShrunkVerifying(VerifyingRun run, VerifyingLie lie) {
  const auto fails = [lie](const VerifyingRun& shorter) {
    return !JudgeVerifying(shorter, lie).difference.empty();
  };
  for (Operations VerifyingRun::*part : {&VerifyingRun::after, &VerifyingRun::before}) {
    run.*part = Shortened(run.*part, [&](const Operations& shorter) {
      VerifyingRun other = run;
      other.*part = shorter;
      return fails(other);
    });
  }
  for (bool VerifyingRun::*choice : {&VerifyingRun::full, &VerifyingRun::shares}) {
    VerifyingRun other = run;
    other.*choice = false;
    if (fails(other)) run = other;
  }
  VerifyingRun sound = run;
  sound.damaged = 0;
  return fails(sound) ? sound : run;
}

std::string TextOf(const VerifyingRun& run) {
  return LinesOf(run.before, kWords) + (run.full ? "collect\n" : "start\n") +
         LinesOf(run.after, kWords) + (run.shares ? "share\n" : "") +
         (run.damaged != 0 ? "damage " + std::to_string(run.damaged) + "\n" : "");
}

}  // namespace properties::verifying
