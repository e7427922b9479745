// core/schedule/decision.h -- what a world's tick does with the heap, as one table.
//
// Requests, delays, timers and pending work meet in every frame. In nested ifs, their order of
// precedence is easily got wrong. So the decision is a table: the first row that fits a Situation
// decides, and each row is a test case.
//
// The first tick in a frame may decide anything. A further tick in the same frame, that of a second
// world, only continues marking. A full request precedes everything, even before any world
// has begun to play. A sliced gather counts as a purge: the last row continues it, and nothing
// starts before it is over.
//
// Read next: core/schedule/scheduler.cc.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/build.h"
#include "core/schedule/environment.h"
#include "core/schedule/settings.h"

namespace gc {
inline namespace GC_BUILD {

enum class Act : std::uint8_t {
  kNothing,
  kCollectFully,  // a try: it fails if a section is open; so is kStart
  kSkipFrame,     // the delay ends with this frame
  kMarkingSlice,
  kStart,
  kPurgeSlice,  // a slice of a purge or of a gather
};
std::string_view NameOf(Act act);

struct Situation {
  bool again = false;         // this is not the first tick in the frame
  bool full_request = false;  // a full collection was requested
  bool playing = false;       // a world has begun to play
  bool delay = false;         // a delay was requested
  bool marking = false;       // marking is under way
  bool resting = false;       // the next slice of marking is put off (trace.delay)
  bool purge = false;         // a purge or a gather is pending
  bool due = false;           // the interval is over, or cycles are continuous
  bool request = false;       // a collection that need not be full was requested
};
inline constexpr unsigned kSituations = 1u << 9;
Situation SituationOf(unsigned bits);

enum class Must : std::uint8_t { kAny, kYes, kNo };

struct Row {
  std::string_view id;  // the row of the specification, such as "S13.2"
  std::string_view why;
  Act act;
  // The conditions, with the names of Situation. The row fits if all hold.
  Must again = Must::kAny;
  Must full_request = Must::kAny;
  Must playing = Must::kAny;
  Must delay = Must::kAny;
  Must marking = Must::kAny;
  Must resting = Must::kAny;
  Must purge = Must::kAny;
  Must due = Must::kAny;
  Must request = Must::kAny;
};

std::span<const Row> DecisionTable();
bool Fits(const Row& row, const Situation& situation);
// The first row that fits. There always is one.
const Row& Decide(const Situation& situation);

// The load of the machine, on which the interval and a purge's limit depend.
struct Load {
  double free_megabytes = 0;
  bool dedicated_server = false;
  bool players = true;
  bool levels_wait = false;  // levels wait to be unloaded
};
bool IsLow(const Settings& settings, const Load& load);
// Seconds of game time between two timed cycles; 0 or less: no cycles are timed.
double Interval(const Settings& settings, const Load& load);
// The soft limit of a purge slice, in seconds; 0: none.
double PurgeLimit(const Settings& settings, const Load& load);
// The same for marking, which does not depend on the load.
double MarkingLimit(const Settings& settings);
// The same for a gather in slices: its own, or else that of a slice of marking (S11.2).
double GatherLimit(const Settings& settings);

// The load as the environment reports it now. Free memory is read only if a setting needs it,
// because that is a call of the system.
Load CurrentLoad(const Settings& settings, Environment& environment);
double CurrentPurgeLimit(const Settings& settings, Environment& environment);

}  // namespace GC_BUILD
}  // namespace gc
