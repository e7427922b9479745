// properties/starting/starting_run.h -- how a program starts and changes its settings, held against
// a table on paper.
//
// Settings are given, a program of some kind starts with them, and then they change while it runs.
// Compared are all options of its heap, what its parts go by after each change, what is kept of
// what the author calls standalone, how many records are kept, and every decision at a tick.
//
//     set 3 1      the fourth setting of the table has its second value
//     start 2 1    an editor, on a server
//
// Read next: reference/starting/paper_starting.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::starting {

enum class StartingVerb : std::uint8_t {
  kSet,      // which setting, which value
  kStart,    // which program, and on what machine; once
  kCollect,  // a whole collection by the scheduler
  kLoad,     // of the machine: what is decided then
  kPart,     // the inspector is there, or is not
};
inline constexpr std::size_t kStartingVerbs = 5;

struct StartingOperation {
  StartingVerb verb = StartingVerb::kCollect;
  std::array<std::uint32_t, 2> numbers{};
};
using StartingRun = std::vector<StartingOperation>;

using StartingVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class StartingLie : std::uint8_t {
  kNone,
  kServer,     // forgets that the program runs on one
  kStale,      // does not take over a change
  kKeepsAll,   // keeps what is standalone in every program
  kRecords,    // keeps one more
  kSituation,  // mistakes one for another
  kInterval,   // is longer
  kDefault,    // what a struct is if nothing is said
};
inline constexpr std::size_t kStartingLies = 8;

StartingRun DrawStartingRun(std::uint64_t seed);
StartingVerdict JudgeStarting(const StartingRun& run, StartingLie lie = StartingLie::kNone);
// The same difference with as few operations as leaving some out gives.
StartingRun ShrunkStarting(StartingRun run, StartingLie lie = StartingLie::kNone);
std::string TextOf(const StartingRun& run);

}  // namespace properties::starting
