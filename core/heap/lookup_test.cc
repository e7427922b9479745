// core/heap/lookup_test.cc -- objects are found by name, by outer and by class, and the doomed
// are not.
//
// Rows: S1.12, S1.26, S11.7, S12.1, B6, B7.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/heap/naming.h"
#include "core/testing/named.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class LookUp : public testing::Test, protected Workshop {
 protected:
  template <class T>
  std::vector<T*> All(Factory::Derived derived = Factory::Derived::kIncluded) {
    std::vector<T*> found;
    make.ForEach<T>([&found](T* object) { found.push_back(object); }, derived);
    return found;
  }
  std::vector<NamedObject*> Inside(const NamedObject& outer) {
    std::vector<NamedObject*> found;
    make.ForEachInside(outer, [&found](NamedObject* object) { found.push_back(object); });
    return found;
  }
};

// S1.12
TEST_F(LookUp, FindsAnObjectAsSoonAsItIsMade) {
  Package* const level = make.New<Package>({.name = "Level"});
  Thing* const door = make.New<Thing>({.outer = level, .name = "Door"});
  EXPECT_EQ(make.Find(level, "Door"), door);
  EXPECT_EQ(make.Find(nullptr, "Level"), level);
  EXPECT_EQ(make.Find(nullptr, "Door"), nullptr);
  EXPECT_EQ(make.Find(level, "Window"), nullptr);
}

// S1.12: the package of what was given no outer may go, too; then there is another one.
TEST_F(LookUp, TheTransientPackageIsMadeAnewWhenItIsGone) {
  const WeakPtr<Package> first(make.TransientPackage());
  heap.RemoveRoot(make.TransientPackage());
  heap.Collect();
  ASSERT_FALSE(first.IsValid(IfGarbage::kThere));
  Thing* const door = make.New<Thing>({.name = "Door"});
  EXPECT_EQ(door->outer(), make.TransientPackage());
  EXPECT_EQ(door->PathName(), "Transient/Door");
}

// S1.12: also those that were made before there was anything that could be their outer.
TEST_F(LookUp, FindsTheClassesThatEveryHeapHas) {
  for (ClassObject* const type :
       {make.ClassOf<NamedObject>(), make.ClassOf<ClassObject>(), make.ClassOf<Package>()}) {
    EXPECT_EQ(make.Find(type->outer(), type->NameText()), type);
    EXPECT_EQ(make.FindPath(type->PathName()), type);
    EXPECT_EQ(make.Find(nullptr, type->NameText()), nullptr);
  }
}

// S3.1
TEST_F(LookUp, APathLeadsToWhatHasIt) {
  Package* const level = make.New<Package>({.name = "Level"});
  Thing* const door = make.New<Thing>({.outer = level, .name = "Door"});
  for (NamedObject* object : {static_cast<NamedObject*>(level), static_cast<NamedObject*>(door),
                              static_cast<NamedObject*>(door->part.Get()),
                              static_cast<NamedObject*>(make.ClassOf<Thing>())}) {
    EXPECT_EQ(make.FindPath(object->PathName()), object) << object->PathName();
  }
  EXPECT_EQ(make.FindPath(""), nullptr);
  EXPECT_EQ(make.FindPath("Level/"), nullptr);
  EXPECT_EQ(make.FindPath("Level/Door/part/more"), nullptr);
}

TEST_F(LookUp, FindsAnObjectUnderItsNewNameAndNotUnderTheOld) {
  Package* const level = make.New<Package>({.name = "Level"});
  Thing* const door = make.New<Thing>({.name = "Door"});
  make.Rename(*door, {.outer = level});
  EXPECT_EQ(door->PathName(), "Level/Door");
  make.Rename(*door, {.name = "Gate"});
  EXPECT_EQ(make.FindPath("Level/Gate"), door);
  EXPECT_EQ(make.FindPath("Level/Door"), nullptr);
  EXPECT_EQ(make.FindPath("Transient/Door"), nullptr);
  EXPECT_THAT(Inside(*level), ElementsAre(door));
}

