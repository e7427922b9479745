// core/reflect/access_test.cc -- values by paths of names.
//
// Rows: S4.8, S5.6; the rule copy-barrier.

#include "core/reflect/access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/reflect/cast.h"
#include "core/reflect/reflected.h"
#include "core/testing/nodes.h"
#include "core/testing/reflected_types.h"

namespace access_by_path {

struct Place {
  GC_REFLECTED_STRUCT(Place)
  gc::ObjectPtr<> by;
  int number = 7;
};
class Sealed final : public gc::NamedObject {
  GC_REFLECTED(Sealed, gc::NamedObject)
  explicit Sealed(const gc::Birth& birth) : NamedObject(birth) {}
  gc::ObjectPtr<> owner;
  Place place;
  gc::Container<std::vector<Place>> places;
  Place open;
};

}  // namespace access_by_path

GC_DESCRIBE_STRUCT(access_by_path::Place, "/Script/Access", GC_PROPERTY_OF(by),
                   GC_PROPERTY_OF(number, gc::property::kReadOnly))
GC_DESCRIBE(access_by_path::Sealed, "/Script/Access",
            GC_PROPERTY_OF(owner, gc::property::kReadOnly),
            GC_PROPERTY_OF(place, gc::property::kReadOnly),
            GC_PROPERTY_OF(places, gc::property::kReadOnly), GC_PROPERTY_OF(open))

namespace gc {
namespace {

using reflected::Everything;
using reflected::Other;
using reflected::Room;
using reflected::Special;

class Access : public testing::Test {
 protected:
  template <class T>
  std::string WhyNot(Object& object, std::string_view path) {
    error.clear();
    EXPECT_EQ(GetValue<T>(object, path, error), nullptr) << path;
    return error;
  }

