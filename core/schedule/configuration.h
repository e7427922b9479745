// core/schedule/configuration.h -- the values of all settings, and where each value came from.
//
// Values are read from text, one setting a line:
//
//     # what the servers run with
//     schedule.interval = 61.1
//     trace.incremental = on
//
// If a misspelt key were ignored, it would be found in production, months later. Therefore a text
// with a mistake is refused as a whole and no value changes. Every mistake is reported with its
// line and column, what was expected there, and, for an unknown key, the nearest key that exists.
//
// Some settings are read only at start-up. After Freeze a change of one is refused, because it
// would have no effect (S16.1).
//
// Read next: core/schedule/start_up.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/settings.h"

namespace gc {
inline namespace GC_BUILD {

// A mistake in a text of settings.
struct SettingError {
  std::string file;
  std::size_t line = 0;    // counted from 1; 0: the file could not be read
  std::size_t column = 0;  // counted from 1, in bytes
  std::string found;
  std::string expected;
  std::string nearest;  // for an unknown key, the nearest one that exists

  friend bool operator==(const SettingError&, const SettingError&) = default;
};

// The error as a line of text: "gc.cfg:3:1: found 'trace.slize', expected a setting; the nearest is
// 'trace.slice'".
std::string Text(const SettingError& error);

class Configuration {
 public:
  Configuration();

  const Settings& values() const { return values_; }

  // Sets the values that the text gives, or none if it has a mistake. Returns all mistakes. `file`
  // is the name of the text in messages and sources.
  std::vector<SettingError> Read(std::string_view text, std::string_view file);
  // The same for a file. A file that cannot be read is one mistake, in line 0.
  std::vector<SettingError> ReadFile(const std::string& path);

  // From now on, changes of settings with When::kStartUp are refused.
  void Freeze() { frozen_ = true; }

  // The file and line that set the value, as "gc.cfg:3", or "default".
  const std::string& SourceOf(const Setting& setting) const;

  // Every setting with its present value, source, unit, range and meaning. The text can be read
  // again and then gives the same values.
  std::string Print() const;

 private:
  Settings values_;
  std::vector<std::string> sources_;  // in the order of AllSettings()
  bool frozen_ = false;
};

// The value of a setting, as it is written in a file.
std::string ValueText(const Setting& setting, const Settings& values);

}  // namespace GC_BUILD
}  // namespace gc
