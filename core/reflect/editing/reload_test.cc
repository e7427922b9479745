// core/reflect/editing/reload_test.cc -- live objects become objects of the class that theirs has
// become.
//
// Rows: S3.15; the rules copy-barrier and insertion-barrier.

#include "core/reflect/editing/reload.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/gc.h"
#include "core/inspect/verify/verifier.h"
#include "core/reflect/reflected.h"

namespace reloaded {

using Any = gc::ObjectPtr<gc::NamedObject>;

class Handle : public gc::NamedObject {
  GC_REFLECTED(Handle, gc::NamedObject)
  explicit Handle(const gc::Birth& birth) : NamedObject(birth) {}
  int worn = 0;
  Any of;
};

namespace was {
struct Pane {
  GC_REFLECTED_STRUCT(Pane)
  int weight = 1;
  int colour = 0;
};
class Door : public gc::NamedObject {
  GC_REFLECTED(Door, gc::NamedObject)
  explicit Door(const gc::Birth& birth) : NamedObject(birth) {
    handle = CreateDefaultSubobject<Handle>("Handle");
    handle->of = this;
  }
  int width = 1;
  int height = 2;
  std::string sign;
  gc::ObjectPtr<Handle> handle;
  gc::ObjectPtr<Door> beside;
  gc::WeakPtr<Door> seen;
  gc::Container<std::vector<gc::ObjectPtr<Door>>> row;
  gc::Map<Any, Any> keys;
  std::vector<Pane> panes;
  int dropped = 0;
  int changed = 0;
};
class Gate : public Door {
  GC_REFLECTED(Gate, Door)
  explicit Gate(const gc::Birth& birth) : Door(birth) {}
};
}  // namespace was

namespace now {
struct Pane {
  GC_REFLECTED_STRUCT(Pane)
  double weight = 1;
  int grain = 7;
};
class Door : public gc::NamedObject {
  GC_REFLECTED(Door, gc::NamedObject)
  explicit Door(const gc::Birth& birth) : NamedObject(birth) {
    handle = CreateDefaultSubobject<Handle>("Handle");
    handle->of = this;
  }
  std::string changed = "new";
  gc::Map<Any, Any> keys;
  gc::Container<std::vector<gc::ObjectPtr<Door>>> row;
  gc::WeakPtr<Door> seen;
  gc::ObjectPtr<Door> beside;
  gc::ObjectPtr<Handle> handle;
  std::string sign;
  std::vector<Pane> panes;
  double width = 10;
  std::int64_t height = 20;
};
}  // namespace now

// Refers to doors by a class that both have, and by the old one.
class Key : public gc::NamedObject {
  GC_REFLECTED(Key, gc::NamedObject)
  explicit Key(const gc::Birth& birth) : NamedObject(birth) {}
  Any opens;
  gc::ObjectPtr<was::Door> fits;
};

// Of a property that is listed by hand only its copy is known.
namespace was {
class Lamp : public gc::NamedObject {
 public:
  explicit Lamp(const gc::Birth& birth) : NamedObject(birth) {}
  int light = 0;
  static const gc::Class kClass;
};
const gc::Property kLampProperties[] = {gc::Property::Of(&Lamp::light, "light")};
const gc::Class Lamp::kClass =
    gc::DescribeNamed<Lamp>("Lamp", gc::NamedObject::kClass, {}, kLampProperties);
}  // namespace was
namespace now {
class Lamp : public gc::NamedObject {
 public:
  explicit Lamp(const gc::Birth& birth) : NamedObject(birth) {}
  int light = 7;
  static const gc::Class kClass;
};
const gc::Property kLampProperties[] = {gc::Property::Of(&Lamp::light, "light")};
const gc::Class Lamp::kClass =
    gc::DescribeNamed<Lamp>("Lantern", gc::NamedObject::kClass, {}, kLampProperties);
}  // namespace now

}  // namespace reloaded

GC_DESCRIBE(reloaded::Handle, "/Script/Reloaded", GC_PROPERTY_OF(worn), GC_PROPERTY_OF(of))
GC_DESCRIBE_STRUCT(reloaded::was::Pane, "/Script/Was", GC_PROPERTY_OF(weight),
                   GC_PROPERTY_OF(colour))
GC_DESCRIBE_STRUCT(reloaded::now::Pane, "/Script/Now", GC_PROPERTY_OF(weight),
                   GC_PROPERTY_OF(grain))
