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
// A program has several such texts: the file that comes with the collector, its own file, its
// command line, and what a user types while it runs. They are layers. A value that one layer has
// set is not changed by a lower one, in whatever order they are read: so a file that is read again
// while the program runs does not undo what stood on the command line.
//
// Some settings are read only at start-up. After Freeze a change of one is refused, because it
// would have no effect (S16.1). Changes of all others are told to listeners.
//
// Thread rules: one thread at a time, the collector's if there are listeners.
// Read next: core/schedule/start_up.h.

#pragma once

#include <cstddef>
#include <cstdint>
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

// Where a text comes from, the weakest first.
enum class Layer : std::uint8_t { kDefault, kShipped, kProject, kCommandLine, kRunning };

class Configuration {
 public:
  Configuration();

  const Settings& values() const { return values_; }

  // Sets the values that the text gives, except those that a stronger layer has set, or none if it
  // has a mistake. Returns all mistakes. `file` is the name of the text in messages and sources.
  std::vector<SettingError> Read(std::string_view text, std::string_view file,
                                 Layer layer = Layer::kProject);
  // The same for a file. A file that cannot be read is one mistake, in line 0.
  std::vector<SettingError> ReadFile(const std::string& path, Layer layer = Layer::kProject);
  // The same for the arguments of a program, such as "--gc.trace.slice=0.002" and
  // "-gc:trace.slice=0.002"; others are left alone. `words` as main has them: the first is not an
  // argument. A mistake names its argument by number and text, as "argument 2
  // '--gc.trace.slize=1'".
  std::vector<SettingError> ReadArguments(int count, const char* const* words);
  // Whether a word is an argument for ReadArguments.
  static bool IsArgument(std::string_view word);

  // From now on, changes of settings with When::kStartUp are refused.
  void Freeze() { frozen_ = true; }

  // The file and line that set the value, as "gc.cfg:3", the argument, or "default".
  const std::string& SourceOf(const Setting& setting) const;

  // `changed` is called after each text that set anything. A listener leaves before it ends.
  struct Listener {
    void (*changed)(void* context) = nullptr;
    void* context = nullptr;
    friend bool operator==(const Listener&, const Listener&) = default;
  };
  void AddListener(const Listener& listener) { listeners_.push_back(listener); }
  void RemoveListener(const Listener& listener) { std::erase(listeners_, listener); }

  // Every setting with its present value, source, unit, range and meaning. The text can be read
  // again and then gives the same values.
  std::string Print() const;

 private:
  class Reading;
  std::vector<SettingError> Take(const Reading& reading, Layer layer);

  // Where the value of a setting came from.
  struct Origin {
    std::string source = "default";
    Layer layer = Layer::kDefault;
  };
  Settings values_;
  std::vector<Origin> origins_;  // in the order of AllSettings()
  std::vector<Listener> listeners_;
  bool frozen_ = false;
};

// The value of a setting, as it is written in a file.
std::string ValueText(const Setting& setting, const Settings& values);
// The line of a file that sets it to this value, below comments: its meaning, range and default.
// Without a line end.
std::string Commented(const Setting& setting, const Settings& values);

}  // namespace GC_BUILD
}  // namespace gc
