// properties/configuration/configuration_run.h -- core's configuration, held against settings on
// paper.
//
// Texts of settings with and without mistakes are read into layers, and the arguments of a program;
// at some time the settings of the start can be changed no longer. After each the mistakes are
// compared as they are printed, each value and its source, how often a listener was told, and what
// is printed of all settings, which read again gives the same values.
//
//     read 2 good 1 0   a text of the layer with that number, and each line: kind, setting, value
//
// Read next: reference/configuration/paper_configuration.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/base/paper_run.h"
#include "reference/configuration/paper_configuration.h"

namespace properties::configuration {

enum class ConfigurationVerb : std::uint8_t {
  kRead,
  kReadArguments,
  kReadNoFile,  // a file that is not there
  kFreeze,
  kListen,   // or no longer
  kNearest,  // key to a word that is none
};
inline constexpr std::size_t kConfigurationVerbs = 6;

struct ConfigurationOperation {
  ConfigurationVerb verb = ConfigurationVerb::kRead;
  std::uint8_t layer = 0;  // shipped, project, running
  std::vector<reference::configuration::Line> lines;
  std::vector<int> styles;  // of each as an argument
  std::string word;         // of kNearest
};
using ConfigurationRun = std::vector<ConfigurationOperation>;

using ConfigurationVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class ConfigurationLie : std::uint8_t {
  kNone,
  kColumn,   // of a mistake is one too high
  kValue,    // reads as the standard
  kSource,   // is always the first
  kForgets,  // to tell a listener
  kPrint,    // leaves out the default
  kNearest,  // is always the first key
};

ConfigurationRun DrawConfigurationRun(std::uint64_t seed);
ConfigurationVerdict JudgeConfiguration(const ConfigurationRun& run,
                                        ConfigurationLie lie = ConfigurationLie::kNone);
// The same difference with as few operations as leaving some out gives.
ConfigurationRun ShrunkConfiguration(ConfigurationRun run,
                                     ConfigurationLie lie = ConfigurationLie::kNone);
std::string TextOf(const ConfigurationRun& run);

}  // namespace properties::configuration
