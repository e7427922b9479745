// core/schedule/decision.h -- what a world's tick does about the heap, as one table.
//
// Requests, delays, timers and pending work meet in every frame, and what is done about them in
// which order is easily got wrong in nested ifs. So it is a table: from a Situation, the first row
// that fits decides, and each row is a case of a test.
//
// A world's first tick in a frame may decide anything; a further one (a second world's) only goes
// on with a trace. A full request comes before everything, even before any world has begun to play.
// A gather that is sliced counts as a purge: it goes on in the last row, and nothing starts before.
//
// Read next: core/schedule/world_tick.cc.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/build.h"
#include "core/schedule/settings.h"

namespace gc {
inline namespace GC_BUILD {

enum class Act : std::uint8_t {
  kNothing,
  kCollectFully,  // a try; so is kStart
  kSkipFrame,     // the delay is over with this frame
  kTraceSlice,
  kStart,
  kPurgeSlice,  // or one of a gather
};
std::string_view NameOf(Act act);

struct Situation {
  bool again = false;         // not the frame's first tick
  bool full_request = false;  // for a full collection
  bool playing = false;       // some world has begun to play
  bool delay = false;         // skip this frame
  bool trace = false;         // a trace is pending
  bool resting = false;       // its next slice is put off (trace.delay)
  bool purge = false;         // a purge or a gather is pending
  bool due = false;           // the interval is over, or cycles are continuous
  bool request = false;       // for a collection that need not be full
};
inline constexpr unsigned kSituations = 1u << 9;
Situation SituationOf(unsigned bits);

enum class Must : std::uint8_t { kAny, kYes, kNo };

struct Row {
  std::string_view id;  // of the specification
  std::string_view why;
  Act act;
  // What must hold, as in Situation.
  Must again = Must::kAny;
  Must full_request = Must::kAny;
  Must playing = Must::kAny;
  Must delay = Must::kAny;
  Must trace = Must::kAny;
  Must resting = Must::kAny;
  Must purge = Must::kAny;
  Must due = Must::kAny;
  Must request = Must::kAny;
};

std::span<const Row> DecisionTable();
bool Fits(const Row& row, const Situation& situation);
// The first row that fits; one always does.
const Row& Decide(const Situation& situation);

// What the interval and a purge's limit depend on.
struct Load {
  double free_megabytes = 0;
  bool dedicated_server = false;
  bool players = true;
  bool levels_wait = false;  // to be unloaded
};
bool IsLow(const Settings& settings, const Load& load);
// Seconds of game time between two timed cycles; 0: there are none.
double Interval(const Settings& settings, const Load& load);
// Seconds for a slice of a purge.
double PurgeLimit(const Settings& settings, const Load& load);

}  // namespace GC_BUILD
}  // namespace gc