  Heap heap;
  Factory make{heap};
  Everything* all = make.New<Everything>();
  std::string error;
};

// S4.8
TEST_F(Access, ReadsThroughStructsAndArrays) {
  all->pocket.slot.count = 11;
  all->row[1].count = 12;
  all->slots.emplace_back().count = 13;
  all->tree.below.emplace_back().below.emplace_back().here = make.New<Room>();
  EXPECT_EQ(GetValue<std::int32_t>(*all, "usual", error), &all->usual);
  EXPECT_EQ(GetValue<int>(*all, "pocket.slot.count", error), &all->pocket.slot.count);
  EXPECT_EQ(GetValue<int>(*all, "row[1].count", error), &all->row[1].count);
  EXPECT_EQ(*GetValue<int>(*all, "slots[0].count", error), 13);
  EXPECT_EQ(*GetValue<int>(*all, "numbers[2]", error), 3);
  EXPECT_NE(*GetValue<ObjectPtr<Room>>(*all, "tree.below[0].below[0].here", error), nullptr);
  EXPECT_EQ(error, "");
}

// S4.8
TEST_F(Access, SaysWhereAPathGoesWrong) {
  EXPECT_EQ(WhyNot<int>(*all, "usuall"),
            "'usuall', column 7: there is no property 'usuall' in /Script/Test.Everything");
  EXPECT_EQ(WhyNot<int>(*all, "pocket.slott.count"),
            "'pocket.slott.count', column 13: there is no property 'slott' in /Script/Test.Pocket");
  EXPECT_EQ(WhyNot<int>(*all, "numbers[3]"), "'numbers[3]', column 11: index 3 of 3 elements");
  EXPECT_EQ(WhyNot<int>(*all, "usual[0]"), "'usual[0]', column 6: int32 has no index");
  EXPECT_EQ(WhyNot<int>(*all, "usual.more"), "'usual.more', column 6: int32 has no properties");
  EXPECT_EQ(WhyNot<int>(*all, "numbers[x]"), "'numbers[x]', column 9: expected an index");
  EXPECT_EQ(WhyNot<int>(*all, "numbers[1"), "'numbers[1', column 10: expected ']'");
  EXPECT_EQ(WhyNot<int>(*all, "numbers[1)"), "'numbers[1)', column 10: expected ']'");
  EXPECT_EQ(WhyNot<int>(*all, std::string_view("numbers[1]").substr(0, 9)),
            "'numbers[1', column 10: expected ']'")
      << "whatever stands behind the path";
  EXPECT_EQ(WhyNot<int>(*all, "row[1]count"), "'row[1]count', column 7: expected '.' or '['");
  EXPECT_EQ(WhyNot<int>(*all, "numbers[99999999999999999999]"),
            "'numbers[99999999999999999999]', column 9: expected an index");
  EXPECT_EQ(WhyNot<int>(*all, ""), "'', column 1: expected the name of a property");
  EXPECT_EQ(WhyNot<int>(*all, "pocket."), "'pocket.', column 8: expected the name of a property");
  EXPECT_EQ(WhyNot<float>(*all, "usual"), "'usual' is int32, not real32");
}

// S4.8
TEST_F(Access, SetsByAssignment) {
  EXPECT_TRUE(SetValue(*all, "usual", 44, error));
  EXPECT_TRUE(SetValue(*all, "pocket.label", std::string("L"), error));
  EXPECT_EQ(all->usual, 44);
  EXPECT_EQ(all->pocket.label, "L");
  EXPECT_FALSE(SetValue(*all, "usual", 4.0f, error));
  EXPECT_EQ(error, "'usual' is int32, not real32");
  EXPECT_EQ(all->usual, 44) << "and nothing was changed";
  EXPECT_FALSE(SetValue(*all, "usuall", 4, error));
  EXPECT_EQ(error, "'usuall', column 7: there is no property 'usuall' in /Script/Test.Everything");
}

TEST_F(Access, ReadOnlyIsNotSet) {
  Special* const special = make.New<Special>();
  EXPECT_FALSE(SetValue(*special, "secret", 8, error));
  EXPECT_EQ(error, "'secret' is read-only");
  EXPECT_EQ(*GetValue<int>(*special, "secret", error), 7);
}

// S4.8: and what is in it neither, however deep.
TEST_F(Access, WhatIsInAReadOnlyPropertyIsNotSet) {
  access_by_path::Sealed* const sealed = make.New<access_by_path::Sealed>();
  sealed->places.emplace_back();
  for (const char* const path : {"owner", "place.by", "places[0].by"}) {
    EXPECT_FALSE(SetReference(*sealed, path, sealed, error));
    EXPECT_EQ(error, '\'' + std::string(path) + "' is read-only");
    EXPECT_EQ(*GetValue<ObjectPtr<>>(*sealed, path, error), nullptr);
  }
  for (const char* const path : {"place.number", "places[0].number"}) {
    EXPECT_FALSE(SetValue(*sealed, path, 8, error));
    EXPECT_EQ(error, '\'' + std::string(path) + "' is read-only");
    EXPECT_EQ(*GetValue<int>(*sealed, path, error), 7);
  }
  EXPECT_TRUE(SetReference(*sealed, "open.by", sealed, error));
  EXPECT_FALSE(SetValue(*sealed, "open.number", 8, error)) << "alone in its struct";
}

// S4.8: a reference takes only objects of its class.
TEST_F(Access, ReferencesAreCheckedForTheirClass) {
  Room* const room = make.New<Room>();
  EXPECT_TRUE(SetReference(*all, "room", room, error));
  EXPECT_EQ(all->room, room);
  EXPECT_TRUE(SetReference(*all, "weak", room, error));
  EXPECT_EQ(all->weak.Get(), room);
  EXPECT_TRUE(SetReference(*all, "any", all, error)) << "leads to any object";
  EXPECT_FALSE(SetReference(*all, "room", make.New<Other>(), error));
  EXPECT_EQ(error, "'room' is object reference to Room, and the object is of class Other");
  EXPECT_FALSE(SetReference(*all, "usual", room, error));
  EXPECT_EQ(error, "'usual' is int32, which takes no object");
  EXPECT_FALSE(SetReference(*all, "roof", room, error));
  EXPECT_EQ(error, "'roof', column 5: there is no property 'roof' in /Script/Test.Everything");
  EXPECT_EQ(all->room, room);
  EXPECT_TRUE(SetReference(*all, "room", nullptr, error));
  EXPECT_EQ(all->room, nullptr);
}

// What is stored by name while marking is shaded, as by any other store.
TEST_F(Access, AReferenceIsStoredThroughTheBarrier) {
  heap.AddRoot(all);
  for (const char* const path : {"room", "row[0].item", "pocket.slot.item"}) {
    Room* const room = make.New<Room>();
    heap.Start();
    heap.Tick(1);
    ASSERT_TRUE(IsWhite(heap, room));
    EXPECT_TRUE(SetReference(*all, path, room, error)) << error;
    EXPECT_TRUE(IsGrey(heap, room)) << path;
    heap.Collect();
  }
}

}  // namespace
}  // namespace gc
