// reference/schedule/surroundings.cc -- an interval and a limit, by the load.

#include "reference/schedule/surroundings.h"

#include <algorithm>

namespace reference::schedule {

bool IsLow(const PaperSettings& settings, const Surroundings& around) {
  const double threshold = settings[Key::kLowThreshold];
  return threshold > 0 && around.free_megabytes < threshold;
}

double IntervalOf(const PaperSettings& settings, const Surroundings& around) {
  double interval = settings[Key::kInterval];
  if (interval <= 0) return 0;
  if (around.server && !around.players) interval *= settings[Key::kIdleFactor];
  if (!IsLow(settings, around)) return interval;
  interval = std::min(interval, settings[Key::kLowInterval]);
  return around.levels_wait ? std::min(interval, settings[Key::kLowLevelInterval]) : interval;
}

double PurgeLimitOf(const PaperSettings& settings, const Surroundings& around) {
  return settings[IsLow(settings, around) ? Key::kLowPurgeSlice : Key::kPurgeSlice];
}

}  // namespace reference::schedule
