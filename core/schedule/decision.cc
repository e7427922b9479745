#include "core/schedule/decision.h"

#include <algorithm>
#include <array>

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr Must kYes = Must::kYes;
constexpr Must kNo = Must::kNo;

constexpr Row kTable[] = {
    {.id = "S9.22",
     .why = "a further tick, and marking rests",
     .act = Act::kNothing,
     .again = kYes,
     .marking = kYes,
     .resting = kYes},
    {.id = "S13.2",
     .why = "a further tick continues marking",
     .act = Act::kMarkingSlice,
     .again = kYes,
     .marking = kYes},
    {.id = "S13.1", .why = "a further tick does nothing else", .act = Act::kNothing, .again = kYes},
    {.id = "S13.5(0)",
     .why = "a full collection was requested",
     .act = Act::kCollectFully,
     .full_request = kYes},
    {.id = "S13.3", .why = "no world has begun to play", .act = Act::kNothing, .playing = kNo},
    {.id = "S13.5(1)", .why = "a delay was requested", .act = Act::kSkipFrame, .delay = kYes},
    {.id = "S9.22", .why = "marking rests", .act = Act::kNothing, .marking = kYes, .resting = kYes},
    {.id = "S13.5(2)", .why = "marking is under way", .act = Act::kMarkingSlice, .marking = kYes},
    {.id = "S13.5(3)", .why = "a cycle is due", .act = Act::kStart, .purge = kNo, .due = kYes},
    {.id = "S13.10",
     .why = "a collection was requested",
     .act = Act::kStart,
     .purge = kNo,
     .request = kYes},
    {.id = "S13.5(4)", .why = "a purge may be pending", .act = Act::kPurgeSlice},
};

bool Holds(Must must, bool value) { return must == Must::kAny || (must == Must::kYes) == value; }

}  // namespace

std::string_view NameOf(Act act) {
  static constexpr std::array<std::string_view, 6> kNames = {
      "nothing", "collect fully", "skip frame", "marking slice", "start", "purge slice"};
  return kNames[static_cast<std::size_t>(act)];
}

Situation SituationOf(unsigned bits) {
  const auto bit = [bits](unsigned i) { return (bits >> i & 1u) != 0; };
  return {.again = bit(0),
          .full_request = bit(1),
          .playing = bit(2),
          .delay = bit(3),
          .marking = bit(4),
          .resting = bit(5),
          .purge = bit(6),
          .due = bit(7),
          .request = bit(8)};
}

std::span<const Row> DecisionTable() { return kTable; }

bool Fits(const Row& row, const Situation& now) {
  return Holds(row.again, now.again) && Holds(row.full_request, now.full_request) &&
         Holds(row.playing, now.playing) && Holds(row.delay, now.delay) &&
         Holds(row.marking, now.marking) && Holds(row.resting, now.resting) &&
         Holds(row.purge, now.purge) && Holds(row.due, now.due) && Holds(row.request, now.request);
}

const Row& Decide(const Situation& situation) {
  return *std::ranges::find_if(kTable, [&](const Row& row) { return Fits(row, situation); });
}

// Free memory is none at least, so a threshold of 0 is never reached.
bool IsLow(const Settings& settings, const Load& load) {
  return load.free_megabytes < settings.low_memory_threshold;
}

// Takes the interval, then the factor of an idle server, then low memory into account. An interval
// that is off stays off, and low memory never lengthens one (S13.9).
double Interval(const Settings& settings, const Load& load) {
  double interval = settings.interval;
  if (interval <= 0) return 0;
  if (load.dedicated_server && !load.players) interval *= settings.idle_server_factor;
  if (!IsLow(settings, load)) return interval;
  interval = std::min(interval, settings.low_memory_interval);
  if (load.levels_wait) interval = std::min(interval, settings.low_memory_level_interval);
  return interval;
}

double PurgeLimit(const Settings& settings, const Load& load) {
  return IsLow(settings, load) ? settings.low_memory_purge_slice : settings.purge_slice;
}

double MarkingLimit(const Settings& settings) {
  return settings.trace_incremental ? settings.trace_slice : 0;
}

double GatherLimit(const Settings& settings) {
  return settings.gather_slice > 0 ? settings.gather_slice : settings.trace_slice;
}

Load CurrentLoad(const Settings& settings, Environment& environment) {
  const bool asks = settings.low_memory_threshold > 0;
  return {.free_megabytes = asks ? environment.FreeMegabytes() : 0,
          .dedicated_server = environment.IsDedicatedServer(),
          .players = environment.HasPlayers(),
          .levels_wait = environment.LevelsWait()};
}

double CurrentPurgeLimit(const Settings& settings, Environment& environment) {
  return PurgeLimit(settings, CurrentLoad(settings, environment));
}

}  // namespace GC_BUILD
}  // namespace gc
