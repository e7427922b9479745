// properties/tidy/setting_tables_test.cc -- the pages of the specification have every setting.

#include "properties/tidy/setting_tables.h"

#include <gtest/gtest.h>

#include "properties/tidy/spec_rows.h"

namespace properties::tidy {
namespace {

constexpr std::string_view kShipped =
    "# a head\n\n# how long\n# a number from 0 to 10 (s); default 0.5\nroom.time = 1\n\n"
    "# whether\n# on or off; default off; read at start-up\nroom.open = off\n";

TEST(SettingTables, HaveEverySettingThatShipsWithItsDefault) {
  const Tree shipped = ReadTree(TRICOLOUR_SOURCE_DIR, {".cfg"});
  ASSERT_EQ(shipped.size(), 1u);
  EXPECT_EQ(Text(WrongSettings(OurSpecification(), shipped[0].text)), "");
}

TEST(SettingTables, OfAllSettingsAreRight) {
  EXPECT_EQ(Text(WrongSettings({{"s01-a.md",
                                 "| `room.time` | seconds, 0.5 | how long | |\n"
                                 "| `room.open` | off, on; off | whether | gc.Open |\n"}},
                               kShipped)),
            "");
}

TEST(SettingTables, MissOneChangeOneRepeatOneOrHaveOneTooMany) {
  EXPECT_EQ(Text(WrongSettings({{"s01-a.md",
                                 "| `room.time` | seconds, 0.6 | how long | |\n"
                                 "| `room.time` | seconds, 0.5 | how long | |\n"
                                 "| `room.old` | switch, on | what | |\n"}},
                               kShipped)),
            "s01-a.md:1: room.time is 0.5 by default\n"
            "s01-a.md:2: room.time stands twice\n"
            "s01-a.md:3: room.old is no setting\n"
            "reference/specification:0: room.open is missing\n");
}

}  // namespace
}  // namespace properties::tidy
