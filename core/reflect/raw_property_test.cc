#include "core/reflect/raw_property.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/heap/factory.h"
#include "core/reflect/access.h"
#include "core/reflect/reflected.h"

namespace raw_property {

// What code looks like that is older than the barrier.
class Old : public gc::NamedObject {
  GC_REFLECTED(Old, gc::NamedObject)
  explicit Old(const gc::Birth& birth) : NamedObject(birth) {}
  Old* next = nullptr;
  std::vector<Old*> all;
};

struct Slot {
  GC_REFLECTED_STRUCT(Slot)
  Old* item = nullptr;
  friend bool operator<(const Slot& a, const Slot& b) { return a.item < b.item; }
};
class Rack : public gc::NamedObject {
  GC_REFLECTED(Rack, gc::NamedObject)
  explicit Rack(const gc::Birth& birth) : NamedObject(birth) {}
  gc::Container<std::vector<Slot>> slots;
};
// Holds more of its own kind, and of the barriered kind too.
struct Chest {
  GC_REFLECTED_STRUCT(Chest)
  gc::ObjectPtr<Old> owner;
  gc::Container<std::vector<Chest>> inner;
};
struct Drawer {
  GC_REFLECTED_STRUCT(Drawer)
  gc::ObjectPtr<Old> owner;
  Slot slot;
};
class Room : public gc::NamedObject {
  GC_REFLECTED(Room, gc::NamedObject)
  explicit Room(const gc::Birth& birth) : NamedObject(birth) {}
  gc::Container<std::vector<Chest>> chests;
  gc::Container<std::vector<Drawer>> drawers;
};
class Shelf : public gc::NamedObject {
  GC_REFLECTED(Shelf, gc::NamedObject)
  explicit Shelf(const gc::Birth& birth) : NamedObject(birth) {}
  gc::Container<std::map<Slot, int>> counts;
};

}  // namespace raw_property

template <>
struct gc::Reflector<raw_property::Slot> {
  static constexpr const char* kName = "Slot";
  static constexpr const char* kModule = "/Script/RawProperty";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::RawPropertyOf(&raw_property::Slot::item, "item"),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED_STRUCT(raw_property::Slot)
GC_DESCRIBE(raw_property::Rack, "/Script/RawProperty", GC_PROPERTY_OF(slots))
GC_DESCRIBE_STRUCT(raw_property::Chest, "/Script/RawProperty", GC_PROPERTY_OF(owner),
                   GC_PROPERTY_OF(inner))
GC_DESCRIBE_STRUCT(raw_property::Drawer, "/Script/RawProperty", GC_PROPERTY_OF(owner),
                   GC_PROPERTY_OF(slot))
GC_DESCRIBE(raw_property::Room, "/Script/RawProperty", GC_PROPERTY_OF(chests),
            GC_PROPERTY_OF(drawers))
GC_DESCRIBE(raw_property::Shelf, "/Script/RawProperty", GC_PROPERTY_OF(counts))

template <>
struct gc::Reflector<raw_property::Old> {
  static constexpr const char* kName = "Old";
  static constexpr const char* kModule = "/Script/RawProperty";
  static gc::Properties Properties() {
    static const gc::Property kProperties[] = {
        gc::RawPropertyOf(&raw_property::Old::next, "next"),
        gc::RawPropertyOf(&raw_property::Old::all, "all", gc::property::kTransient),
    };
    return kProperties;
  }
};
GC_DEFINE_REFLECTED(raw_property::Old)

namespace gc {
namespace {

using raw_property::Old;
using raw_property::Rack;

class RawProperties : public testing::Test {
 protected:
  Heap heap;
  Factory make{heap};
  Old* first = make.New<Old>();
};

TEST_F(RawProperties, AreFollowedWithTheWorldStopped) {
  heap.AddRoot(first);
  first->next = make.New<Old>();
  first->next->all = {nullptr, make.New<Old>(), first};
  make.New<Old>();
  const auto before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(before - heap.ObjectCount(), 1u);
  EXPECT_EQ(first->next->all[1]->next, nullptr);
}

TEST_F(RawProperties, AreLinesOfTheSchemaThatSaySo) {
  ASSERT_NE(Old::kClass.FirstRaw(), nullptr);
  EXPECT_STREQ(Old::kClass.FirstRaw()->name, "next");
  const Property* const all = make.ClassOf<Old>()->compiled().reflection->Find("all");
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(all->flags, property::kReadOnly | property::kTransient);
}

// A store into the struct passes the barrier by, so slices would lose the object.
TEST_F(RawProperties, OfAStructInAContainerMakeItsLineRaw) {
  ASSERT_NE(Rack::kClass.FirstRaw(), nullptr);
  EXPECT_STREQ(Rack::kClass.FirstRaw()->name, "slots");
  Rack* const rack = make.New<Rack>();
  heap.AddRoot(rack);
  rack->slots.emplace_back().item = make.New<Old>();
  const auto before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(before - heap.ObjectCount(), 1u) << "only the object that nobody refers to";
  EXPECT_NE(rack->slots[0].item, nullptr);
}

TEST_F(RawProperties, OfAStructThatIsAKeyMakeTheLineOfTheMapRaw) {
  ASSERT_NE(raw_property::Shelf::kClass.FirstRaw(), nullptr);
  EXPECT_STREQ(raw_property::Shelf::kClass.FirstRaw()->name, "counts");
}

TEST_F(RawProperties, OfAStructInAStructMakeOnlyTheLineRawThatHasIt) {
  const Schema lines = raw_property::Room::kClass.references;
  ASSERT_GE(lines.size(), 2u);
  EXPECT_STREQ(lines[lines.size() - 2].name, "chests");
  EXPECT_EQ(lines[lines.size() - 2].kind, ReferenceKind::kField);
  EXPECT_STREQ(lines.back().name, "drawers");
  EXPECT_EQ(lines.back().kind, ReferenceKind::kRaw);
}

TEST_F(RawProperties, CannotBeSetByName) {
  std::string error;
  EXPECT_FALSE(SetReference(*first, "next", first, error));
  EXPECT_NE(error, "");
  EXPECT_EQ(first->next, nullptr);
  Old* const other = make.New<Old>();
  EXPECT_FALSE(SetValue(*first, "next", other, error));
  EXPECT_EQ(first->next, nullptr);
}

// S4.21: whatever they point to.
TEST(StaticPointers, KeepNothing) {
  Heap heap;
  Factory make(heap);
  static ObjectPtr<Old> global;
  global = make.New<Old>();
  const auto before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(before - heap.ObjectCount(), 1u);
}

}  // namespace
}  // namespace gc