GC_DESCRIBE(reloaded::was::Door, "/Script/Was", GC_PROPERTY_OF(width), GC_PROPERTY_OF(height),
            GC_PROPERTY_OF(sign), GC_PROPERTY_OF(handle), GC_PROPERTY_OF(beside),
            GC_PROPERTY_OF(seen), GC_PROPERTY_OF(row), GC_PROPERTY_OF(keys), GC_PROPERTY_OF(panes),
            GC_PROPERTY_OF(dropped), GC_PROPERTY_OF(changed))
GC_DESCRIBE(reloaded::was::Gate, "/Script/Was")
GC_DESCRIBE(reloaded::now::Door, "/Script/Now", GC_PROPERTY_OF(changed), GC_PROPERTY_OF(keys),
            GC_PROPERTY_OF(row), GC_PROPERTY_OF(seen), GC_PROPERTY_OF(beside),
            GC_PROPERTY_OF(handle), GC_PROPERTY_OF(sign), GC_PROPERTY_OF(panes),
            GC_PROPERTY_OF(width), GC_PROPERTY_OF(height))
GC_DESCRIBE(reloaded::Key, "/Script/Reloaded", GC_PROPERTY_OF(opens), GC_PROPERTY_OF(fits))

namespace reloaded {
namespace {

using namespace gc;  // NOLINT(google-build-using-namespace)

class Reloading : public testing::Test {
 protected:
  Reloaded ReloadDoors() {
    const ReloadedClass change{make.ClassOf<was::Door>(), make.ClassOf<now::Door>()};
    std::optional<Reloaded> result = Reload(heap, {&change, 1}, nullptr, error);
    EXPECT_TRUE(result) << error;
    return result ? *result : Reloaded{};
  }
  now::Door* NowAt(const char* path) {
    NamedObject* const object = make.FindPath(path);
    EXPECT_TRUE(object != nullptr && object->type() == make.ClassOf<now::Door>()) << path;
    return static_cast<now::Door*>(object);
  }

