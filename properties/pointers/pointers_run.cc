#include "properties/pointers/pointers_run.h"

#include <string_view>
#include <utility>

namespace properties::pointers {

namespace {

// How often a verb is drawn.
constexpr std::array<std::uint32_t, kPointerVerbs> kWeights = {
    16, 8, 4, 4, 3, 8, 4, 6, 3, 2, 4, 4, 4, 5, 4, 6, 5, 10, 8, 6, 6, 24, 3, 8, 2, 4, 14, 4};
constexpr std::array<std::string_view, kPointerVerbs> kWords = {
    "make",    "strong",    "copy-strong", "move-strong", "swap-strong", "drop-strong",
    "pin",     "weak",      "copy-weak",   "drop-weak",   "checked",     "later",
    "call",    "guard-one", "guard",       "drop-guard",  "watch",       "store-watched",
    "store",   "view",      "view-list",   "shelve",      "root",        "unroot",
    "garbage", "start",     "tick",        "collect"};

}  // namespace

PointerRun DrawPointerRun(std::uint64_t seed) {
  Random random(seed);
  PointerRun run(random.Between(6, 60));
  for (PointerOperation& operation : run) {
    operation.verb = DrawnVerb<PointerVerb>(random, kWeights);
    operation.numbers = {random.Below(4), random.Below(1u << 16)};
  }
  return run;
}

PointerRun ShrunkPointers(PointerRun run, PointerLie lie) {
  return Shortened(std::move(run), [lie](const PointerRun& shorter) {
    return !JudgePointers(shorter, lie).difference.empty();
  });
}

std::string TextOf(const PointerRun& run) { return LinesOf(run, kWords); }

}  // namespace properties::pointers
