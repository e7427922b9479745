// reference/schedule/paper_settings.h -- the settings on which a decision depends, as numbers.
//
// They are those of the pages S9, S11, S12 and S13 of the specification, under the same keys, with
// the defaults that stand there. A switch is 0 or 1.
//
// Read next: reference/schedule/schedule_oracle.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace reference::schedule {

enum class Key : std::uint8_t {
  kTraceIncremental,
  kTraceSlice,
  kTraceDelay,
  kTraceContinuous,
  kGatherIncremental,
  kGatherSlice,
  kBeginIncremental,
  kPurgeSlice,
  kGrace,
  kCulprits,
  kInterval,
  kIdleFactor,
  kTries,
  kCollectWhileLoading,
  kFlushLoading,
  kCollectOnUnload,
  kLowThreshold,
  kLowInterval,
  kLowLevelInterval,
  kLowPurgeSlice,
  kEveryFrames,
  kForceEveryFrame,
  kStressLoading,
};
inline constexpr std::size_t kKeyCount = 23;

struct KeyEntry {
  enum class Kind : std::uint8_t { kSwitch, kSlice, kWait, kGameTime, kWhole };
  Key key;
  std::string_view word;
  Kind kind;
  double initial;
  double least = 0;
  double most = 1;
};
// In the order of Key.
std::span<const KeyEntry> Keys();

// Whether a run may give the setting this value. A slice is a number of milliseconds, and shorter
// than twenty: then a clock is read after each unit, whatever the pace, and a slice does exactly as
// many units as fit. Game time is a multiple of an eighth of a second.
bool Accepts(const KeyEntry& entry, double value);
// What Accepts takes, as a noun phrase: "a number of milliseconds from 0 to 0.019 s".
std::string Expected(const KeyEntry& entry);

class PaperSettings {
 public:
  PaperSettings();
  double operator[](Key key) const { return values_[static_cast<std::size_t>(key)]; }
  bool Is(Key key) const { return (*this)[key] != 0; }
  // How long a slice of marking may take, in seconds; 0: until marking is over.
  double MarkingLimit() const { return Is(Key::kTraceIncremental) ? (*this)[Key::kTraceSlice] : 0; }
  void Set(Key key, double value) { values_[static_cast<std::size_t>(key)] = value; }

 private:
  std::array<double, kKeyCount> values_{};
};

}  // namespace reference::schedule
