// reference/schedule/paper_settings.cc -- keys, defaults and ranges.

#include "reference/schedule/paper_settings.h"

#include <cmath>

#include "reference/schedule/schedule_trace.h"

namespace reference::schedule {
namespace {

using Kind = KeyEntry::Kind;

constexpr double kLongestSlice = 0.019;

constexpr KeyEntry kKeys[] = {
    {Key::kTraceIncremental, "trace.incremental", Kind::kSwitch, 0},
    {Key::kTraceSlice, "trace.slice", Kind::kSlice, 0.005, 0, kLongestSlice},
    {Key::kTraceDelay, "trace.delay", Kind::kWhole, 0, 0, 1000},
    {Key::kTraceContinuous, "trace.continuous", Kind::kSwitch, 0},
    {Key::kGatherIncremental, "gather.incremental", Kind::kSwitch, 0},
    {Key::kGatherSlice, "gather.slice", Kind::kSlice, 0, 0, kLongestSlice},
    {Key::kBeginIncremental, "purge.begin_incremental", Kind::kSwitch, 1},
    {Key::kPurgeSlice, "purge.slice", Kind::kSlice, 0.002, 0, kLongestSlice},
    {Key::kGrace, "purge.grace", Kind::kWait, 40, 0, 100},
    {Key::kCulprits, "purge.culprits", Kind::kWhole, 10, 0, 10},
    {Key::kInterval, "schedule.interval", Kind::kGameTime, 60, -1, kLongestTime},
    {Key::kIdleFactor, "schedule.idle_server_factor", Kind::kWhole, 10, 1, 1000},
    {Key::kTries, "schedule.tries_before_forcing", Kind::kWhole, 10, 0, 1000},
    {Key::kCollectWhileLoading, "schedule.collect_while_loading", Kind::kSwitch, 0},
    {Key::kFlushLoading, "schedule.flush_loading_first", Kind::kSwitch, 0},
    {Key::kCollectOnUnload, "schedule.collect_on_level_unload", Kind::kSwitch, 0},
    {Key::kLowThreshold, "low_memory.threshold", Kind::kWhole, 0, 0, 1e6},
    {Key::kLowInterval, "low_memory.interval", Kind::kGameTime, 30, kEighth, kLongestTime},
    {Key::kLowLevelInterval, "low_memory.level_interval", Kind::kGameTime, 15, kEighth,
     kLongestTime},
    {Key::kLowPurgeSlice, "low_memory.purge_slice", Kind::kSlice, 0.002, 0, kLongestSlice},
    {Key::kEveryFrames, "debug.every_frames", Kind::kWhole, 0, 0, 1000},
    {Key::kForceEveryFrame, "debug.force_every_frame", Kind::kSwitch, 0},
    {Key::kStressLoading, "debug.stress_loading", Kind::kSwitch, 0},
};

// Whether the value is a multiple of 1/parts; those that a text can give are a hair off it at most.
bool IsMultiple(double value, double parts) {
  return std::abs(value * parts - std::round(value * parts)) < 1e-9;
}

std::string Short(double number) {
  std::string text = std::to_string(number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

std::span<const KeyEntry> Keys() {
  static_assert(std::size(kKeys) == kKeyCount);
  return kKeys;
}

bool Accepts(const KeyEntry& entry, double value) {
  if (!(value >= entry.least && value <= entry.most)) return false;
  switch (entry.kind) {
    case Kind::kSwitch:
    case Kind::kWhole:
      return IsMultiple(value, 1);
    case Kind::kSlice:
    case Kind::kWait:
      return IsMultiple(value, 1000);
    case Kind::kGameTime:
      return IsMultiple(value, 8);
  }
  return false;
}

std::string Expected(const KeyEntry& entry) {
  const std::string range = " from " + Short(entry.least) + " to " + Short(entry.most);
  switch (entry.kind) {
    case Kind::kSwitch:
      return "on or off";
    case Kind::kWhole:
      return "a whole number" + range;
    case Kind::kSlice:
    case Kind::kWait:
      return "seconds, in whole milliseconds," + range;
    case Kind::kGameTime:
      return "seconds, in eighths," + range;
  }
  return {};
}

PaperSettings::PaperSettings() {
  for (const KeyEntry& entry : kKeys) Set(entry.key, entry.initial);
}

}  // namespace reference::schedule
