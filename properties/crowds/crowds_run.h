// properties/crowds/crowds_run.h -- heaps of thousands of objects that nobody watches.
//
// A judged heap has few objects and tells each of its units. That is not how it is used: what has
// no listener is freed in bulk, a batch is seldom full in a small heap, and a helper that gets no
// piece does nothing. So here heaps of some thousand objects are used as a game does, through the
// calls that everybody has, with workers, with other threads, and with settings that change. After
// each operation it is compared whether what is reachable is whole; after a whole collection also
// that nothing else is left, by every count there is.
//
// Read next: reference/crowds/paper_crowd.h, properties/crowds/core_crowds.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::crowds {

enum class CrowdVerb : std::uint8_t {
  kMake,      // how many, of which kind and into what
  kLink,      // how many stores
  kUnlink,    // how many stores of null
  kRoot,      // how many
  kUnroot,    // how many
  kGarbage,   // how many
  kWatch,     // how many weak references
  kCluster,   // how many objects
  kDissolve,  // which cluster
  kStart,
  kTick,     // how many units
  kUntil,    // the clock is read so often
  kPurge,    // how many units
  kCollect,  // a whole collection
  kTrim,
  kHelp,       // workers help, or do not
  kClears,     // references to garbage are cleared, or not
  kFormation,  // clusters may be made, or not
  kReuse,      // indices are given again, or not
  kListen,     // a listener of the table comes or goes
  kRemember,   // the identities of how many
  kAgain,      // these are made again
  kClaim,      // an object with an index of its own
  kTogether,   // two threads make so many each
  kSurvive,    // which objects are the last ones: all other roots go
  kSweep,      // a gather in slices that the clock ends
  kSlices,     // a marking in such slices, of how many that one object holds
  kLack,       // a whole collection without memory for the lists of the collector
  kLoans,      // another thread makes so many
};
inline constexpr std::size_t kCrowdVerbs = 29;

struct CrowdOperation {
  CrowdVerb verb = CrowdVerb::kCollect;
  std::array<std::uint32_t, 2> numbers{};  // how many, and a seed for the rest
};

// The first operation chooses the options of the heap by its numbers, and does nothing else. At the
// end everything that can go is collected, and in some heaps the table is filled.
using CrowdRun = std::vector<CrowdOperation>;

using CrowdVerdict = PaperVerdict;

// For tests: what the subject does wrong, to see that it is noticed.
enum class CrowdLie : std::uint8_t {
  kNone,
  kForgetsARoot,    // makes none of what the paper has as one
  kKeepsARoot,      // leaves one that the paper has no more
  kLosesAStore,     // does not store
  kForgetsGarbage,  // does not mark it
  kCountsOneMore,   // of all objects
  kEndsOneMore,     // counts an end that there was not
  kTellsOfNoDeath,  // a listener misses one
  kBytes,           // counts a word more
  kGathersTwice,    // tells of an index twice
  kAllocates,       // in each cycle
  kFindsOneMore,    // by a referencer
  kScansOneMore,    // than there is
};
inline constexpr std::size_t kCrowdLies = 13;

CrowdRun DrawCrowdRun(std::uint64_t seed);
CrowdVerdict JudgeCrowd(const CrowdRun& run, CrowdLie lie = CrowdLie::kNone);
// What that is made of: over the build that ships; and in one run of three over the build with
// faults too, of which none is committed. It checks itself: what it finds wrong stops the heap.
CrowdVerdict JudgeShipped(const CrowdRun& run, CrowdLie lie);
CrowdVerdict JudgeChecked(const CrowdRun& run, CrowdLie lie);
// The same difference with as few operations as leaving some out gives.
CrowdRun ShrunkCrowd(CrowdRun run, CrowdLie lie = CrowdLie::kNone);
std::string TextOf(const CrowdRun& run);

}  // namespace properties::crowds
