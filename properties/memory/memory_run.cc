#include "properties/memory/memory_run.h"

#include <utility>

namespace properties::memory {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kMemoryVerbs> kWeights = {10, 8, 2, 2, 2, 2, 6, 6, 1,
                                                              3,  1, 6, 1, 6, 1, 3, 3, 2};
constexpr std::array<std::string_view, kMemoryVerbs> kWords = {
    "allocate",    "free",        "free-size",   "trim",       "age",      "recycle",
    "take-blocks", "give-blocks", "trim-source", "age-source", "keep-one", "lists",
    "trim-heap",   "lend",        "drop-heaps",  "tables",     "workers",  "map"};

}  // namespace

MemoryRun DrawMemoryRun(std::uint64_t seed) {
  Random random(seed);
  MemoryRun run(random.Between(4, 40));
  for (MemoryOperation& operation : run) {
    operation.verb = DrawnVerb<MemoryVerb>(random, kWeights);
    operation.numbers = {random.Below(1u << 16), random.Below(120)};
  }
  return run;
}

MemoryRun ShrunkMemory(MemoryRun run, MemoryLie lie) {
  return Shortened(std::move(run), [lie](const MemoryRun& shorter) {
    return !JudgeMemory(shorter, lie).difference.empty();
  });
}

std::string TextOf(const MemoryRun& run) { return LinesOf(run, kWords); }

}  // namespace properties::memory
