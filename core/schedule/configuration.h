// core/schedule/configuration.h -- the values of all settings, with where each came from.
//
// Read from text, one setting a line:
//
//     # what the servers run with
//     schedule.interval = 61.1
//     trace.incremental = on
//
// A misspelt key that is silently ignored is found in production, months later. So a text with a
// mistake is refused as a whole: every mistake is reported with its line and column, what was
// expected there, and for a key the nearest one there is; and no value changes.
//
// Settings that are read at start-up are frozen by Freeze; after that they are refused, rather than
// accepted without effect (S16.1).
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
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // from 1
  std::string found;
  std::string expected;
  std::string nearest;  // a key that exists, if the key is what is wrong

  friend bool operator==(const SettingError&, const SettingError&) = default;
};

// "gc.cfg:3:1: found 'trace.slize', expected a setting; the nearest is 'trace.slice'".
std::string Text(const SettingError& error);

class Configuration {
 public:
  Configuration();

  const Settings& values() const { return values_; }

  // Sets what the text says, or nothing if anything is wrong with it. `file` is the text's name.
  std::vector<SettingError> Read(std::string_view text, std::string_view file);
  // The same for a file. A file that cannot be read is a mistake in line 0.
  std::vector<SettingError> ReadFile(const std::string& path);

  // From here on the settings of When::kStartUp are refused.
  void Freeze() { frozen_ = true; }

  // Where the value came from: "default", or "gc.cfg:3".
  const std::string& SourceOf(const Setting& setting) const;

  // Every setting, with its effective value, source, unit, range and meaning; a text that can be
  // read again and then gives the same values.
  std::string Print() const;

 private:
  Settings values_;
  std::vector<std::string> sources_;  // as AllSettings()
  bool frozen_ = false;
};

// A value as it is written in a file.
std::string ValueText(const Setting& setting, const Settings& values);

}  // namespace GC_BUILD
}  // namespace gc
