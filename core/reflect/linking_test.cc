// core/reflect/linking_test.cc -- what a class has from those above it, and from structs inside.
//
// Rows: S4.5, S4.9, S4.11, S4.13.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/gc.h"
#include "core/reflect/layout.h"
#include "core/reflect/reflected.h"

namespace linking {

class Bottle final : public gc::Object {
  GC_REFLECTED(Bottle, gc::Object)
  explicit Bottle(const gc::Birth& birth) : Object(birth) {}
};
struct WineCrate {
  GC_REFLECTED_STRUCT(WineCrate)
  int number = 0;
  gc::ObjectPtr<Bottle> best;
  gc::ObjectPtr<Bottle> rest[3];
};
class Building : public gc::NamedObject {
  GC_REFLECTED(Building, gc::NamedObject)
  explicit Building(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<Bottle> door;
  int height = 1;
};
// Described by hand, between two that are reflected.
class Cellar : public Building {
 public:
  explicit Cellar(const gc::Birth& birth) : Building(birth) {}
  static const gc::Class kClass;
  gc::ObjectPtr<Bottle> key;
  int depth = 2;
};
class WineCellar final : public Cellar {
  GC_REFLECTED(WineCellar, Cellar)
  explicit WineCellar(const gc::Birth& birth) : Cellar(birth) {}
  int year = 3;
  gc::Container<std::vector<WineCrate>> crates;
  gc::ObjectPtr<Bottle> not_listed;
};

}  // namespace linking

GC_DESCRIBE(linking::Bottle, "/Script/Linking")
GC_DESCRIBE_STRUCT(linking::WineCrate, "/Script/Linking", GC_PROPERTY_OF(number),
                   GC_PROPERTY_OF(best), GC_PROPERTY_OF(rest))
GC_DESCRIBE(linking::Building, "/Script/Linking", GC_PROPERTY_OF(door), GC_PROPERTY_OF(height))
const gc::Reference kOfCellar[] = {gc::Reference::To(&linking::Cellar::key, "key")};
const gc::Property kPropertiesOfCellar[] = {gc::Property::Of(&linking::Cellar::depth, "depth")};
const gc::Class linking::Cellar::kClass = gc::DescribeNamed<linking::Cellar>(
    "Cellar", linking::Building::kClass, kOfCellar, kPropertiesOfCellar);
GC_DESCRIBE(linking::WineCellar, "/Script/Linking", GC_PROPERTY_OF(year), GC_PROPERTY_OF(crates),
            GC_REST)

namespace gc {
namespace {

using linking::Bottle;
using linking::Building;
using linking::WineCellar;
using linking::WineCrate;
using testing::ElementsAre;

template <class Lines>
std::vector<std::string> NamesOf(const Lines& lines) {
  std::vector<std::string> names;
  for (const auto& line : lines) names.push_back(line.name);
  return names;
}

// S4.11: of a class that is described by hand as well, which is below a reflected one.
TEST(Linking, LinesAndPropertiesOfTheClassesAboveComeFirst) {
  EXPECT_THAT(NamesOf(Building::kClass.references), ElementsAre("class", "outer", "door"));
  EXPECT_THAT(NamesOf(Building::kClass.properties), ElementsAre("door", "height"));
  EXPECT_THAT(NamesOf(WineCellar::kClass.references),
              ElementsAre("class", "outer", "door", "key", "crates"));
  EXPECT_THAT(NamesOf(WineCellar::kClass.properties),
              ElementsAre("door", "height", "depth", "year", "crates"));
}

// Of a class that has no size yet, nobody knows the lines.
TEST(LinkingDeathTest, AClassAboveThatIsNotDescribedYetIsRefused) {
  const Class later;
  const Reflection early{.name = "Early", .super_class = &later};
  EXPECT_DEATH(LinkedLines(early), "a super class must be described first.*Early");
}

// S4.9, S4.13: by the lines of the class, and when it is collected.
TEST(Linking, AStructInAContainerShowsAllItsSlots) {
  Heap heap;
  Factory make(heap);
  WineCellar* const cellar = make.New<WineCellar>();
  heap.AddRoot(cellar);
  std::vector<const ObjectSlot*> expected = {&cellar->door, &cellar->key};
  cellar->crates.resize(2);
  for (WineCrate& crate : cellar->crates) {
    crate.best = heap.New<Bottle>();
    expected.push_back(&crate.best);
    for (auto& bottle : crate.rest) {
      bottle = heap.New<Bottle>();
      expected.push_back(&bottle);
    }
  }
  std::vector<const ObjectSlot*> shown;
  ForEachSlot(*cellar, [&](ObjectSlot& slot) { shown.push_back(&slot); });
  ASSERT_GE(shown.size(), 2u);
  shown.erase(shown.begin(), shown.begin() + 2);  // the class and the outer object
  EXPECT_EQ(shown, expected);

  const auto before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before);
  cellar->crates[0].rest[1] = nullptr;
  cellar->crates[1].best = nullptr;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 2);
}

TEST(Linking, WhatADescriptionLeavesOutOnPurposeIsNeitherFollowedNorAGap) {
  EXPECT_TRUE(WineCellar::StaticReflection().has_rest);
  EXPECT_TRUE(GapsOf(WineCellar::StaticReflection()).empty());
  EXPECT_FALSE(Building::StaticReflection().has_rest);
}

// As the compiler hands them over, with spaces or without. Their names live as long as the program.
TEST(Linking, EnumeratorsOfAListHaveItsNamesInTurn) {
  static auto& known = *new std::vector<std::vector<Enumerator>>;
  const std::int64_t values[] = {1, -2, 30};
  for (const char* const list :
       {"kOne, kTwo, kThree", "kOne,kTwo,kThree", " kOne , kTwo,kThree "}) {
    const std::vector<Enumerator>& enumerators = known.emplace_back(NamedEnumerators(list, values));
    EXPECT_THAT(NamesOf(enumerators), ElementsAre("kOne", "kTwo", "kThree")) << list;
    ASSERT_EQ(enumerators.size(), 3u);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(enumerators[i].value, values[i]);
  }
}

}  // namespace
}  // namespace gc