  Heap heap;
  Factory make{heap};
  std::string error;
  Package* hall = make.New<Package>({.name = "Hall"});
  was::Door* door = make.New<was::Door>({.outer = hall, .name = "Door"});
  was::Door* other = make.New<was::Door>({.outer = hall, .name = "Other"});
};

// S3.15
TEST_F(Reloading, GivesEachValueToThePropertyOfItsName) {
  door->width = 3;
  door->sign = "a sign that is too long for a string's own room";
  door->panes = {{.weight = 4, .colour = 5}, {.weight = 6, .colour = 0}};
  door->handle->worn = 8;
  heap.AddRoot(door);
  const Handle* const old_handle = door->handle.Get();
  const Reloaded result = ReloadDoors();
  EXPECT_EQ(result.objects, 2u);
  EXPECT_EQ(result.parts, 2u);
  now::Door* const is = NowAt("Hall/Door");
  EXPECT_EQ(is->width, 3.0);
  EXPECT_EQ(is->height, 20) << "what nothing had touched has the new default";
  EXPECT_EQ(is->sign, "a sign that is too long for a string's own room");
  ASSERT_EQ(is->panes.size(), 2u);
  EXPECT_EQ(is->panes[1].weight, 6.0);
  EXPECT_EQ(is->panes[1].grain, 7);
  EXPECT_EQ(is->changed, "new");
  EXPECT_NE(is->handle, old_handle) << "a part that its class makes";
  EXPECT_EQ(is->handle->worn, 8);
  EXPECT_EQ(is->handle->of, is);
  EXPECT_TRUE(heap.IsRoot(is));
  EXPECT_FALSE(heap.IsRoot(door));
}

// S3.15, S3.6: a part starts as the part of its outer's default object, and not as that of its
// class.
TEST_F(Reloading, AnUntouchedPartIsAsTheNewClassMakesIt) {
  const auto part_of = [&](ClassObject* type) {
    return static_cast<Handle*>(make.Find(type->default_object(), "Handle"));
  };
  part_of(make.ClassOf<was::Door>())->worn = 4;
  part_of(make.ClassOf<now::Door>())->worn = 9;
  was::Door* const third = make.New<was::Door>({.outer = hall, .name = "Third"});
  EXPECT_EQ(third->handle->worn, 4);
  door->handle->worn = 5;
  ReloadDoors();
  EXPECT_EQ(NowAt("Hall/Third")->handle->worn, 9);
  EXPECT_EQ(NowAt("Hall/Door")->handle->worn, 5);
}

// S3.15
TEST_F(Reloading, ReferencesLeadToTheSuccessors) {
  Key* const key = make.New<Key>({.outer = hall, .name = "Key"});
  key->opens = door;
  door->beside = other;
  door->seen = other;
  other->row.emplace_back(door);
  other->row.emplace_back(other);
  other->keys.emplace(Any(door), Any(key));
  ReloadDoors();
  now::Door* const one = NowAt("Hall/Door");
  now::Door* const two = NowAt("Hall/Other");
  EXPECT_EQ(key->opens, one);
  EXPECT_EQ(one->beside, two);
  EXPECT_EQ(one->seen.Get(), two);
  ASSERT_EQ(two->row.size(), 2u);
  EXPECT_EQ(two->row.begin()->Get(), one);
  EXPECT_EQ(two->keys.at(Any(one)), key) << "found by its new key";
  heap.AddRoot(key);
  heap.AddRoot(two);
  const std::uint32_t before = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 4) << "the old doors and their handles";
}

// S3.15
TEST_F(Reloading, WhatHasNoPlaceIsToldAndStays) {
  Key* const key = make.New<Key>({.outer = hall, .name = "Key"});
  key->fits = door;
  door->dropped = 1;
  door->changed = 2;
  other->changed = 3;
  door->panes = {{.weight = 4, .colour = 5}, {.weight = 6, .colour = 0}};
  const Reloaded result = ReloadDoors();
  ASSERT_EQ(result.lost.size(), 3u);
  EXPECT_STREQ(result.lost[0].property, "panes");
  EXPECT_EQ(result.lost[0].parts, 2u) << "a colour in each of two";
  EXPECT_STREQ(result.lost[1].property, "dropped");
  EXPECT_STREQ(result.lost[2].property, "changed");
  EXPECT_EQ(result.lost[2].objects, 2u);
  EXPECT_EQ(NowAt("Hall/Door")->changed, "new");
  ASSERT_EQ(result.references.left.size(), 1u);
  EXPECT_EQ(DescriptionOf(heap, result.references.left[0]),
            "Key " + std::to_string(key->header().index) +
                ".fits, 1 times: it may not refer to an object of the new one's class");
  EXPECT_EQ(key->fits, door);
  EXPECT_TRUE(door->header().flags.Has(object_flag::kMirroredGarbage));
}

// S3.15
TEST_F(Reloading, WhatIsListedByHandHasNoPlaceInAnotherClass) {
  was::Lamp* const lamp = make.New<was::Lamp>({.outer = hall, .name = "Lamp"});
  lamp->light = 3;
  const ReloadedClass change{make.ClassOf<was::Lamp>(), make.ClassOf<now::Lamp>()};
  const std::optional<Reloaded> result = Reload(heap, {&change, 1}, nullptr, error);
  ASSERT_TRUE(result) << error;
  ASSERT_EQ(result->lost.size(), 1u);
  EXPECT_STREQ(result->lost[0].property, "light");
  EXPECT_EQ(result->lost[0].parts, 1u);
  EXPECT_EQ(static_cast<now::Lamp*>(make.FindPath("Hall/Lamp"))->light, 7);
}

// S3.15
TEST_F(Reloading, WhatIsInsideMovesAlong) {
  Key* const inside = make.New<Key>({.outer = door, .name = "Spare"});
  Key* const deeper = make.New<Key>({.outer = inside, .name = "Ring"});
  was::Door* const flap = make.New<was::Door>({.outer = inside, .name = "Flap"});
  was::Door* const cat = make.New<was::Door>({.outer = door, .name = "Cat"});
  cat->width = 5;
  flap->width = 6;
  const Reloaded result = ReloadDoors();
  EXPECT_EQ(result.objects, 4u);
  EXPECT_EQ(result.moved, 1u) << "the spare key, with what is inside of it";
  EXPECT_EQ(result.misplaced, 0u);
  EXPECT_EQ(make.FindPath("Hall/Door/Spare"), inside);
  EXPECT_EQ(make.FindPath("Hall/Door/Spare/Ring"), deeper);
  EXPECT_EQ(NowAt("Hall/Door/Spare/Flap")->width, 6.0);
  EXPECT_EQ(NowAt("Hall/Door/Cat")->width, 5.0);
}

// S3.15: the name that an old object gets is one that nothing has.
TEST_F(Reloading, AMadeUpNameThatIsTakenIsMadeLonger) {
  const std::string made_up = "Script:Now.Door_0_replaced";
  Key* const taken = make.New<Key>({.outer = hall, .name = made_up});
  was::Door* const old = door;
  ReloadDoors();
  EXPECT_EQ(old->NameText(), made_up + '_');
  EXPECT_EQ(make.Find(hall, made_up), taken);
}

// S3.15: successors are made from the outside in, whatever the order of the objects.
TEST_F(Reloading, AnObjectThatIsOlderThanItsOuterIsInTheSuccessorToo) {
  make.Rename(*door, {.outer = other});
  ReloadDoors();
  EXPECT_EQ(NowAt("Hall/Other/Door")->outer(), NowAt("Hall/Other"));
}

// S3.15: objects of a derived class keep their layout, and so do garbage and default objects.
TEST_F(Reloading, OnlyLiveObjectsOfThatVeryClassChange) {
  was::Gate* const gate = make.New<was::Gate>({.outer = hall, .name = "Gate"});
  was::Gate* const inner = make.New<was::Gate>({.outer = door, .name = "Inner"});
  heap.MarkGarbage(other);
  EXPECT_EQ(ReloadDoors().objects, 1u);
  EXPECT_EQ(make.FindPath("Hall/Gate"), gate);
  EXPECT_EQ(make.FindPath("Hall/Door/Inner"), inner);
  EXPECT_EQ(gate->type(), make.ClassOf<was::Gate>());
  const NamedObject* const defaults = make.ClassOf<was::Door>()->default_object();
  EXPECT_EQ(defaults->type(), make.ClassOf<was::Door>());
  // And a second time there is nothing to be done.
  EXPECT_EQ(ReloadDoors().objects, 0u);
}

// S3.15, insertion-barrier: while marking too.
TEST_F(Reloading, AtAnyPointOfAMarkingNothingIsLost) {
  Verifier verifier;
  for (std::size_t units = 0; units < 40; ++units) {
    Heap fresh;
    Factory factory(fresh);
    Package* const place = factory.New<Package>({.name = "Hall"});
    Key* const key = factory.New<Key>({.outer = place, .name = "Key"});
    was::Door* const one = factory.New<was::Door>({.outer = place, .name = "Door"});
    was::Door* const two = factory.New<was::Door>({.outer = place, .name = "Other"});
    fresh.AddRoot(key);
    key->opens = one;
    one->beside = two;
    fresh.Start();
    for (std::size_t i = 0; i < units; ++i) fresh.Tick(1);
    const ReloadedClass change{factory.ClassOf<was::Door>(), factory.ClassOf<now::Door>()};
    ASSERT_TRUE(Reload(fresh, {&change, 1}, nullptr, error)) << error;
    EXPECT_FALSE(verifier.Verify(fresh)) << units;
    fresh.Collect();
    fresh.Collect();
    ASSERT_NE(key->opens, nullptr) << units;
    const auto* const is = static_cast<const now::Door*>(key->opens.Get());
    EXPECT_EQ(is->PathName(), "Hall/Door");
    ASSERT_NE(is->beside, nullptr) << units;
    EXPECT_EQ(is->beside->PathName(), "Hall/Other");
  }
}

// S3.15
TEST_F(Reloading, WhatCannotBeIsAnAnswer) {
  ClassObject* const from = make.ClassOf<was::Door>();
  const ReloadedClass same{from, from};
  EXPECT_FALSE(Reload(heap, {&same, 1}, nullptr, error));
  EXPECT_EQ(error, from->PathName() + ": it changes into itself, or twice");
  const ReloadedClass package{make.ClassOf<Package>(), make.ClassOf<now::Door>()};
  EXPECT_FALSE(Reload(heap, {&package, 1}, nullptr, error));
  EXPECT_EQ(error,
            package.from->PathName() + ": the heap has objects of this class for its own use");
  const ReloadedClass twice[] = {{from, make.ClassOf<now::Door>()}, {from, make.ClassOf<Key>()}};
  EXPECT_FALSE(Reload(heap, twice, nullptr, error));
  EXPECT_EQ(error, from->PathName() + ": it changes into itself, or twice");
  EXPECT_EQ(make.FindPath("Hall/Door"), door);
}

}  // namespace
}  // namespace reloaded
