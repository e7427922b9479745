// core/heap/names_test.cc -- names are numbers, and print as they were given.

#include "core/heap/names.h"

#include <gtest/gtest.h>

#include <string_view>

namespace gc {
namespace {

TEST(Names, PrintAsTheyWereGiven) {
  NameTable names;
  for (const char* text :
       {"Door", "Door_0", "Door_12", "Door_012", "_7", "Door_", "Door_1234567890", "Door_1_2", "7",
        "0", "D\xc3\xb6\xc3\xb6r_3", "Door_-1", "Door_1x"}) {
    EXPECT_EQ(names.Text(names.Intern(text)), text);
    ASSERT_TRUE(names.Find(text).has_value());
    EXPECT_EQ(*names.Find(text), names.Intern(text));
  }
}

TEST(Names, ThatDifferInTheirNumberShareTheirText) {
  NameTable names;
  EXPECT_EQ(names.Intern("Door_3").text, names.Intern("Door_4").text);
  EXPECT_NE(names.Intern("Door_3"), names.Intern("Door_4"));
  EXPECT_NE(names.Intern("Door"), names.Intern("Door_0"));
  EXPECT_NE(names.Intern("Door_03").text, names.Intern("Door_3").text);
  EXPECT_EQ(names.Intern("Door_999999999").text, names.Intern("Door_3").text);
  EXPECT_NE(names.Intern("Door_1000000000").text, names.Intern("Door_3").text);
}

// What stands behind the text in memory is no part of it.
TEST(Names, EndWhereTheirTextDoes) {
  NameTable names;
  const std::string_view longer = "Door_123";
  EXPECT_EQ(names.Text(names.Intern(longer.substr(0, 7))), "Door_12");
  EXPECT_EQ(names.Intern(longer.substr(0, 6)), names.Intern("Door_1"));
}

TEST(Names, LookingForOneMakesNone) {
  NameTable names;
  EXPECT_FALSE(names.Find("Door").has_value());
  EXPECT_FALSE(names.Find("Door").has_value());
  EXPECT_EQ(names.Text({}), "");
}

TEST(Names, HaveNoSeparatorInThem) {
  EXPECT_TRUE(NameTable::IsName("Door"));
  EXPECT_FALSE(NameTable::IsName("Room/Door"));
  EXPECT_FALSE(NameTable::IsName(""));
}

}  // namespace
}  // namespace gc
