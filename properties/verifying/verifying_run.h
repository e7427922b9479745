// properties/verifying/verifying_run.h -- what the modes of verification find, held against a
// paper.
//
// A mode looks for what a program did behind the collector's back: a store past the barrier, a
// pointer in a member that no line lists, a disregarded object that holds what may die, a
// referencer inside of an object, an instance that holds a part of its default object. Here a
// program does that on purpose, at some place of some graph, and at some moment of a cycle. The
// mode must find it, name it, and find nothing else; then it is mended, and nothing must be found.
//
//     store-past 2 0 5    the third cell's first field leads to the sixth cell, and no barrier saw
//     it
//
// Read next: properties/verifying/core_verifying.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::verifying {

enum class VerifyingVerb : std::uint8_t {
  kCell,   // disregarded, while the window is open
  kClose,  // the window
  kRoot,   // which
  kUnroot,
  kStore,      // which, field, to which
  kStorePast,  // the same past the barrier
  kHide,       // which holds which in a member that no line lists
  kInside,     // a cell with a referencer inside
  kTick,
};
inline constexpr std::size_t kVerifyingVerbs = 9;

struct VerifyingOperation {
  VerifyingVerb verb = VerifyingVerb::kCell;
  std::array<std::uint32_t, 3> numbers{};
};
// Marking begins in its midst, and ends behind it.
struct VerifyingRun {
  std::vector<VerifyingOperation> before, after;
  bool full = false;          // a whole collection, and not one in slices
  bool shares = false;        // an instance holds a part of its default object
  std::uint32_t damaged = 0;  // the seed of a heap of its own, which is damaged; 0: there is none
};

using VerifyingVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class VerifyingLie : std::uint8_t {
  kNone,
  kBlind,        // finds nothing
  kCriesWolf,    // finds one more
  kOtherHolder,  // names another
  kSilent,       // reports nothing when marking ends
  kShared,       // does not see what is shared
  kNoDamage,     // does not see damage to what the collector keeps
  kUnlikeTwins,  // a heap goes on otherwise than its twin
  kAtRandom,     // looks at other moments than its chance says
};
inline constexpr std::size_t kVerifyingLies = 9;

VerifyingRun DrawVerifyingRun(std::uint64_t seed);
VerifyingVerdict JudgeVerifying(const VerifyingRun& run, VerifyingLie lie = VerifyingLie::kNone);
// The same difference with as few operations as leaving some out gives.
VerifyingRun ShrunkVerifying(VerifyingRun run, VerifyingLie lie = VerifyingLie::kNone);
std::string TextOf(const VerifyingRun& run);

}  // namespace properties::verifying
