// core/configure/shipped_file_test.cc -- the file of settings that ships names every setting, as it
// is, and differs from the defaults where it says so.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/configuration.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string TextOfTheFile() {
  std::ifstream in(TRICOLOUR_SETTINGS_FILE);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The file's own head, up to the first empty line, and behind it every setting, with an empty line
// before each.
std::string ExpectedText(std::string_view file, const Settings& values) {
  std::string text(file.substr(0, file.find("\n\n") + 1));
  for (const Setting& setting : AllSettings()) text += '\n' + Commented(setting, values) + '\n';
  return text;
}

// S13.7, S16.3: a setting that is added, or whose meaning, range or default changes, must be
// changed in the file too; the failure shows the text that it should have.
TEST(ShippedFile, SaysOfEverySettingWhatTheTableSays) {
  Configuration shipped;
  ASSERT_THAT(shipped.ReadFile(TRICOLOUR_SETTINGS_FILE, Layer::kShipped), IsEmpty());
  const std::string text = TextOfTheFile();
  EXPECT_EQ(text, ExpectedText(text, shipped.values()));
}

// S13.7: the odd interval keeps collections from coming together with other timers.
TEST(ShippedFile, DiffersFromTheDefaultsInTheIntervalOnly) {
  Configuration shipped;
  ASSERT_THAT(shipped.ReadFile(TRICOLOUR_SETTINGS_FILE, Layer::kShipped), IsEmpty());
  std::vector<std::string> different;
  for (const Setting& setting : AllSettings()) {
    const std::string value = ValueText(setting, shipped.values());
    if (value == ValueText(setting, Settings{})) continue;
    different.push_back(std::string(setting.key) + " = " + value);
  }
  EXPECT_THAT(different, ElementsAre("schedule.interval = 61.1"));
  EXPECT_EQ(Settings{}.interval, 60);
}

// A project's file and the arguments of a program come over it, in whatever order they are read.
TEST(ShippedFile, IsTheWeakestLayer) {
  Configuration configuration;
  ASSERT_THAT(configuration.Read("schedule.interval = 30", "game.cfg"), IsEmpty());
  ASSERT_THAT(configuration.ReadFile(TRICOLOUR_SETTINGS_FILE, Layer::kShipped), IsEmpty());
  EXPECT_EQ(configuration.values().interval, 30);
  EXPECT_EQ(configuration.SourceOf(*FindSetting("schedule.interval")), "game.cfg:1");
}

}  // namespace
}  // namespace gc
