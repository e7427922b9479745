// core/reflect/tool/read/kinds_test.cc -- the table of spellings and kinds (S4.5), and what holds
// references.

#include "core/reflect/tool/read/kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/reflect/tool/testing/scratch.h"

namespace gc::header_tool {
namespace {

struct Row {
  const char* spelling;
  Kind kind;
};

constexpr Row kRows[] = {
    {"bool", Kind::kBoolean},
    {"char", Kind::kInteger},
    {"unsigned long long", Kind::kInteger},
    {"std::uint8_t", Kind::kInteger},
    {"short", Kind::kInteger},
    {"float", Kind::kFloating},
    {"double", Kind::kFloating},
    {"std::string", Kind::kText},
    {"Mood", Kind::kEnumeration},
    {"Pair", Kind::kStruct},
    {"gc::ObjectPtr<Room>", Kind::kObject},
    {"gc::ObjectPtr<>", Kind::kObject},
    {"RoomPtr", Kind::kObject},
    {"gc::ObjectPtr<gc::ClassObject>", Kind::kClass},
    {"gc::WeakPtr<Door>", Kind::kWeak},
    {"gc::SoftPtr<Door>", Kind::kSoft},
    {"gc::LazyPtr<Door>", Kind::kLazy},
    {"gc::StrongPtr<Door>", Kind::kStrong},
    {"Room*", Kind::kRaw},
    {"class Room*", Kind::kRaw},
    {"const Door*", Kind::kRaw},
    {"std::array<int, 3>", Kind::kFixedArray},
    {"std::vector<int>", Kind::kArray},
    {"gc::Container<std::vector<gc::ObjectPtr<Room>>>", Kind::kArray},
    {"std::deque<int>", Kind::kArray},
    {"std::map<int, int>", Kind::kMap},
    {"gc::Container<std::unordered_map<int, gc::ObjectPtr<Door>>>", Kind::kMap},
    {"std::set<int>", Kind::kSet},
    {"std::unordered_set<int>", Kind::kSet},
    {"std::optional<gc::ObjectPtr<Door>>", Kind::kOptional},
    {"std::variant<int, gc::ObjectPtr<Door>>", Kind::kVariant},
    {"std::pair<int, gc::ObjectPtr<Door>>", Kind::kTuple},
    {"std::tuple<int, int>", Kind::kTuple},
    // Upper and lower case differ: these are types of the header.
    {"objectptr<Room>", Kind::kStruct},
    {"ObjectPTR", Kind::kStruct},
};

constexpr const char* kBefore =
    "enum class Mood { kCalm };\n"
    "struct Pair { int one, two; };\n"
    "class Door;\n"
    "using RoomPtr = gc::ObjectPtr<Room>;\n"
    "template <class T> struct objectptr {};\n"
    "struct ObjectPTR {};\n";

std::string WithBefore(const std::string& members) {
  std::string text = Door(members);
  return text.insert(text.find("class GC_CLASS"), kBefore);
}

TEST(KindsOfProperties, FollowFromTheSpellingOfTheType) {
  const Scratch scratch;
  std::string members = "  GC_PROPERTY() int fixed[3];\n";
  for (const Row& row : kRows) {
    members += std::string("  GC_PROPERTY() ") + row.spelling + " member" +
               std::to_string(&row - kRows) + ";\n";
  }
  const Reading reading = scratch.ReadText("door.h", WithBefore(members), RawPolicy::kAllow);
  EXPECT_EQ(scratch.Said(reading.findings), "");
  ASSERT_EQ(reading.header.types.size(), 1u);
  const std::vector<Property>& properties = reading.header.types[0].properties;
  ASSERT_EQ(properties.size(), std::size(kRows) + 1);
  EXPECT_EQ(properties[0].kind, Kind::kFixedArray);
  std::size_t at = 1;
  for (const Row& row : kRows) {
    EXPECT_STREQ(NameOf(properties[at].kind), NameOf(row.kind)) << row.spelling;
    ++at;
  }
}

}  // namespace
}  // namespace gc::header_tool