// S1.12
TEST_F(LookUp, ShowsWhatIsDirectlyInsideAnOuter) {
  Package* const level = make.New<Package>({.name = "Level"});
  Thing* const door = make.New<Thing>({.outer = level, .name = "Door"});
  Thing* const room = make.New<Thing>({.outer = level, .name = "Room"});
  EXPECT_THAT(Inside(*level), ElementsAre(door, room));
  EXPECT_THAT(Inside(*door), ElementsAre(door->part.Get(), door->other.Get()));
}

// S1.12
TEST_F(LookUp, ShowsWhatIsInsideAnOuterAtAnyDepthWithEachOuterBeforeWhatIsInsideIt) {
  Package* const level = make.New<Package>({.name = "Level"});
  Thing* const box = make.New<Thing>({.outer = level});
  Thing* const lamp = make.New<Thing>({.outer = box});
  Thing* const other = make.New<Thing>({.outer = level});
  make.New<Thing>();
  std::vector<NamedObject*> found;
  make.ForEachInside(
      *level, [&found](NamedObject* object) { found.push_back(object); },
      Lookup::Depth::kAtAnyDepth);
  EXPECT_THAT(found,
              ElementsAre(box, other, box->part.Get(), box->other.Get(), lamp, other->part.Get(),
                          other->other.Get(), lamp->part.Get(), lamp->other.Get()));
}

// S1.26
TEST_F(LookUp, ShowsEveryInstanceOfAClassOnceAndOfDerivedOnesIfAsked) {
  ClassObject* const fast = make.Derive(make.ClassOf<Gadget>(), {.name = "FastGadget"});
  Thing* const thing = make.New<Thing>();
  Gadget* const gadget = make.New<Gadget>();
  Gadget* const derived = make.New<Gadget>({.type = fast});
  EXPECT_THAT(All<Thing>(), UnorderedElementsAre(thing, gadget, derived));
  EXPECT_THAT(All<Thing>(Factory::Derived::kExcluded), ElementsAre(thing));
  EXPECT_THAT(All<Gadget>(), ElementsAre(gadget, derived));
  EXPECT_THAT(All<Part>().size(), 6u) << "no default object, and nothing inside one";
}

// S1.26: what is made inside the visit is not shown.
TEST_F(LookUp, AVisitorMayMakeObjectsWhichItIsNotShown) {
  make.New<Part>();
  make.New<Part>();
  int shown = 0;
  make.ForEach<Part>([&](Part*) {
    make.New<Part>();
    shown += 1;
  });
  EXPECT_EQ(shown, 2);
  EXPECT_EQ(All<Part>().size(), 4u);
}

// B6, S5.6
TEST_F(LookUp, WhatALookUpAnswersInATraceIsShadedWhenItIsAnswered) {
  Package* const level = make.New<Package>({.name = "Level"});
  Thing* const by_name = make.New<Thing>({.name = "Door"});
  Gadget* const by_class = make.New<Gadget>();
  Part* const by_outer = make.New<Part>({.outer = level});
  heap.AddRoot(level);
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, by_name) && IsWhite(heap, by_class) && IsWhite(heap, by_outer));
  EXPECT_EQ(make.FindPath("Transient/Door"), by_name);
  EXPECT_TRUE(IsGrey(heap, by_name));
  make.ForEach<Gadget>([](Gadget*) {});
  EXPECT_TRUE(IsGrey(heap, by_class));
  make.ForEachInside(*level, [](NamedObject*) {});
  EXPECT_TRUE(IsGrey(heap, by_outer));
  const WeakPtr<Thing> weak(by_name);
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(weak.Get(), by_name) << "and is alive for this cycle";
}

