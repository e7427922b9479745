#include "properties/memory/memory_run.h"

#include <utility>

#include "properties/base/random.h"

namespace properties::memory {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kMemoryVerbs> kWeights = {10, 8, 2, 2, 2, 2, 6, 6, 1, 3, 1};
constexpr std::array<std::string_view, kMemoryVerbs> kWords = {
    "allocate",    "free",        "free-size",   "trim",       "age",     "recycle",
    "take-blocks", "give-blocks", "trim-source", "age-source", "keep-one"};

}  // namespace

MemoryRun DrawMemoryRun(std::uint64_t seed) {
  Random random(seed);
  std::uint32_t total = 0;
  for (const std::uint32_t weight : kWeights) total += weight;
  MemoryRun run(random.Between(4, 40));
  for (MemoryOperation& operation : run) {
    std::uint32_t drawn = random.Below(total);
    std::size_t verb = 0;
    while (drawn >= kWeights[verb]) drawn -= kWeights[verb++];
    operation = {static_cast<MemoryVerb>(verb), random.Below(1u << 16), random.Below(120)};
  }
  return run;
}

MemoryRun ShrunkMemory(MemoryRun run, MemoryLie lie) {
  for (std::size_t at = run.size(); at-- > 0;) {
    MemoryRun shorter = run;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(at));
    if (!JudgeMemory(shorter, lie).difference.empty()) run = std::move(shorter);
  }
  return run;
}

std::string TextOf(const MemoryRun& run) {
  std::string text;
  for (const MemoryOperation& operation : run) {
    text += std::string(kWords[static_cast<std::size_t>(operation.verb)]) + " " +
            std::to_string(operation.what) + " " + std::to_string(operation.times) + "\n";
  }
  return text;
}

}  // namespace properties::memory
