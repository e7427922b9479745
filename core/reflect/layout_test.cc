// core/reflect/layout_test.cc -- a member that is forgotten is found.
//
// Rows: S4.2, S4.9.

#include "core/reflect/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/testing/reflected_types.h"

namespace layout {

// A base that stands before the Object part.
struct Mixin {
  virtual ~Mixin() = default;
  float height = 2;
};
class Mixed : public Mixin, public gc::NamedObject {
  GC_REFLECTED(Mixed, gc::NamedObject)
  explicit Mixed(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<> first;
  int width = 1;
};
// Its super class is smaller than where it ends.
class Longer : public Mixed {
  GC_REFLECTED(Longer, Mixed)
  explicit Longer(const gc::Birth& birth) : Mixed(birth) {}
  gc::ObjectPtr<> second;
};
// Of 130 words, the last two of which are references.
class Long final : public gc::Object {
  GC_REFLECTED(Long, gc::Object)
  explicit Long(const gc::Birth& birth) : Object(birth) {}
  static constexpr std::size_t kNumbers = 128 - sizeof(gc::Object) / sizeof(long);
  long numbers[kNumbers] = {};
  gc::ObjectPtr<> first;
  gc::ObjectPtr<> last;
};
struct alignas(16) Quad {
  float of[4];
};
struct Posed {
  GC_REFLECTED_STRUCT(Posed)
  Quad where;
  float weight = 0;
  gc::ObjectPtr<> forgotten;
};

}  // namespace layout

GC_DESCRIBE(layout::Mixed, "/Script/Layout", GC_PROPERTY_OF(height), GC_PROPERTY_OF(first),
            GC_PROPERTY_OF(width))
GC_DESCRIBE(layout::Longer, "/Script/Layout", GC_PROPERTY_OF(second))
GC_DESCRIBE(layout::Long, "/Script/Layout", GC_PROPERTY_OF(numbers), GC_PROPERTY_OF(first),
            GC_PROPERTY_OF(last))
GC_DESCRIBE_STRUCT(layout::Posed, "/Script/Layout", GC_PROPERTY_OF(where), GC_PROPERTY_OF(weight),
                   GC_PROPERTY_OF(forgotten))

namespace gc {
namespace {

using layout::Long;
using layout::Longer;
using layout::Mixed;
using layout::Posed;
using layout::Quad;
using reflected::Everything;
using reflected::Room;
using reflected::Slot;

// Reflections with a property too few, as a forgetful description gives them.
std::vector<Gap> GapsWithout(const Reflection& whole, const std::string& name) {
  std::vector<Property> listed;
  for (const Property& property : whole.properties) {
    if (property.name != name) listed.push_back(property);
  }
  Reflection forgetful = whole;
  forgetful.properties = listed;
  std::vector<Gap> gaps = GapsOf(forgetful);
  for (Gap& gap : gaps) gap.type = &whole;
  return gaps;
}

TEST(Layout, AForgottenReferenceIsAGap) {
  for (const char* const name : {"room", "any", "lazy", "rooms", "list"}) {
    const Property& property = *Everything::StaticReflection().Find(name);
    bool found = false;
    for (const Gap& gap : GapsWithout(Everything::StaticReflection(), name)) {
      found = found || (gap.offset == static_cast<std::uint32_t>(property.offset) &&
                        gap.bytes >= property.type->size);
    }
    EXPECT_TRUE(found) << name;
  }
}

// Everything has one member that is not listed, a plain pointer.
TEST(Layout, SaysWhereAndWhatToDo) {
  const std::vector<Gap> gaps = GapsOf(Everything::StaticReflection());
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_EQ(gaps[0].bytes, 8u);
  EXPECT_THAT(
      DescriptionOf(gaps[0]),
      testing::MatchesRegex("/Script/Test.Everything has 8 bytes at [0-9]+ that no property "
                            "covers: list the members there, or add GC_REST .*"));
}

TEST(Layout, APlainOrSmallMemberIsNoGap) {
  EXPECT_TRUE(GapsOf(Room::StaticReflection()).empty());
  EXPECT_TRUE(GapsOf(reflected::Special::StaticReflection()).empty());
  EXPECT_TRUE(GapsOf(Slot::StaticReflection()).empty()) << "the compiler looks after structs";
}

// Its members have no place behind the Object part, where gaps are looked for.
TEST(Layout, ABaseBeforeTheObjectPartIsNoGap) {
  ASSERT_LT(Mixed::StaticReflection().properties[0].offset, 0);
  EXPECT_TRUE(GapsOf(Mixed::StaticReflection()).empty());
  EXPECT_EQ(GapsWithout(Mixed::StaticReflection(), "first").size(), 1u);
}

// Offsets are counted from the Object part, and sizes are not.
TEST(Layout, AGapOfADerivedClassBeginsWhereItsSuperClassEnds) {
  ASSERT_EQ(sizeof(Longer), sizeof(Mixed) + sizeof(ObjectPtr<>));
  EXPECT_EQ(GapsWithout(Longer::StaticReflection(), "second").size(), 1u);
  EXPECT_TRUE(GapsOf(Longer::StaticReflection()).empty());
}

// Whatever the memory was used for in which the words are noted.
TEST(Layout, AGapMayBeTheLastWordOfManyOrMoreThanOne) {
  const Reflection& whole = Long::StaticReflection();
  EXPECT_TRUE(GapsOf(whole).empty());
  for (const std::uint8_t before : {std::uint8_t{0}, std::uint8_t{0xff}}) {
    for (int i = 0; i < 4; ++i) {
      for (const std::size_t bytes : {8, 16, 24, 32}) {
        const std::vector<std::uint8_t> used(bytes, before);
      }
    }
    std::vector<Gap> gaps = GapsWithout(whole, "last");
    ASSERT_EQ(gaps.size(), 1u);
    EXPECT_EQ(gaps[0].offset, 129u * sizeof(ObjectSlot));
    EXPECT_EQ(gaps[0].bytes, sizeof(ObjectSlot));
    gaps = GapsWithout(whole, "numbers");
    ASSERT_EQ(gaps.size(), 1u);
    EXPECT_EQ(gaps[0].offset, sizeof(Object));
    EXPECT_EQ(gaps[0].bytes, Long::kNumbers * sizeof(long));
  }
}

TEST(Layout, WhatIsListedLiesBetweenTwoGaps) {
  Reflection forgetful = Long::StaticReflection();
  forgetful.properties = forgetful.properties.subspan(1, 1);
  const std::vector<Gap> gaps = GapsOf(forgetful);
  ASSERT_EQ(gaps.size(), 2u);
  EXPECT_EQ(gaps[0].offset + gaps[0].bytes, forgetful.properties[0].offset);
  EXPECT_EQ(gaps[1].offset, forgetful.properties[0].offset + sizeof(ObjectSlot));
  EXPECT_EQ(gaps[1].bytes, sizeof(ObjectSlot));
}

TEST(Layout, LooksAtAllTypesOfTheProgram) {
  bool found = false;
  for (const Gap& gap : FindGaps()) found = found || gap.type == &Everything::StaticReflection();
  EXPECT_TRUE(found);
}

TEST(Layout, WhatIsNotListedOnPurposeIsNoGap) {
  Reflection with_rest = Everything::StaticReflection();
  with_rest.has_rest = true;
  EXPECT_TRUE(GapsOf(with_rest).empty());
}

// A struct must be listed whole, and in order; a list with a rest need not.
static_assert(AreAllOf<Slot, TypedProperty<int>, TypedProperty<ObjectPtr<Room>>>());
static_assert(!AreAllOf<Slot, TypedProperty<int>>(), "a forgotten reference does not compile");
static_assert(!AreAllOf<Slot, TypedProperty<ObjectPtr<Room>>>());
static_assert(AreAllOf<Slot, TypedProperty<int>, Rest>());
// What an alignment of 16 leaves behind the last member has room for a reference.
static_assert(
    AreAllOf<Posed, TypedProperty<Quad>, TypedProperty<float>, TypedProperty<ObjectPtr<>>>());
static_assert(!AreAllOf<Posed, TypedProperty<Quad>, TypedProperty<float>>());
static_assert(AreAllOf<Posed, TypedProperty<Quad>, TypedProperty<float>, Rest>());

}  // namespace
}  // namespace gc