// S11.7: a doomed object is hidden from the end of marking on, before the gather has come to it.
TEST_F(LookUp, AnswersAsIfTheDoomedWereGoneFromTheEndOfTheTrace) {
  Package* const level = make.New<Package>({.name = "Level"});
  heap.AddRoot(level);
  make.New<Gadget>({.outer = level, .name = "Door"});
  heap.Start();
  TickUntil(Phase::kGathering);
  EXPECT_EQ(make.Find(level, "Door"), nullptr);
  EXPECT_THAT(All<Gadget>(), IsEmpty());
  EXPECT_THAT(Inside(*level), IsEmpty());
  TickUntil(Phase::kIdle);
  EXPECT_EQ(make.Find(level, "Door"), nullptr) << "gathered, and still in the directory";
}

// S12.1: an object leaves the directory when it is begun, long before its memory is freed.
TEST_F(LookUp, AnObjectLeavesTheDirectoryWhenItsDestructionBegins) {
  make.New<Part>({.name = "Door"});
  const std::size_t before = Naming::Of(heap.collector().population).directory.size();
  heap.Start();
  TickUntil(Phase::kIdle);
  ASSERT_EQ(Naming::Of(heap.collector().population).directory.size(), before);
  heap.Tick(1);
  EXPECT_EQ(heap.collector().purger.stage(), Stage::kPoll);
  EXPECT_EQ(Naming::Of(heap.collector().population).directory.size(), before - 1);
  EXPECT_EQ(heap.collector().population.table.Free().size(), 0u);
}

// What has left the directory is no outer of anything, nor is what has no outer inside of it.
TEST_F(LookUp, NothingIsFoundInsideOfWhatHasLeftTheDirectory) {
  Part* const old = make.New<Part>({.name = "Door"});
  heap.Start();
  TickUntil(Phase::kIdle);
  heap.Tick(1);
  ASSERT_EQ(heap.collector().purger.stage(), Stage::kPoll);
  ASSERT_NE(make.Find(nullptr, "Transient"), nullptr);
  EXPECT_EQ(make.Find(old, "Transient"), nullptr);
}

// B7
TEST_F(LookUp, ASuccessorOfADoomedObjectIsNewAndKeepsTheName) {
  Part* const old = make.New<Part>({.name = "Door"});
  heap.Start();
  TickUntil(Phase::kGathering);
  Part* const young = make.New<Part>({.name = "Door"});
  EXPECT_NE(young, old);
  heap.AddRoot(young);
  EXPECT_EQ(make.FindPath("Transient/Door"), young);
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(make.FindPath("Transient/Door"), young) << "only the old one was removed";
  heap.Collect();
  EXPECT_EQ(make.FindPath("Transient/Door"), young);
}

TEST_F(LookUp, ADroppedHeapAnswersNothingToADestructor) {
  static NamedObject* found = nullptr;
  class Nosy : public NamedObject {
   public:
    explicit Nosy(const Birth& birth) : NamedObject(birth) {}
    ~Nosy() {
      if (finds) found = finds->FindPath("Transient/Victim");
    }
    std::optional<Factory> finds;
  };
  static const Class description = DescribeNamed<Nosy>("Nosy", NamedObject::kClass);
  {
    Workshop shop;
    shop.make.New<Part>({.name = "Victim"});
    ClassObject* const type = shop.make.ClassOf(description);
    static_cast<Nosy*>(shop.make.New<NamedObject>({.type = type}))->finds = shop.make;
  }
  EXPECT_EQ(found, nullptr);
}

class LookUpDeathTest : public LookUp {
 protected:
  LookUpDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(LookUpDeathTest, CollectingInsideAVisitIsFatal) {
  make.New<Part>();
  EXPECT_DEATH(make.ForEach<Part>([this](Part*) { heap.Collect(); }), "no collector step");
}

// The first classes are made before the class of classes is there.
TEST_F(LookUp, TheFirstClassesAreListedAsInstancesOfClass) {
  std::vector<std::string> names;
  make.ForEach(*make.ClassOf<ClassObject>(),
               [&](NamedObject* one) { names.push_back(one->NameText()); });
  for (const char* const name : {"Object", "Class", "Package"}) {
    EXPECT_EQ(std::ranges::count(names, name), 1) << name;
  }
}

}  // namespace
}  // namespace gc
